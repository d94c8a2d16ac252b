import type { DefineCommand } from "../command.ts";
import { readSource } from "../read-source.ts";

export const defineReference: DefineCommand = (command, { run, environment }) => {
  command
    .argument("<file>", "a Markdown file, - for standard input")
    .option("--project <slug>", "host/owner/name; without it the document belongs to the workspace")
    .option("--title <title>", "instead of its first heading")
    .option("--path <path>", "instead of the file's own path")
    .action(async (file, options) => {
      const { text } = await readSource(file, environment.stdin);
      await run(
        "reference.add",
        { project: options.project, title: options.title, path: options.path ?? file, markdown: text },
        options,
      );
    });
};
