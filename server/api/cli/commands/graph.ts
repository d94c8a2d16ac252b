import type { DefineCommand } from "../command.ts";

export const defineGraph: DefineCommand = (command, { run }) => {
  command
    .argument("<node>", "file, directory or module")
    .requiredOption("--project <slug>", "host/owner/name")
    .option("--hops <count>", "1 or 2", Number)
    .option("--signatures", "list what each file declares")
    .action((node, options) =>
      run(
        "graph.query",
        {
          node,
          project: options.project,
          hops: options.hops,
          detail: options.signatures ? "signatures" : undefined,
        },
        options,
      ),
    );
};
