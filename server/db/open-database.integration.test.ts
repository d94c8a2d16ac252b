import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { projects, workspaces } from "#drizzle/schema/schema.ts";
import { listBackups, removeBackups } from "#server/db/backups.ts";
import { StoreUnusable } from "#server/db/describe-damage.ts";
import { MigrationFailed, StoreIsNewer } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { checkDump } from "#server/db/read-dump.ts";
import { extendMigrations } from "#server/testing/extend-migrations.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { endChildren, runChild } from "#server/testing/run-child.ts";

let parent = "";
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "whence-open-"));
});
afterEach(endChildren);
afterAll(() => rm(parent, { recursive: true, force: true }));

const createdAt = new Date("2026-11-29T12:00:00Z");
const aWorkspace = (workspaceId: string) => ({ workspaceId, name: workspaceId, secret: "00", createdAt });

function optionsWith(given: { migrationsFolder?: string; startedAt?: Date; whenceVersion?: string } = {}) {
  const lines: string[] = [];
  return {
    lines,
    options: {
      migrationsFolder,
      templateFolder: inject("storeTemplate").folder,
      whenceVersion: "1.0.0",
      startedAt: createdAt,
      ...given,
      report: (line: string) => lines.push(line),
    },
  };
}

test("a first start says what it does, a second has nothing to say, and what was written is there", async () => {
  const dataDir = path.join(parent, "first");
  const first = optionsWith();
  const store = await openDatabase({ dataDir }, first.options);
  expect(first.lines).toEqual([`Creating the store in ${path.join(dataDir, "pg")}`]);
  expect(store).toMatchObject({ kind: "embedded", location: dataDir });
  await store.db.insert(workspaces).values(aWorkspace("w"));
  await store.close();
  const second = optionsWith();
  const again = await openDatabase({ dataDir }, second.options);
  expect(second.lines).toEqual([]);
  expect(await again.db.$count(workspaces)).toBe(1);
  await again.close();
});

test("a creation that was cut off is made anew; it held nothing", async () => {
  const dataDir = path.join(parent, "cut-off");
  await mkdir(path.join(dataDir, "pg", "base"), { recursive: true });
  await writeFile(path.join(dataDir, "pg", "PG_VERSION"), "18\n");
  await writeFile(path.join(dataDir, "pg.incomplete"), "");
  const store = await openDatabase({ dataDir }, optionsWith().options);
  expect(await store.db.$count(workspaces)).toBe(0);
  await store.close();
  expect((await readdir(dataDir)).sort()).toEqual(["lock", "pg"]);
});

test("before a migration the embedded store is dumped, with size and row counts told; the newest three dumps are kept", async () => {
  const dataDir = path.join(parent, "upgrade");
  const store = await openDatabase({ dataDir }, optionsWith().options);
  await store.db.insert(workspaces).values(["a", "b"].map(aWorkspace));
  await store.close();
  for (let version = 1; version <= 4; version++) {
    const added = Array.from({ length: version }, (_, step) => ({
      tag: `800${step}_step`,
      sql: `create table step${step} (n int);`,
    }));
    const folder = await extendMigrations(added);
    const startedAt = new Date(createdAt.getTime() + version * 60_000);
    const { lines, options } = optionsWith({ migrationsFolder: folder, startedAt, whenceVersion: `1.${version}.0` });
    const upgraded = await openDatabase({ dataDir }, options);
    await upgraded.close();
    expect(lines).toEqual([
      expect.stringMatching(/^Dump written to .*backups.*\.dump\.gz: (\d+ B|[\d.]+ kB), 2 rows \(workspaces 2\)$/),
      expect.stringMatching(new RegExp(`^Migrating the store from \\w+ to 800${version - 1}_step$`)),
    ]);
    await rm(folder, { recursive: true });
  }
  const dumps = await listBackups(dataDir);
  expect(dumps.map((file) => path.basename(file))).toEqual([
    "2026-11-29T12-04-00Z-8002_step.dump.gz",
    "2026-11-29T12-03-00Z-8001_step.dump.gz",
    "2026-11-29T12-02-00Z-8000_step.dump.gz",
  ]);
  expect((await checkDump(dumps[0] ?? "")).footer.rows).toMatchObject({ workspaces: 2, step0: 0, step2: 0 });

  const older = openDatabase({ dataDir }, optionsWith({ whenceVersion: "1.0.0" }).options);
  await expect(older).rejects.toThrow(StoreIsNewer);
  await expect(older).rejects.toThrow(/by Whence 1\.4\.0 .* this is Whence 1\.0\.0/);
  expect(await removeBackups(dataDir)).toEqual(dumps);
  expect(await listBackups(dataDir)).toEqual([]);
});

test("a migration that fails leaves a store that the version before opens and writes to", async () => {
  const dataDir = path.join(parent, "failing");
  await (await openDatabase({ dataDir }, optionsWith().options)).close();
  const folder = await extendMigrations([
    { tag: "8000_broken", sql: "create table t (n int);\n--> statement-breakpoint\nselect nothing;" },
  ]);
  await expect(openDatabase({ dataDir }, optionsWith({ migrationsFolder: folder }).options)).rejects.toThrow(
    MigrationFailed,
  );
  await rm(folder, { recursive: true });
  const store = await openDatabase({ dataDir }, optionsWith().options);
  await store.db.insert(workspaces).values(aWorkspace("w"));
  await store.close();
});

test("E20: a folder that this user may not write to is refused with folder, cause and remedy", async () => {
  const dataDir = path.join(parent, "not-ours");
  await mkdir(dataDir);
  await chmod(parent, 0o755);
  await chmod(dataDir, 0o555);
  const error = await asOrdinaryUser(() =>
    openDatabase({ dataDir }, optionsWith().options).catch((error: unknown) => error),
  );
  await chmod(dataDir, 0o755);
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error).toMatchObject({ kind: "no_permission", directory: dataDir, isRepairable: false });
  expect(String(error)).toMatch(/this user may not write to it/);
  expect(String(error)).toMatch(/set WHENCE_DATA_DIR to another folder/);
});

test("E20: on a full disk the store stops with a clear error, never hangs, and keeps every acknowledged row", async () => {
  const dataDir = path.join(parent, "full");
  const child = await runChild("server/testing/children/disk-full.child.ts", [
    dataDir,
    migrationsFolder,
    inject("storeTemplate").folder,
    String(3_000_000),
  ]);
  const said = async (word: string) => String(JSON.parse((await child.lineWith(`${word} `)).slice(word.length + 1)));
  expect(await said("failed")).toMatch(/No space left on device/);
  expect(await said("again")).toMatch(/EngineStopped: The embedded store has stopped: .*No space left on device/);
  expect(await said("stopped")).toMatch(
    new RegExp(`StoreUnusable: The store in ${dataDir} cannot be used: its disk is full`),
  );
  await said("closed");
  child.signal("SIGKILL");
  await child.ended;
  const acknowledged = child.lines
    .filter((line) => line.startsWith("ack "))
    .map((line) => String(JSON.parse(line.slice(4))));
  expect(acknowledged.length).toBeGreaterThan(100);
  const store = await openDatabase({ dataDir }, optionsWith().options);
  const ids = new Set((await store.db.select().from(projects)).map(({ projectId }) => projectId.replaceAll(".", "")));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  await store.close();
});

/** Root may write anywhere, so a test that runs as root takes on an account that owns nothing. */
async function asOrdinaryUser<T>(run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.("nobody");
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
