import type { DefineCommand } from "../command.ts";

export const defineUndo: DefineCommand = (command, { run }) => {
  command
    .argument("<id>", "the memory that was replaced")
    .action((id, options) => run("memory.undoSupersede", { id }, options));
};
