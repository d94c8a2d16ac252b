import type { DefineCommand } from "../command.ts";

export const defineUnexplained: DefineCommand = (command, { run }) => {
  command
    .option("--project <slug>", "only of this project")
    .option("--min-seen <count>", "seen at least so often", Number)
    .option("--limit <count>", "at most so many, 1 to 100", Number)
    .action((options) =>
      run(
        "signature.unexplained",
        { project: options.project, min_seen: options.minSeen, limit: options.limit },
        options,
      ),
    );
};
