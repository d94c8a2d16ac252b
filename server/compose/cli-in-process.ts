import { quietLog } from "#server/adapters/log/pino-log.ts";
import type { CliConnection } from "#server/api/cli/connection.ts";
import { findOperation } from "#server/operations/catalogue.ts";
import type { Config } from "./config.ts";
import { compose } from "./context.ts";

/** Runs operations in this process, on a store that it opens and closes. */
export async function openInProcess(config: Config): Promise<CliConnection> {
  const composition = await compose(config, { log: quietLog });
  return {
    async call(name, input) {
      const operation = findOperation(name);
      if (!operation) throw new Error(`No operation ${name}.`);
      // A command has nobody else to answer meanwhile, and no second chance: it waits for complete indexes.
      if (operation.kind === "lookup") await composition.prepareIndexes();
      if (operation.name === "context.prior") await composition.context.priorCorpus.sync();
      const outcome = await operation.call(composition.context, input);
      return outcome.ok ? { ok: true, value: outcome.value.body } : outcome;
    },
    close: () => composition.close(),
  };
}
