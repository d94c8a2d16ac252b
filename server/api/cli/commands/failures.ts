import type { DefineCommand } from "../command.ts";

export const defineFailures: DefineCommand = (command, { run }) => {
  command
    .argument("[id]", "the failure; without it the ones seen last")
    .option("--project <slug>", "only those that this project has seen")
    .option("--tool <tool>", "only those of this tool")
    .option("--q <text>", "only those that hold this text")
    .option("--without-lesson", "only those that nobody has left a lesson for")
    .option("--min-seen <count>", "only those seen at least this often", Number)
    .option("--whole", "with the whole log that it was first seen in, not only the part around the failure")
    .addOption(command.createOption("--sort <order>", "order").choices(["last_seen", "seen_count", "first_seen"]))
    .action((id, options) =>
      id === undefined
        ? run(
            "signature.list",
            {
              project: options.project,
              tool: options.tool,
              q: options.q,
              lessons: options.withoutLesson ? "without" : undefined,
              min_seen: options.minSeen,
              sort: options.sort,
            },
            options,
          )
        : // A program gets what every surface gives; a person is spared a log of a megabyte.
          run("signature.get", options.json || options.whole ? { id } : { id, example: "window" }, options),
    );
};
