import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { sql } from "drizzle-orm";
import { newOwnerProof } from "#server/compose/owner-proof.ts";
import { openDatabase } from "#server/db/open-database.ts";

/**
 * Opens the store as a server or a command would. Arguments: the data folder, the migrations, the templates, "serve" or
 * "stay" or "once". Prints "open", "url …", or "refused <name> <ms> <message>"; obeys "close", "spawn" and "busy <ms>" on its input.
 */
const [dataDir = "", migrationsFolder = "", templateFolder = "", mode = ""] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const start = performance.now();
try {
  const store = await openDatabase(
    { dataDir },
    { migrationsFolder, templateFolder, whenceVersion: "0.0.0-test", startedAt: new Date() },
  );
  say("open");
  if (mode === "once") {
    await store.db.execute(sql`select 1`);
    await store.close();
    process.exit(0);
  }
  if (mode === "serve") {
    const server = createServer((_, response) => response.end("{}"));
    server.listen(0, "127.0.0.1", async () => {
      const address = server.address();
      const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
      await store.publishUrl(url, newOwnerProof());
      say(`url ${url}`);
    });
  }
  process.stdin.on("data", async (chunk) => {
    const [word, ms] = String(chunk).trim().split(" ");
    if (word === "busy") {
      const until = performance.now() + Number(ms);
      while (performance.now() < until);
      say("idle");
    }
    if (word === "spawn") {
      const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], {
        detached: true,
        stdio: "ignore",
      });
      child.unref();
      say(`spawned ${child.pid}`);
    }
    if (word === "close") {
      await store.close();
      process.exit(0);
    }
  });
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  say(`refused ${name} ${Math.round(performance.now() - start)} ${message}`);
  process.exit(3);
}
