import type { DefineCommand } from "../command.ts";

export const defineRemember: DefineCommand = (command, { run, source }) => {
  command
    .requiredOption("--project <slug>", "host/owner/name")
    .requiredOption("--text <text>", "what was wrong, why, and what fixed it")
    .option("--file <file>", "log of the failure that the lesson explains, - for standard input")
    .option("--signature-key <key>", "tells apart failures that look alike")
    .option("--symptom <text>", "how the failure shows itself, in words")
    .option("--tool <tool>", "tool that the lesson is about")
    .option("--level <level>", "L1 or L2")
    .option("--ground <path...>", "files, directories or modules it is about")
    .option("--session <name>", "name of your run")
    .option("--supersedes <id>", "memory that this one replaces")
    .option("--reason <text>", "why it is replaced")
    .option("--id <id>", "your own id")
    .option("--request-id <id>", "makes a retry safe")
    .action(async (options) =>
      run(
        "memory.remember",
        {
          project: options.project,
          text: options.text,
          signature_source: await source(options.file),
          signature_key: options.signatureKey,
          symptom: options.symptom,
          tool: options.tool,
          level: options.level,
          ground: options.ground,
          session: options.session,
          supersedes:
            options.supersedes === undefined ? undefined : [{ id: options.supersedes, reason: options.reason ?? "" }],
          id: options.id,
          request_id: options.requestId,
        },
        options,
      ),
    );
};
