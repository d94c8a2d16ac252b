import type { GuardedPGlite } from "#server/db/guarded-pglite.ts";

export type Upkeep = {
  /** Whether the write-ahead log had grown enough to be written into the tables. */
  checkpointed: boolean;
  /** The table that was swept, or null when none needed it. */
  swept: string | null;
};

/** The log that may pile up: it is read again after a crash, at about 100 MB in a second. */
const logLimitBytes = 32 * 1024 * 1024;

/**
 * What Postgres does in the background and PGlite, which is one process, does not: without checkpoints the log grows
 * for ever (measured: 390 MB after eight loads), without sweeping so do the tables, and the planner knows no sizes.
 * Does at most one of each, so that a caller waits briefly.
 */
export async function maintainEmbedded(pg: GuardedPGlite): Promise<Upkeep> {
  const checkpointed = (await readLogBytes(pg)) > logLimitBytes;
  if (checkpointed) await pg.exec("checkpoint");
  const swept = await findTableToSweep(pg);
  if (swept !== null) await pg.exec(`vacuum (analyze) public."${swept.replaceAll('"', '""')}"`);
  return { checkpointed, swept };
}

/** Runs `maintainEmbedded` in the background until the returned function is called. Never keeps the process alive. */
export function maintainInBackground(pg: GuardedPGlite, everyMs = 15_000): () => void {
  let isRunning = false;
  const timer = setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await maintainEmbedded(pg);
    } catch {
      // The store is closing, or has stopped and says so to whoever uses it. Upkeep can wait.
    } finally {
      isRunning = false;
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function readLogBytes(pg: GuardedPGlite): Promise<number> {
  const { rows } = await pg.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()",
  );
  return rows[0]?.bytes ?? 0;
}

/** The table with the most to sweep, by the thresholds of Postgres' own autovacuum but with a higher base. */
async function findTableToSweep(pg: GuardedPGlite): Promise<string | null> {
  const { rows } = await pg.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables
     where schemaname = 'public'
       and (n_dead_tup > 500 + 0.2 * n_live_tup or n_mod_since_analyze > 500 + 0.1 * n_live_tup)
     order by n_dead_tup + n_mod_since_analyze desc, relname limit 1`,
  );
  return rows[0]?.name ?? null;
}
