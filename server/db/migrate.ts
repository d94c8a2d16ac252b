import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { withoutTransactionLimit } from "#server/db/guarded-pglite.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { type MigrationFile, readMigrationFiles } from "#server/db/migration-files.ts";

/** A migration that the store has applied says something else by now. The store is as it was. */
export class MigrationEdited extends Error {
  override readonly name = "MigrationEdited";
  constructor(tag: string, whenceVersion: string | null) {
    super(
      `Migration ${tag}.sql was edited after this store applied it${whenceVersion ? ` (with Whence ${whenceVersion})` : ""}. ` +
        "Restore the file as it was, and put the change into a new migration.",
    );
  }
}

/** The store was migrated by a newer Whence than this one. The store is as it was. */
export class StoreIsNewer extends Error {
  override readonly name = "StoreIsNewer";
  constructor(store: { tag: string; whenceVersion: string }, own: { tag: string; whenceVersion: string }) {
    super(
      `This store was migrated by Whence ${store.whenceVersion} (up to ${store.tag}); this is Whence ${own.whenceVersion}, ` +
        `which knows migrations up to ${own.tag}. Start Whence ${store.whenceVersion} or newer, or restore a dump from before the upgrade.`,
    );
  }
}

/** A migration failed, and with it all that were to run with it. The store is as it was, and the version before still runs on it. */
export class MigrationFailed extends Error {
  override readonly name = "MigrationFailed";
  constructor(tag: string, statement: number, cause: unknown) {
    const said = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause : cause).message : String(cause);
    super(
      `Migration ${tag}.sql failed at its statement ${statement}: ${said}. Nothing of it was kept; the store is as it was.`,
      { cause },
    );
  }
}

export type MigrationPlan = {
  /** Tags in the order in which they will run or ran. */
  pending: string[];
  /** Tag of the newest applied migration, or null for an empty store. */
  current: string | null;
};

export type Applied = { tag: string | null; hash: string; when: number; whenceVersion: string | null };

export type MigrateOptions = {
  folder: string;
  whenceVersion: string;
  /** Tag of the last migration to apply: a dump is loaded into the schema it was made from. All of them if absent. */
  upTo?: string;
};

// Any number does, as long as every version of Whence takes the same one.
const advisoryLockKey = 5_713_446_021;

/** What `migrateStore` would do. Throws as it does where the store cannot be migrated at all. */
export async function planMigrations(db: Database, options: MigrateOptions): Promise<MigrationPlan> {
  const files = await readMigrationFiles(options.folder);
  const isKnown = await executeRows(db, sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`, (row) =>
    row.textOrNull("name"),
  );
  const applied = isKnown[0] ? await readApplied(db) : [];
  return planFor(files, applied, options);
}

/**
 * Brings the store to the schema of `folder`, in one transaction: all pending migrations or none. Of several starters
 * one migrates, and the others wait for it and find nothing to do (an advisory lock, held by the transaction).
 * Throws `MigrationEdited`, `StoreIsNewer` or `MigrationFailed`.
 */
export async function migrateStore(db: Database, options: MigrateOptions): Promise<MigrationPlan> {
  const files = await readMigrationFiles(options.folder);
  const migrate = async (tx: Transaction) => {
    // A migration of a large table may take longer than any request, and so may waiting for another starter.
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockKey})`);
    await createLedger(tx);
    const plan = planFor(files, await readApplied(tx), options);
    for (const file of files.filter(({ tag }) => plan.pending.includes(tag))) {
      await apply(tx, file, options.whenceVersion);
    }
    return plan;
  };
  return withoutTransactionLimit(() => inTransaction(db, migrate));
}

/** The table that drizzle-kit would make, with two columns more: a hash alone cannot name the version that wrote it. */
async function createLedger(tx: Transaction): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(sql`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint, tag text, whence_version text
    )`);
}

async function readApplied(db: Database): Promise<Applied[]> {
  return executeRows(
    db,
    sql`select tag, hash, created_at, whence_version from drizzle.__drizzle_migrations order by created_at, id`,
    (row) => ({
      tag: row.textOrNull("tag"),
      hash: row.text("hash"),
      when: row.number("created_at"),
      whenceVersion: row.textOrNull("whence_version"),
    }),
  );
}

/** What is left to do for a store that has applied `applied`. Throws `MigrationEdited` or `StoreIsNewer`. */
export function planFor(
  files: readonly MigrationFile[],
  applied: readonly Applied[],
  { whenceVersion, upTo }: Omit<MigrateOptions, "folder">,
): MigrationPlan {
  const fileAt = new Map(files.map((file) => [file.when, file]));
  const tags = new Set(files.map(({ tag }) => tag));
  for (const row of applied) {
    const file = fileAt.get(row.when);
    if (file && file.hash !== row.hash) throw new MigrationEdited(file.tag, row.whenceVersion);
    // Generated anew under its old name: another time, and so another migration as far as the journal can tell.
    if (!file && row.tag !== null && tags.has(row.tag)) throw new MigrationEdited(row.tag, row.whenceVersion);
  }
  const newest = applied.at(-1);
  const unknown = applied.filter((row) => !fileAt.has(row.when));
  const newestUnknown = unknown.at(-1);
  if (newestUnknown) {
    throw new StoreIsNewer(
      { tag: newestUnknown.tag ?? "an unnamed migration", whenceVersion: newestUnknown.whenceVersion ?? "(unknown)" },
      { tag: files.at(-1)?.tag ?? "none", whenceVersion },
    );
  }
  const appliedTimes = new Set(applied.map(({ when }) => when));
  const wanted = upTo === undefined ? files : files.slice(0, files.findIndex(({ tag }) => tag === upTo) + 1);
  return {
    pending: wanted.filter(({ when }) => !appliedTimes.has(when)).map(({ tag }) => tag),
    current: newest ? (newest.tag ?? fileAt.get(newest.when)?.tag ?? null) : null,
  };
}

async function apply(tx: Transaction, file: MigrationFile, whenceVersion: string): Promise<void> {
  for (const [index, statement] of file.statements.entries()) {
    try {
      await tx.execute(sql.raw(statement));
    } catch (error) {
      throw new MigrationFailed(file.tag, index + 1, error);
    }
  }
  await tx.execute(sql`
    insert into drizzle.__drizzle_migrations (hash, created_at, tag, whence_version)
    values (${file.hash}, ${file.when}, ${file.tag}, ${whenceVersion})`);
}
