import type { DefineCommand } from "../command.ts";

export const defineUndoChange: DefineCommand = (command, { run }) => {
  command
    .argument("<change>", "id of the merge, split, name or mark (chg_…)")
    .option("--reason <text>", "why")
    .action((change, options) => run("signature.undo", { change_id: change, reason: options.reason }, options));
};
