import { readdir, rm } from "node:fs/promises";
import path from "node:path";

/** Enough to go back over a few upgrades; older ones would keep what was deleted since. */
const backupsKept = 3;

const ending = ".dump.gz";

/** Where the dump before the next migration goes: `backups/2026-11-29T22-15-03Z-0000_init.dump.gz`. */
export function backupFile(dataDir: string, { now, tag }: { now: Date; tag: string }): string {
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
  return path.join(folderOf(dataDir), `${stamp}-${tag}${ending}`);
}

/** Paths of the automatic dumps, newest first. */
export async function listBackups(dataDir: string): Promise<string[]> {
  try {
    const names = await readdir(folderOf(dataDir));
    // The time in front of the name sorts them.
    const dumps = names.filter((name) => name.endsWith(ending)).sort();
    return dumps.reverse().map((name) => path.join(folderOf(dataDir), name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Removes all but the newest few. Returns what was removed. */
export async function pruneBackups(dataDir: string): Promise<string[]> {
  const old = (await listBackups(dataDir)).slice(backupsKept);
  for (const file of old) await rm(file);
  return old;
}

/** Removes every automatic dump. What is purged from the store must not live on in them. */
export async function removeBackups(dataDir: string): Promise<string[]> {
  const files = await listBackups(dataDir);
  for (const file of files) await rm(file);
  return files;
}

function folderOf(dataDir: string): string {
  return path.join(dataDir, "backups");
}
