import { openDatabase, type StoreTarget } from "#server/db/open-database.ts";
import { rulesets } from "#server/domain/failure-signature/ruleset.ts";
import { recomputeSignatures } from "#server/operations/recompute-signatures.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { changedRuleset } from "#server/testing/changed-ruleset.ts";

/**
 * Reads stored examples under changed rules, two a batch. Arguments: the target as JSON, the migrations, the templates, and after how many
 * batches it hangs. Prints "batch <n>" before each, and "done" after the last.
 */
const [target = "{}", migrationsFolder = "", templateFolder = "", mostBatches = "1000"] = process.argv.slice(2);
const parsed: StoreTarget = JSON.parse(target);
const say = (line: string) => process.stdout.write(`${line}\n`);

const store = await openDatabase(parsed, {
  migrationsFolder,
  templateFolder,
  whenceVersion: "0.0.0-test",
  startedAt: new Date(),
});
const context = await anOperationContext(store.db, { rulesets: [changedRuleset, rulesets.v1] });
let isDone = false;
for (let batch = 1; !isDone; batch++) {
  if (batch > Number(mostBatches)) await new Promise(() => setInterval(() => {}, 60_000));
  say(`batch ${batch}`);
  const answer = await recomputeSignatures.call(context, { limit: 2 });
  if (!answer.ok) throw new Error(answer.failure.message);
  isDone = answer.value.body.is_done;
}
say("done");
await store.close();
