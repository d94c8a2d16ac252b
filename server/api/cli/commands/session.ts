import type { DefineCommand } from "../command.ts";

export const defineSession: DefineCommand = (command, { run }) => {
  command
    .argument("<name>", "name of your run")
    .requiredOption("--project <slug>", "host/owner/name")
    .option("--goal <text>", "what the session is for")
    .action((session, options) =>
      run("session.start", { session, project: options.project, goal: options.goal }, options),
    );
};
