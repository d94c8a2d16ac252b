import path from "node:path";
import type { DefineCommand } from "../command.ts";

export const defineExport: DefineCommand = (command, tools) => {
  command
    .argument("[folder]", "where to, must not exist; without it whence-export-TIME in the working directory")
    .addHelpText(
      "after",
      "\nOne file of JSON lines for each table, and manifest.json, written by the process that has the store open; other " +
        "callers of an embedded store wait meanwhile.\nKeys and other secrets of the store are left out; memories and logs " +
        "are not.\nIt is merged into a store with `whence import export FOLDER`.",
    )
    .action(async (folder, options) => {
      // An empty store is not made to be copied: a mistaken data folder would look like a backup.
      if ((await tools.connection({ mustStand: true })).isRemote) throw new Error(elsewhere("exported to"));
      await tools.run(
        "service.export",
        { folder: path.resolve(folder ?? `whence-export-${stampOf(new Date())}`) },
        options,
      );
    });
};

/** UTC, to the second, and good in a file name everywhere. */
function stampOf(time: Date): string {
  return time
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
}

/** A folder is one of the machine of the store. */
export function elsewhere(what: string): string {
  return `WHENCE_URL names a server on another machine, whose folders cannot be ${what} from here. Run this on its machine.`;
}
