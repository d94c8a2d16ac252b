import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/pglite";
import * as schema from "#drizzle/schema/schema.ts";
import { addMissingParts } from "#server/db/add-missing-parts.ts";
import { backupFile, listBackups } from "#server/db/backups.ts";
import { checkPages, type PageCheck } from "#server/db/check-pages.ts";
import { type DamageKind, describeDamage } from "#server/db/describe-damage.ts";
import { createEmbedded, startEmbedded } from "#server/db/embedded-store.ts";
import { countMiscounted } from "#server/db/failure-counts.ts";
import { checkDump } from "#server/db/read-dump.ts";
import { damagedPrefix } from "#server/db/repair-leftovers.ts";
import { resetLog } from "#server/db/reset-log.ts";
import { isDumpOfPresentSchema, restoreDump } from "#server/db/restore-dump.ts";
import { type Salvage, salvageStore } from "#server/db/salvage-store.ts";
import { acquireStoreLock } from "#server/db/store-lock.ts";
import { findTemplate } from "#server/db/store-template.ts";

export type RepairOptions = {
  dataDir: string;
  migrationsFolder: string;
  templateFolder?: string;
  whenceVersion: string;
  startedAt: Date;
  /** Load this dump instead of reading the damaged store. */
  from?: string;
  /** Told in plain sentences what is being done, one line at a time. */
  report?: (line: string) => void;
};

export type RepairResult =
  | { outcome: "sound"; pagesChecked: number }
  | {
      /** Read out of the damaged store, or loaded from a dump. */
      outcome: "salvaged" | "restored";
      rows: Record<string, number>;
      /** One sentence for each thing that is lost. */
      lost: string[];
      /** One sentence for each damaged page that no lost row could be traced to (of an index, which is built anew, or a system table), and for counts that were wrong. */
      notes: string[];
      /** The damaged store as it was; undefined where there was none. */
      keptAs: string | undefined;
      /** The dump that the new store was made from. */
      dump: string;
    };

/** Neither the store nor any dump could be read. Nothing was changed. */
export class RepairImpossible extends Error {
  override readonly name = "RepairImpossible";
}

/**
 * Makes a damaged embedded store usable. All work is done on a copy; at the end the damaged store is put aside under
 * another name and the new one takes its place. A store without damage, whose counts are right, is left untouched.
 *
 * Tried in order: reading the copy as it is, with missing folders and settings put back, with an empty write-ahead log;
 * then the newest dump that can be read. Throws `StoreInUse`, `RepairImpossible`, or
 * `StoreUnusable` when the disk is full, may not be written, or the store is another Postgres's.
 */
export async function repairStore(options: RepairOptions): Promise<RepairResult> {
  try {
    return await repairLocked(options);
  } catch (error) {
    throw describeDamage(options.dataDir, error) ?? error;
  }
}

async function repairLocked(options: RepairOptions): Promise<RepairResult> {
  const { dataDir, startedAt } = options;
  const lock = await acquireStoreLock(dataDir, { startedAt });
  try {
    const work = await mkdtemp(path.join(dataDir, "repair-"));
    try {
      return await repairIn(work, options);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

async function repairIn(work: string, options: RepairOptions): Promise<RepairResult> {
  const { dataDir, from, report } = options;
  const pgDir = path.join(dataDir, "pg");
  const hasStore = existsSync(pgDir);
  if (hasStore) await assertSpace(pgDir);
  if (hasStore && from === undefined) {
    const pages = await checkPages(pgDir);
    report?.(`Checked ${pages.checked} pages: ${pages.damaged.length} damaged`);
    const salvage = await trySalvage(work, options);
    const isWhole = salvage?.isUntouched && salvage.lost.length === 0 && pages.damaged.length === 0;
    const miscounted = isWhole ? await miscountedIn(path.join(work, "copy")) : 0;
    if (salvage && isWhole && miscounted === 0) {
      await rm(salvage.dump.file);
      return { outcome: "sound", pagesChecked: pages.checked };
    }
    if (salvage) {
      const { rows, keptAs } = await replaceStore(work, salvage.dump.file, options);
      const recounted = miscounted === 0 ? [] : [`the counts of ${miscounted} failures were wrong and were made anew`];
      const notes = [...unlistedPages(pages, salvage.lost), ...recounted];
      return { outcome: "salvaged", rows, keptAs, lost: salvage.lost, notes, dump: salvage.dump.file };
    }
  }
  return restoreNewest(work, options);
}

const surroundings: ReadonlySet<DamageKind> = new Set(["disk_full", "no_permission", "read_only", "other_postgres"]);

type Attempt = "as it is" | "with what is missing put back" | "with an empty write-ahead log";

async function trySalvage(
  work: string,
  options: RepairOptions,
): Promise<(Salvage & { isUntouched: boolean }) | undefined> {
  const { dataDir, report, startedAt, whenceVersion } = options;
  const left: Attempt[] = ["as it is", "with what is missing put back", "with an empty write-ahead log"];
  for (let attempt = left.shift(); attempt !== undefined; ) {
    const copy = path.join(work, "copy");
    await rm(copy, { recursive: true, force: true });
    await cp(path.join(dataDir, "pg"), copy, { recursive: true });
    let kind: DamageKind = "unknown";
    try {
      if (await prepare(copy, attempt)) {
        const salvage = await salvageCopy(copy, backupFile(dataDir, { now: startedAt, tag: "salvaged" }), {
          whenceVersion,
          now: startedAt,
        });
        report?.(`Read the store ${attempt}: ${salvage.lost.length === 0 ? "everything" : "not everything"} was there`);
        return { ...salvage, isUntouched: attempt === "as it is" };
      }
    } catch (error) {
      kind = describeDamage(copy, error)?.kind ?? "unknown";
      // Not the store's fault: the next attempt would meet it too, and an older dump is not what is wanted.
      if (surroundings.has(kind)) throw describeDamage(dataDir, error) ?? error;
      report?.(`The store cannot be read ${attempt} (${kind})`);
    }
    const next = left.findIndex((candidate) => mayHelp(candidate, kind));
    attempt = next === -1 ? undefined : left.splice(0, next + 1).at(-1);
  }
  return undefined;
}

/** Whether there is anything to attempt. */
async function prepare(copy: string, attempt: Attempt): Promise<boolean> {
  if (attempt === "as it is") return true;
  const added = await addMissingParts(copy);
  return attempt === "with an empty write-ahead log" ? resetLog(copy) : added.length > 0;
}

function mayHelp(attempt: Attempt, kind: DamageKind): boolean {
  if (kind === "unknown") return true;
  if (kind === "file_missing") return attempt === "with what is missing put back";
  return kind === "log_damaged" && attempt === "with an empty write-ahead log";
}

async function salvageCopy(copy: string, file: string, origin: { whenceVersion: string; now: Date }): Promise<Salvage> {
  const pg = await startEmbedded(copy);
  try {
    return await salvageStore(pg, file, origin);
  } finally {
    await pg.close();
  }
}

/** Loading a dump counts anew, so it is only without damage that somebody has to look. */
async function miscountedIn(copy: string): Promise<number> {
  const pg = await startEmbedded(copy);
  try {
    return await countMiscounted(drizzle({ client: pg, schema, casing: "snake_case" }));
  } finally {
    await pg.close();
  }
}

async function restoreNewest(work: string, options: RepairOptions): Promise<RepairResult> {
  const { dataDir, from, report } = options;
  const dumps = from === undefined ? await listBackups(dataDir) : [from];
  const unreadable: string[] = [];
  for (const file of dumps) {
    try {
      await checkDump(file);
    } catch (error) {
      unreadable.push(error instanceof Error ? error.message : String(error));
      continue;
    }
    report?.(`Loading the dump ${file}`);
    const { rows, keptAs, createdAt } = await replaceStore(work, file, options);
    const lost = from === undefined ? [`everything that was written after ${createdAt}`] : [];
    return { outcome: "restored", rows, keptAs, lost, notes: [], dump: file };
  }
  throw new RepairImpossible(
    [
      `The store in ${dataDir} could not be repaired, and it is as it was.`,
      ...(unreadable.length > 0 ? unreadable : ["There is no dump in its backups folder."]),
      "If you have a copy or a dump elsewhere: run `whence repair --from DUMP`, or put the copy in its place. " +
        "To begin with an empty store, move the folder pg away.",
    ].join("\n"),
  );
}

/** Builds a new store from the dump beside the old one, and then puts it in its place. */
async function replaceStore(
  work: string,
  dump: string,
  options: RepairOptions,
): Promise<{ rows: Record<string, number>; keptAs: string | undefined; createdAt: string }> {
  const { dataDir, migrationsFolder, whenceVersion, startedAt } = options;
  const migration = { folder: migrationsFolder, whenceVersion };
  const next = path.join(work, "next");
  const isPresent = await isDumpOfPresentSchema(await checkDump(dump), migration);
  const pg = await createEmbedded(next, isPresent ? await findTemplate(options) : undefined);
  const restored = await restoreDump(drizzle({ client: pg, schema, casing: "snake_case" }), dump, migration).finally(
    () => pg.close(),
  );
  const pgDir = path.join(dataDir, "pg");
  const stamp = startedAt
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
  const keptAs = existsSync(pgDir) ? path.join(dataDir, `${damagedPrefix}${stamp}`) : undefined;
  if (keptAs !== undefined) await rename(pgDir, keptAs);
  await rename(next, pgDir);
  // They were made from the old store, which may have held rows that the new one does not.
  await rm(path.join(dataDir, "index"), { recursive: true, force: true });
  return { rows: restored.rows, keptAs, createdAt: restored.dump.header.created_at };
}

/** Damaged pages that reading rows did not come by: they belong to an index, which is built anew, or to a system table. */
function unlistedPages({ damaged }: PageCheck, lost: readonly string[]): string[] {
  return damaged
    .filter(({ file, block }) => !lost.some((sentence) => sentence.includes(`block ${block} of relation "${file}"`)))
    .map(({ file, block }) => `block ${block} of ${file} was damaged; no lost row was traced to it`);
}

async function assertSpace(pgDir: string): Promise<void> {
  const needed = (await sizeOf(pgDir)) * 2.5;
  const { bavail, bsize } = await statfs(pgDir);
  if (bavail * bsize >= needed) return;
  throw new RepairImpossible(
    `A repair of ${pgDir} works on copies and needs ${Math.ceil(needed / 1e6)} MB; the disk has ${Math.floor((bavail * bsize) / 1e6)} MB free. Nothing was changed.`,
  );
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true })) bytes += (await stat(path.join(folder, name))).size;
  return bytes;
}
