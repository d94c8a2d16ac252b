import type { DefineCommand } from "../command.ts";

export const defineLookups: DefineCommand = (command, { run }) => {
  command
    .argument("[id]", "one record, by lookup id or record id; without it the newest ones")
    .option("--shown", "the text that a model was shown")
    .option("--project <slug>", "only of this project")
    .option("--tool <tool>", "only of this tool")
    .addOption(command.createOption("--tier <tier>", "only answers of this tier").choices(["1", "2", "3", "none"]))
    .option("--q <text>", "only those whose failure or task holds this text")
    .option("--limit <count>", "at most so many, 1 to 100", Number)
    .option("--cursor <cursor>", "the next page of an earlier answer")
    .action((id, options) =>
      id === undefined
        ? run(
            "lookup.list",
            {
              project: options.project,
              tool: options.tool,
              tier: options.tier,
              q: options.q,
              limit: options.limit,
              cursor: options.cursor,
            },
            options,
          )
        : run(options.shown ? "lookup.shown" : "lookup.get", { id }, options),
    );
};
