import type { DefineCommand } from "../command.ts";

export const defineRetain: DefineCommand = (command, { run }) => {
  command
    .option("--limit <rows>", "most rows of each kind that one batch removes", Number)
    .action((options) => run("retention.sweep", { limit: options.limit }, options));
};
