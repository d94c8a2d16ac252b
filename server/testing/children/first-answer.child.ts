import { readFileSync } from "node:fs";
import { quietLog } from "#server/adapters/log/pino-log.ts";
import { readConfig } from "#server/compose/config.ts";
import { compose } from "#server/compose/context.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";

/**
 * Opens the store of the environment as the server does and asks at once. Arguments: the file of a log, the project.
 * Prints "first <ms> <tier> <legs that are missing>", then "whole <ms>" once no leg is missing; times are from the start of the process.
 */
const [file = "", project = ""] = process.argv.slice(2);
const composition = await compose(readConfig(process.env), { log: quietLog });
const prepared = composition.prepareIndexes();
const ask = async () => {
  const outcome = await lookUpContext.call(composition.context, {
    project,
    signature_source: readFileSync(file, "utf8"),
    task: "rotate the certificate",
  });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value.body;
};
const first = await ask();
say(`first ${now()} ${first.tier} ${first.degraded.map(({ leg, reason }) => `${leg}:${reason}`).join(",")}`);
await prepared;
const whole = await ask();
if (whole.degraded.length > 0) throw new Error(JSON.stringify(whole.degraded));
say(`whole ${now()} ${whole.lessons.map(({ id }) => id).join(",")}`);
await composition.close();
process.exit(0);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function now(): number {
  return Math.round(performance.now());
}
