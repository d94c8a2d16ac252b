import { randomIds } from "#server/adapters/clock/random-ids.ts";
import { openDatabase, type StoreTarget } from "#server/db/open-database.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { ledgerSteps, sendLedgerCall } from "#server/testing/ledger-steps.ts";

/**
 * Eight clients that call operations without pause. Arguments: the target as JSON, the migrations, the templates, the round,
 * the hours by which the clock is wrong. Prints "open", then "try <step> <turn>" before each call and "ack <step> <turn>"
 * after its answer. Turns are unique over all rounds.
 */
const [target = "{}", migrationsFolder = "", templateFolder = "", round = "", wrongHours = "0"] = process.argv.slice(2);
const parsed: StoreTarget = JSON.parse(target);
const say = (line: string) => process.stdout.write(`${line}\n`);

const { db } = await openDatabase(parsed, {
  migrationsFolder,
  templateFolder,
  whenceVersion: "0.0.0-test",
  startedAt: new Date(),
});
const context = await anOperationContext(db, { newId: randomIds });
context.clock.advance(Number(wrongHours) * 3_600_000);
say("open");

async function client(name: number): Promise<never> {
  for (let count = 0; ; count++) {
    const turn = `r${round}-c${name}-${count}`;
    for (const step of ledgerSteps) {
      say(`try ${step} ${turn}`);
      const outcome = await sendLedgerCall(context, step, turn);
      if (!outcome.ok) throw new Error(`${step} ${turn}: ${outcome.failure.code} ${outcome.failure.message}`);
      say(`ack ${step} ${turn}`);
    }
  }
}
await Promise.all(Array.from({ length: 8 }, (_, name) => client(name)));
