import type { DefineCommand } from "../command.ts";

export const defineNeighbours: DefineCommand = (command, { run }) => {
  command.argument("<id>", "the failure").action((id, options) => run("signature.neighbours", { id }, options));
};
