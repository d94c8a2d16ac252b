import type { DefineCommand } from "../command.ts";

export const defineMerge: DefineCommand = (command, { run }) => {
  command
    .argument("<id>", "the signature that another one shall stand for")
    .requiredOption("--into <id>", "the one that shall stand for both")
    .requiredOption("--reason <text>", "why")
    .option("--request-id <id>", "makes a retry safe")
    .action((id, options) =>
      run(
        "signature.merge",
        { id, into: options.into, reason: options.reason, request_id: options.requestId },
        options,
      ),
    );
};
