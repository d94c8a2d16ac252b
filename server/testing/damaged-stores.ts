import { cp, open, readdir, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DamageKind } from "#server/db/describe-damage.ts";

export type StoreFiles = {
  /** Of the table that a test filled, its primary key and a system table; relative to the store. */
  table: string;
  key: string;
  catalogue: string;
};

export type Damage = {
  name: string;
  /** How `openDatabase` judges it; null where only reading the rows comes by it. */
  kind: DamageKind | null;
  /** What `repairStore` makes of it where there is a dump, and whether every row is there afterwards. */
  repair: "salvaged" | "restored" | "refused";
  isComplete: boolean;
  inflict(pgDir: string, files: StoreFiles): Promise<void>;
};

/** The ladder of section 2.5 of the published methods: flip, cut, remove, and what backups and other versions do. */
export const damages: readonly Damage[] = [
  {
    name: "each segment of the write-ahead log cut at 1,000 bytes",
    repair: "salvaged",
    isComplete: true,
    kind: "log_damaged",
    inflict: (pg) => eachSegment(pg, (file) => truncate(file, 1_000)),
  },
  {
    name: "the segments of the write-ahead log removed",
    repair: "salvaged",
    isComplete: true,
    kind: "log_damaged",
    inflict: (pg) => eachSegment(pg, rm),
  },
  {
    name: "the folder of the write-ahead log removed",
    repair: "salvaged",
    isComplete: true,
    kind: "log_damaged",
    inflict: (pg) => remove(pg, "pg_wal"),
  },
  {
    name: "a bit of the control file flipped",
    repair: "restored",
    isComplete: false,
    kind: "control_damaged",
    inflict: (pg) => flip(path.join(pg, "global/pg_control"), 50),
  },
  {
    name: "the control file removed",
    repair: "restored",
    isComplete: false,
    kind: "control_damaged",
    inflict: (pg) => remove(pg, "global/pg_control"),
  },
  {
    name: "the control file emptied",
    repair: "restored",
    isComplete: false,
    kind: "control_damaged",
    inflict: (pg) => truncate(path.join(pg, "global/pg_control"), 0),
  },
  {
    name: "a page of a system table flipped",
    repair: "restored",
    isComplete: false,
    kind: "page_damaged",
    inflict: (pg, { catalogue }) => flip(path.join(pg, catalogue), 4_000),
  },
  {
    name: "a system table removed",
    repair: "restored",
    isComplete: false,
    kind: "file_missing",
    inflict: (pg, { catalogue }) => remove(pg, catalogue),
  },
  {
    name: "the empty folders left out",
    repair: "salvaged",
    isComplete: true,
    kind: "file_missing",
    inflict: removeEmptyFolders,
  },
  {
    name: "the settings removed",
    repair: "salvaged",
    isComplete: true,
    kind: "file_missing",
    inflict: (pg) => remove(pg, "postgresql.conf"),
  },
  {
    name: "the mark of the version removed",
    repair: "salvaged",
    isComplete: true,
    kind: "file_missing",
    inflict: (pg) => remove(pg, "PG_VERSION"),
  },
  {
    name: "the commit log removed",
    repair: "restored",
    isComplete: false,
    kind: "file_missing",
    inflict: (pg) => remove(pg, "pg_xact"),
  },
  {
    name: "made by a newer Postgres",
    repair: "refused",
    isComplete: false,
    kind: "other_postgres",
    inflict: (pg) => writeFile(path.join(pg, "PG_VERSION"), "19\n"),
  },
  {
    name: "a page of a table flipped",
    repair: "salvaged",
    isComplete: false,
    kind: null,
    inflict: (pg, { table }) => flip(path.join(pg, table), 3 * 8_192 + 4_000),
  },
  {
    name: "a table cut after its second page",
    repair: "salvaged",
    isComplete: false,
    kind: null,
    inflict: (pg, { table }) => truncate(path.join(pg, table), 2 * 8_192),
  },
  {
    name: "the file of a table removed",
    repair: "salvaged",
    isComplete: false,
    kind: null,
    inflict: (pg, { table }) => remove(pg, table),
  },
  {
    name: "a page of an index flipped",
    repair: "salvaged",
    isComplete: true,
    kind: null,
    inflict: (pg, { key }) => flip(path.join(pg, key), 8_192 + 4_000),
  },
];

export async function copyDamaged(
  from: string,
  to: string,
  damage: Pick<Damage, "inflict">,
  files: StoreFiles,
): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
  await damage.inflict(to, files);
}

async function flip(file: string, position: number): Promise<void> {
  const handle = await open(file, "r+");
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
  await handle.write(Uint8Array.of((buffer[0] ?? 0) ^ 0x10), 0, 1, position);
  await handle.close();
}

async function remove(pgDir: string, part: string): Promise<void> {
  await rm(path.join(pgDir, part), { recursive: true });
}

async function eachSegment(pgDir: string, change: (file: string) => Promise<void>): Promise<void> {
  const folder = path.join(pgDir, "pg_wal");
  for (const name of await readdir(folder)) if (/^[0-9A-F]{24}$/.test(name)) await change(path.join(folder, name));
}

async function removeEmptyFolders(pgDir: string): Promise<void> {
  for (const entry of await readdir(pgDir, { withFileTypes: true })) {
    const at = path.join(pgDir, entry.name);
    if (entry.isDirectory() && (await readdir(at)).length === 0) await rm(at, { recursive: true });
  }
}
