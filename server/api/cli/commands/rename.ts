import type { DefineCommand } from "../command.ts";

export const defineRename: DefineCommand = (command, { run }) => {
  command
    .argument("<id>", "the failure")
    .argument("<name>", "what people call it")
    .requiredOption("--reason <text>", "why")
    .option("--request-id <id>", "makes a retry safe")
    .action((id, name, options) =>
      run("signature.rename", { id, name, reason: options.reason, request_id: options.requestId }, options),
    );
};
