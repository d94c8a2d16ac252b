import path from "node:path";
import type { DefineCommand } from "../command.ts";

export const defineIndex: DefineCommand = (command, { run, progress }) => {
  command.argument("[folder]", "a checkout; without it the working directory").action(async (folder, options) => {
    const full = path.resolve(folder ?? ".");
    progress(`Indexing ${full} …`);
    await run("graph.index", { path: full }, options);
  });
};
