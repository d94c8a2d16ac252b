import type { DefineCommand } from "../command.ts";

export const defineDelete: DefineCommand = (command, { run }) => {
  command.argument("<id>", "the memory to remove").action((id, options) => run("memory.delete", { id }, options));
};
