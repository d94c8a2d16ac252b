import type { DefineCommand } from "../command.ts";

export const defineDecide: DefineCommand = (command, { run }) => {
  command
    .argument("<text>", "the decision and its reason")
    .requiredOption("--project <slug>", "host/owner/name")
    .requiredOption("--session <name>", "name of your run")
    .option("--ground <node...>", "files, directories or modules it is about")
    .addOption(
      command.createOption("--type <type>", "kind of reasoning").choices(["decision", "assumption", "constraint"]),
    )
    .option("--task-id <id>", "groups the decisions of one task")
    .option("--id <id>", "your own id")
    .option("--request-id <id>", "makes a retry safe")
    .action((text, options) =>
      run(
        "decision.record",
        {
          text,
          project: options.project,
          session: options.session,
          ground: options.ground ?? [],
          type: options.type,
          task_id: options.taskId,
          id: options.id,
          request_id: options.requestId,
        },
        options,
      ),
    );
};
