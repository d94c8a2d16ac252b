import type { DefineCommand } from "../command.ts";

export const defineExplain: DefineCommand = (command, { run, source }) => {
  command
    .argument("<file>", "the log, - for standard input")
    .option("--tool <tool>", "tool that you take it to be from")
    .option("--signature-key <key>", "tells apart failures that look alike")
    .action(async (file, options) =>
      run(
        "signature.explain",
        { text: await source(file), tool: options.tool, signature_key: options.signatureKey },
        options,
      ),
    );
};
