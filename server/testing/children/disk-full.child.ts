import { createRequire } from "node:module";
import { projects } from "#drizzle/schema/schema.ts";
import { openDatabase } from "#server/db/open-database.ts";

/**
 * Writes to an embedded store until its disk is full: after `room` bytes each write fails with ENOSPC, as it does on a
 * full disk. Arguments: the data folder, the migrations, the templates, the room. Prints "ack <id>" for each row, then
 * "failed <error>", "again <error>" for one more statement, "stopped <error>", and "closed".
 */
const [dataDir = "", migrationsFolder = "", templateFolder = "", room = ""] = process.argv.slice(2);
const say = (word: string, text: string) => process.stdout.write(`${word} ${JSON.stringify(text)}\n`);

const store = await openDatabase(
  { dataDir },
  { migrationsFolder, templateFolder, whenceVersion: "0.0.0-test", startedAt: new Date() },
);

// PGlite writes through the same object of the CommonJS world, so replacing the function there reaches it.
const fs: typeof import("node:fs") = createRequire(import.meta.url)("node:fs");
const writeSync = fs.writeSync;
let left = Number(room);
Object.assign(fs, {
  writeSync(...given: Parameters<typeof writeSync>) {
    const isPipe = given[0] < 3;
    if (!isPipe && left <= 0)
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const written: number = Reflect.apply(writeSync, fs, given);
    if (!isPipe) left -= written;
    return written;
  },
});

const createdAt = new Date();
const insert = (id: string) =>
  store.db.insert(projects).values({ workspaceId: "w", projectId: id.padEnd(900, "."), createdAt });
const messageOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return `${cause}`;
};

for (let row = 0; ; row++) {
  try {
    await insert(`row-${row}-`);
    say("ack", `row-${row}-`);
  } catch (error) {
    say("failed", messageOf(error));
    break;
  }
}
await insert("one-more-").catch((error: unknown) => say("again", messageOf(error)));
say("stopped", String(await store.stopped));
await store.close();
say("closed", "");
