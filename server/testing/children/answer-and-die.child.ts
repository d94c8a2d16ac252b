import { randomIds } from "#server/adapters/clock/random-ids.ts";
import { openDatabase, type StoreTarget } from "#server/db/open-database.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { ledgerSteps, sendLedgerCall } from "#server/testing/ledger-steps.ts";

/**
 * Makes one call and is killed when it has been committed, before anybody is told. Arguments: the target as JSON, the
 * migrations, the templates, the step and its turn.
 */
const [target = "{}", migrationsFolder = "", templateFolder = "", word = "", turn = ""] = process.argv.slice(2);
const parsed: StoreTarget = JSON.parse(target);
const { db } = await openDatabase(parsed, {
  migrationsFolder,
  templateFolder,
  whenceVersion: "0.0.0-test",
  startedAt: new Date(),
});
const context = await anOperationContext(db, { newId: randomIds });
const step = ledgerSteps.find((known) => known === word);
if (step && (await sendLedgerCall(context, step, turn)).ok) process.kill(process.pid, "SIGKILL");
