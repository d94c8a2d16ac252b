import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PGliteOptions } from "@electric-sql/pglite";
import { DurableNodeFS, durableStartParams } from "#server/db/durable-node-fs.ts";
import { engineCompiledAhead } from "#server/db/engine-ahead.ts";
import { GuardedPGlite } from "#server/db/guarded-pglite.ts";
import { syncTree } from "#server/db/sync-tree.ts";
import { transactionLimitMs } from "#server/db/time-limits.ts";

/** Small WAL segments: a store of a few megabytes need not carry 16 MB of log that nobody wrote. */
export const initDbParams = ["--wal-segsize=1"];

/** PGlite could not start on a folder. The message is its own and says little; `log` holds what Postgres wrote. */
export class EmbeddedStartFailed extends Error {
  override readonly name = "EmbeddedStartFailed";
  readonly log: readonly string[];
  constructor(cause: unknown, log: readonly string[]) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.log = log;
  }
}

/** Opens the existing store in `pgDir`. The caller holds the lock. Throws `EmbeddedStartFailed`. */
export async function startEmbedded(pgDir: string, limitMs = transactionLimitMs): Promise<GuardedPGlite> {
  const version = await readMajorVersion(pgDir);
  // PGlite takes a folder without this file for an empty one, and would write a new store over the old.
  if (version === undefined) throw new EmbeddedStartFailed("missing file PG_VERSION", []);
  return start({ fs: new DurableNodeFS(pgDir), startParams: durableStartParams }, limitMs);
}

/** A store in memory, gone with the process. From a template in about a second. For tests. */
export async function startInMemory(templateFile: string, limitMs = transactionLimitMs): Promise<GuardedPGlite> {
  return start({ dataDir: "memory://", loadDataDir: await readTemplate(templateFile) }, limitMs);
}

/**
 * Makes a new store in `pgDir`: from the template when one is given (1–2 s), else by initdb (4–10 s). Until it is
 * complete a mark lies beside it, so that a creation that was cut off is made anew and not taken for a damaged store.
 */
export async function createEmbedded(pgDir: string, templateFile: string | undefined): Promise<GuardedPGlite> {
  const mark = markOf(pgDir);
  await mkdir(path.dirname(pgDir), { recursive: true, mode: 0o700 });
  await writeFile(mark, "This store was never completed. It holds nothing and may be removed.\n", { flush: true });
  await rm(pgDir, { recursive: true, force: true });
  await mkdir(pgDir, { mode: 0o700 });
  const pg = await start(
    {
      fs: new DurableNodeFS(pgDir),
      startParams: durableStartParams,
      initDbStartParams: initDbParams,
      ...(templateFile && { loadDataDir: await readTemplate(templateFile) }),
    },
    transactionLimitMs,
  );
  try {
    // Everything that was copied reaches the disk before the mark goes.
    await syncTree(pgDir);
    await rm(mark);
    return pg;
  } catch (error) {
    await pg.close();
    throw error;
  }
}

/** Whether `pgDir` holds a store that was once complete. What is left of a creation that was cut off is none, nor is an empty folder. */
export function hasEmbeddedStore(pgDir: string): boolean {
  return existsSync(pgDir) && !existsSync(markOf(pgDir)) && readdirSync(pgDir).length > 0;
}

/** Major version of the Postgres that made the store, or undefined when the folder does not say. */
export async function readMajorVersion(pgDir: string): Promise<number | undefined> {
  try {
    const version = Number(await readFile(path.join(pgDir, "PG_VERSION"), "utf8"));
    return Number.isInteger(version) ? version : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function markOf(pgDir: string): string {
  return `${pgDir}.incomplete`;
}

async function readTemplate(file: string): Promise<Blob> {
  return new Blob([await readFile(file)], { type: "application/x-gzip" });
}

async function start(options: PGliteOptions, limitMs: number): Promise<GuardedPGlite> {
  const engine = await engineCompiledAhead();
  const pg = new GuardedPGlite(engine === undefined ? options : { ...options, pgliteWasmModule: engine }, limitMs);
  try {
    await pg.waitReady;
    return pg;
  } catch (error) {
    throw new EmbeddedStartFailed(error, pg.log);
  }
}
