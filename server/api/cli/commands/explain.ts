import type { DefineCommand } from "../command.ts";

export const defineExplain: DefineCommand = (command, { run, source }) => {
  command
    .argument("<file>", "the log, - for standard input")
    .option("--tool <tool>", "tool that you take it to be from")
    .action(async (file, options) =>
      run("signature.explain", { text: await source(file), tool: options.tool }, options),
    );
};
