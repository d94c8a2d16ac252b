import type { DefineCommand } from "../command.ts";

export const defineLookup: DefineCommand = (command, { run, call, source }) => {
  command
    .option("--tool <tool>", "tool that failed or is to be used")
    .option("--file <file>", "log of the failure, - for standard input")
    .option("--task <text>", "what you are about to do")
    .option("--project <slug>", "host/owner/name")
    .addOption(command.createOption("--scope <scope>", "where to search").choices(["project", "all-projects"]))
    .option("--budget <tokens>", "upper bound for the answer", Number)
    .option("--signature-key <key>", "tells apart failures that look alike")
    .option("--session <name>", "name of your run")
    .option("--request-id <id>", "makes a retry safe")
    .action(async (options) =>
      run(
        "memory.context",
        {
          tool: options.tool,
          task: options.task,
          signature_source: await source(options.file),
          signature_key: options.signatureKey,
          project: options.project,
          scope: options.scope,
          budget: options.budget,
          session: options.session,
          request_id: options.requestId,
        },
        { ...options, forReaders: withBlock },
      ),
    );

  /** With the block as it is put before a model: stored text is shown as data of other sessions and nowhere else. */
  async function withBlock(body: unknown): Promise<unknown> {
    if (typeof body !== "object" || body === null || !("lookup_id" in body) || body.lookup_id === null) return body;
    const shown = await call("lookup.shown", { id: body.lookup_id });
    const { value } = shown.ok ? shown : { value: null };
    return typeof value === "object" && value !== null && "rendered" in value
      ? { ...body, rendered: value.rendered }
      : body;
  }
};
