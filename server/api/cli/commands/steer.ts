import type { DefineCommand } from "../command.ts";

export const defineSteer: DefineCommand = (command, { run, source }) => {
  command
    .option("--file <file>", "output of the command, - for standard input", "-")
    .option("--tool <tool>", "tool or command line that printed it")
    .option("--project <slug>", "host/owner/name")
    .option("--root <folder>", "folder of the checkout as the tool saw it")
    .option("--session <name>", "name of your run")
    .option("--request-id <id>", "makes a retry safe")
    .action(async (options) =>
      run(
        "agent.steer",
        {
          output: await source(options.file),
          tool: options.tool,
          project: options.project,
          root: options.root,
          session: options.session,
          request_id: options.requestId,
        },
        options,
      ),
    );
};
