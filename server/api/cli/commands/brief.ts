import type { DefineCommand } from "../command.ts";

export const defineBrief: DefineCommand = (command, { run }) => {
  command
    .argument("[task]", "what the session is about, as far as that is known")
    .requiredOption("--project <slug>", "host/owner/name")
    .requiredOption("--session <name>", "name of your run")
    .option("--nodes <node...>", "files, directories or modules you are working on")
    .option("--budget <tokens>", "upper bound for the rendered answer", Number)
    .action((task, options) =>
      run(
        "session.brief",
        {
          task_text: task,
          project: options.project,
          session: options.session,
          current_nodes: options.nodes,
          budget: options.budget,
        },
        options,
      ),
    );
};
