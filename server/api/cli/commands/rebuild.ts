import path from "node:path";
import type { DefineCommand } from "../command.ts";

export const defineRebuild: DefineCommand = (command, { run, progress }) => {
  command
    .argument("[folder]", "a checkout; without it the working directory")
    .option("--apply", "write what the dry run shows")
    .option("--undo <id>", "undo the rebuild of this id instead")
    .action(async (folder, options) => {
      if (options.undo !== undefined) {
        await run("code.undoRebuild", { id: options.undo }, options);
        return;
      }
      const full = path.resolve(folder ?? ".");
      progress(`Reading ${full} …`);
      await run("code.rebuild", { path: full, apply: options.apply === true }, options);
    });
};
