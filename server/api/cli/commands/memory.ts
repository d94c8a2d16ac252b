import type { DefineCommand } from "../command.ts";

export const defineMemory: DefineCommand = (command, { run }) => {
  command
    .argument("[id]", "one memory; without it the newest ones")
    .option("--project <slug>", "only of this project")
    .option("--level <level>", "only of this level: L0, L1 or L2")
    .option("--q <text>", "only those that hold this text")
    .option("--limit <count>", "at most so many, 1 to 100", Number)
    .option("--cursor <cursor>", "the next page of an earlier answer")
    .action((id, options) =>
      id === undefined
        ? run(
            "memory.list",
            {
              project: options.project,
              level: options.level,
              q: options.q,
              limit: options.limit,
              cursor: options.cursor,
            },
            options,
          )
        : run("memory.get", { id }, options),
    );
};
