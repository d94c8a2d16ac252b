import type { DefineCommand } from "../command.ts";

export const defineOutcome: DefineCommand = (command, { run }) => {
  command
    .argument("<verdict>", "pass or fail")
    .requiredOption("--session <name>", "name of your run")
    .requiredOption("--rationale <text>", "why; never given to other sessions")
    .option("--decision <id>", "the decision that is judged")
    .option("--task-id <id>", "or: every decision of this task in the session")
    .option("--lookup <id>", "the lookup that led to it")
    .option("--request-id <id>", "makes a retry safe")
    .action((verdict, options) =>
      run(
        "outcome.record",
        {
          verdict,
          session: options.session,
          rationale: options.rationale,
          decision_id: options.decision,
          task_id: options.taskId,
          lookup_id: options.lookup,
          request_id: options.requestId,
        },
        options,
      ),
    );
};
