import type { DefineCommand } from "../command.ts";

export const defineMark: DefineCommand = (command, { run }) => {
  command
    .argument("<id>", "the failure")
    .addOption(
      command
        .createOption("--as <mark>", "flaky: a hit says that it comes and goes; noise: tier 1 does not answer for it")
        .choices(["flaky", "noise"])
        .makeOptionMandatory(),
    )
    .requiredOption("--reason <text>", "why")
    .option("--request-id <id>", "makes a retry safe")
    .action((id, options) =>
      run("signature.mark", { id, mark: options.as, reason: options.reason, request_id: options.requestId }, options),
    );
};
