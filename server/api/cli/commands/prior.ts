import type { DefineCommand } from "../command.ts";

export const definePrior: DefineCommand = (command, { run }) => {
  command
    .argument("<task>", "what you are about to do")
    .requiredOption("--project <slug>", "host/owner/name")
    .requiredOption("--session <name>", "name of your run")
    .option("--nodes <node...>", "files, directories or modules you are working on")
    .addOption(command.createOption("--scope <scope>", "where to search").choices(["project", "all-projects"]))
    .option("--top-k <count>", "most memories to return", Number)
    .option("--budget <tokens>", "upper bound for the rendered answer", Number)
    .option("--request-id <id>", "makes a retry safe")
    .action((task, options) =>
      run(
        "context.prior",
        {
          task_text: task,
          project: options.project,
          session: options.session,
          current_nodes: options.nodes,
          scope: options.scope,
          top_k: options.topK,
          budget: options.budget,
          request_id: options.requestId,
        },
        options,
      ),
    );
};
