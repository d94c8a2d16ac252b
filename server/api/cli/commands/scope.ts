import path from "node:path";
import type { DefineCommand } from "../command.ts";

export const defineScope: DefineCommand = (command, { run, progress }) => {
  command
    .argument("<goal>", "the task as it was given to you")
    .option("--repo <folder>", "a checkout; without it the working directory")
    .option("--project <slug>", "host/owner/name, instead of a checkout: the commit that was indexed last")
    .option("--limit <count>", "most candidate files", Number)
    .option("--session <name>", "name of your run")
    .option("--request-id <id>", "makes a retry safe")
    .action(async (goal, options) => {
      const repo = options.project ?? path.resolve(options.repo ?? ".");
      progress(`Reading ${repo} …`);
      await run(
        "agent.boot",
        { goal, repo, limit: options.limit, session: options.session, request_id: options.requestId },
        options,
      );
    });
};
