import { sql } from "drizzle-orm";
import { projectAliases, projects, workspaces } from "#drizzle/schema/schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { openDatabase, type StoreTarget } from "#server/db/open-database.ts";

/**
 * Eight clients that write without pause. Arguments: the target as JSON, the migrations, the templates, the round.
 * Prints "open", then "try <id>" before each write and "ack <id>" after its commit. Ids are unique over all rounds.
 * A write is a project, its alias and one step of the workspace's counter: all of it, or nothing.
 */
const [target = "{}", migrationsFolder = "", templateFolder = "", round = ""] = process.argv.slice(2);
const parsed: StoreTarget = JSON.parse(target);
const say = (line: string) => process.stdout.write(`${line}\n`);

const { db } = await openDatabase(parsed, {
  migrationsFolder,
  templateFolder,
  whenceVersion: "0.0.0-test",
  startedAt: new Date(),
});
const createdAt = new Date();
await db.insert(workspaces).values({ workspaceId: "w", name: "w", secret: "00", createdAt }).onConflictDoNothing();
say("open");

async function client(name: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `r${round}-c${name}-${count}`;
    say(`try ${id}`);
    await inTransaction(db, async (tx) => {
      await tx.insert(projects).values({ workspaceId: "w", projectId: id, createdAt });
      await tx.insert(projectAliases).values({ workspaceId: "w", alias: `alias of ${id}`, projectId: id, createdAt });
      await tx.update(workspaces).set({ corpusSeq: sql`${workspaces.corpusSeq} + 1` });
    });
    say(`ack ${id}`);
  }
}
await Promise.all(Array.from({ length: 8 }, (_, name) => client(name)));
