import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#server/db/database.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { MigrationEdited, MigrationFailed, migrateStore, planMigrations, StoreIsNewer } from "#server/db/migrate.ts";
import { readMigrationFiles } from "#server/db/migration-files.ts";
import { openPostgres } from "#server/db/open-postgres.ts";
import { extendMigrations } from "#server/testing/extend-migrations.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { createTestDatabase, openTestStore } from "#server/testing/stores.ts";

const folders: string[] = [];
async function folderWith(added: Parameters<typeof extendMigrations>[0]): Promise<string> {
  const folder = await extendMigrations(added);
  folders.push(folder);
  return folder;
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const notes = { tag: "8000_notes", sql: 'create table notes (note text collate "C" primary key);' };
const more = {
  tag: "8001_more",
  sql: "alter table notes add column author text;\n--> statement-breakpoint\ninsert into notes values ('first', 'ada');",
};

const tablesOf = (db: Database) =>
  executeRows(
    db,
    sql`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    (row) => row.text("name"),
  );

describe.each(["embedded", "postgres"] as const)("migrating (%s)", (kind) => {
  let db: Database;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ db, close } = await openTestStore(kind));
  });
  afterEach(() => close());

  test("pending migrations run in order, once, and the store remembers which and by whom", async () => {
    const folder = await folderWith([notes, more]);
    const present = (await readMigrationFiles(migrationsFolder)).at(-1)?.tag;
    expect(await planMigrations(db, { folder, whenceVersion: "2.0.0" })).toEqual({
      current: present,
      pending: ["8000_notes", "8001_more"],
    });
    await migrateStore(db, { folder, whenceVersion: "2.0.0" });
    expect(await migrateStore(db, { folder, whenceVersion: "2.0.0" })).toEqual({ current: "8001_more", pending: [] });
    expect(await executeRows(db, sql`select note, author from notes`, (row) => row.text("author"))).toEqual(["ada"]);
  });

  test("a migration that fails half-way takes all pending ones back, and the version before works on", async () => {
    const before = await tablesOf(db);
    const broken = { tag: "8001_broken", sql: `${more.sql}\n--> statement-breakpoint\nselect 1 / 0;` };
    const folder = await folderWith([notes, broken]);
    const attempt = migrateStore(db, { folder, whenceVersion: "2.0.0" });
    await expect(attempt).rejects.toThrow(MigrationFailed);
    await expect(attempt).rejects.toThrow(/8001_broken\.sql failed at its statement 3: division by zero/);
    expect(await tablesOf(db)).toEqual(before);
    expect((await migrateStore(db, { folder: migrationsFolder, whenceVersion: "1.0.0" })).pending).toEqual([]);
  });

  test("an applied migration that was edited is an error that names the file, and nothing pending runs", async () => {
    const folder = await folderWith([notes]);
    await migrateStore(db, { folder, whenceVersion: "2.0.0" });
    const edited = await folderWith([{ ...notes, sql: "create table notes (note text, extra text);" }, more]);
    const attempt = migrateStore(db, { folder: edited, whenceVersion: "2.1.0" });
    await expect(attempt).rejects.toThrow(MigrationEdited);
    await expect(attempt).rejects.toThrow(/8000_notes\.sql was edited .*Whence 2\.0\.0/);
    // Generated anew under the same name, so that the journal gives it another time.
    const anew = await folderWith([{ ...notes, when: Date.UTC(2099, 0) }]);
    await expect(planMigrations(db, { folder: anew, whenceVersion: "2.1.0" })).rejects.toThrow(
      /8000_notes\.sql was edited/,
    );
  });

  test("line ends that a checkout changed are no edit", async () => {
    const folder = await folderWith([more]);
    const file = path.join(folder, "8001_more.sql");
    await writeFile(file, "create table notes (note text);\nselect 1;");
    const [unix] = (await readMigrationFiles(folder)).slice(-1);
    await writeFile(file, (await readFile(file, "utf8")).replaceAll("\n", "\r\n"));
    const [windows] = (await readMigrationFiles(folder)).slice(-1);
    expect(windows?.hash).toBe(unix?.hash);
  });

  test("a store that a newer Whence migrated is refused, with both versions named", async () => {
    await migrateStore(db, { folder: await folderWith([notes]), whenceVersion: "3.1.4" });
    const attempt = migrateStore(db, { folder: migrationsFolder, whenceVersion: "2.7.1" });
    await expect(attempt).rejects.toThrow(StoreIsNewer);
    await expect(attempt).rejects.toThrow(/by Whence 3\.1\.4 \(up to 8000_notes\); this is Whence 2\.7\.1/);
  });

  test("a migration that a merge brought in between older ones is not passed over", async () => {
    await migrateStore(db, {
      folder: await folderWith([{ ...notes, when: Date.UTC(2100, 0) }]),
      whenceVersion: "2.0.0",
    });
    const between = { tag: "7999_between", sql: "create table between_notes (note text);", when: Date.UTC(2099, 0) };
    const folder = await folderWith([between, { ...notes, when: Date.UTC(2100, 0) }]);
    expect((await migrateStore(db, { folder, whenceVersion: "2.0.1" })).pending).toEqual(["7999_between"]);
    expect(await tablesOf(db)).toContain("between_notes");
  });
});

test("of ten starters on one empty Postgres one migrates, and all find it migrated", async () => {
  const { url, drop } = await createTestDatabase({ isEmpty: true });
  const pools = Array.from({ length: 10 }, () => openPostgres(url));
  const folder = await folderWith([notes, { tag: "8001_slow", sql: "select pg_sleep(0.3);" }]);
  const plans = await Promise.all(pools.map(({ db }) => migrateStore(db, { folder, whenceVersion: "2.0.0" })));
  expect(plans.filter(({ pending }) => pending.length > 0)).toHaveLength(1);
  expect(plans.filter(({ current }) => current === "8001_slow")).toHaveLength(9);
  await Promise.all(pools.map(({ close }) => close()));
  await drop();
});
