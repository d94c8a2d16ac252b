import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { bootAgent } from "#server/operations/boot-agent.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";

/**
 * Opens an embedded store and asks SCOPE about one checkout until it is killed. Arguments: the data folder, the migrations, the
 * templates, the parse worker, the checkout. Prints "open", then "answered" or "refused <message>" for each question.
 */
const [dataDir = "", migrationsFolder = "", templateFolder = "", workerFile = "", repo = ""] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const store = await openDatabase(
  { dataDir },
  { migrationsFolder, templateFolder, whenceVersion: "0.0.0-test", startedAt: new Date() },
);
const context = await anOperationContext(store.db, {
  newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
  repositories: gitRepositoryReader({ workerFile, packageFolder: process.cwd(), countTokens }),
});
say("open");
for (;;) {
  const outcome = await bootAgent.call(context, { goal: "change `a.ts` and its partners", repo });
  say(outcome.ok ? "answered" : `refused ${outcome.failure.message}`);
}
