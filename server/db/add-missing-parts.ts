import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Puts back what every store has alike and no row lives in: folders (some backups leave out empty ones), the settings
 * and the marks of the version. Returns what was put back, relative to the store.
 */
export async function addMissingParts(pgDir: string): Promise<string[]> {
  const added: string[] = [];
  for (const folder of standardFolders) {
    if (existsSync(path.join(pgDir, folder))) continue;
    await mkdir(path.join(pgDir, folder), { recursive: true, mode: 0o700 });
    added.push(folder);
  }
  const databases = (await readdir(path.join(pgDir, "base"))).map((name) => path.join("base", name));
  const marks = ["", ...databases].map((folder) => path.join(folder, "PG_VERSION"));
  for (const file of ["postgresql.conf", ...marks]) {
    if (existsSync(path.join(pgDir, file))) continue;
    // Without any setting Postgres takes its defaults, which do for reading a store out.
    await writeFile(path.join(pgDir, file), path.basename(file) === "PG_VERSION" ? `${postgresMajor}\n` : "");
    added.push(file);
  }
  return added;
}

/** The Postgres that is built into PGlite. A store of another one says so in other places too, and is refused. */
const postgresMajor = 18;

/** Source: `subdirs` in src/bin/initdb/initdb.c of Postgres 18. */
const standardFolders = [
  "base",
  "global",
  "pg_commit_ts",
  "pg_dynshmem",
  "pg_logical",
  "pg_logical/mappings",
  "pg_logical/snapshots",
  "pg_multixact",
  "pg_multixact/members",
  "pg_multixact/offsets",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_tblspc",
  "pg_twophase",
  "pg_wal",
  "pg_wal/archive_status",
  "pg_wal/summaries",
  "pg_xact",
];
