import type { DefineCommand } from "../command.ts";

export const defineSupersede: DefineCommand = (command, { run }) => {
  command
    .argument("<id>", "the memory that is no longer right")
    .option("--by <id>", "the memory that replaces it")
    .option("--text <text>", "the text of a new memory that replaces it")
    .option("--retire", "replace it by nothing")
    .requiredOption("--reason <text>", "why")
    .action((id, options) => {
      const successor = options.text === undefined ? (options.retire ? null : undefined) : { text: options.text };
      return run("memory.supersede", { id, successor_id: options.by, successor, reason: options.reason }, options);
    });
};
