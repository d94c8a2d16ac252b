import type { DefineCommand } from "../command.ts";

export const defineDrafts: DefineCommand = (command, { run }) => {
  command
    .argument("[id]", "the draft to approve or discard; without it all that wait are listed")
    .option("--approve", "make it an active lesson")
    .option("--discard", "throw it away")
    .option("--text <text>", "approve it in your own words")
    .option("--symptom <text>", "approve it with this symptom")
    .option("--project <slug>", "only of this project")
    .option("--limit <count>", "at most so many, 1 to 100", Number)
    .option("--cursor <cursor>", "the next page of an earlier answer")
    .action((id, options) => {
      if (id === undefined) {
        const { project, limit, cursor } = options;
        return run("draft.list", { project, limit, cursor }, options);
      }
      const isApproved = options.approve === true || options.text !== undefined || options.symptom !== undefined;
      if (isApproved === (options.discard === true)) {
        throw new Error("Say what to do with the draft: --approve (or --text), or --discard.");
      }
      return isApproved
        ? run("draft.approve", { id, text: options.text, symptom: options.symptom }, options)
        : run("draft.discard", { id }, options);
    });
};
