import type { DefineCommand } from "../command.ts";

export const defineFollow: DefineCommand = (command, { run }) => {
  command
    .argument("[id]", "one lookup, by lookup id or record id; without it the rate over all of them")
    .option("--project <slug>", "only of this project")
    .addOption(command.createOption("--origin <origin>", "only these lookups").choices(["asked", "injected"]))
    .option("--days <count>", "of the last so many days, 1 to 365", Number)
    .action((id, options) =>
      id === undefined
        ? run(
            "lookup.followThroughRate",
            { project: options.project, origin: options.origin, days: options.days },
            options,
          )
        : run("lookup.followThrough", { id }, options),
    );
};
