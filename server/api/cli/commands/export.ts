import { stripControl } from "#server/domain/text/strip-control.ts";
import type { DefineCommand } from "../command.ts";

export const defineExport: DefineCommand = (command, { environment, print }) => {
  command
    .argument("[folder]", "where to, must not exist; without it whence-export-TIME in the working directory")
    .addHelpText(
      "after",
      "\nOne file of JSON lines for each table, and manifest.json. Keys and other secrets of the store are left out; " +
        "memories and logs are not.\nIt is merged into a store with `whence import export FOLDER`.",
    )
    .action(async (folder, options) => {
      const report = (line: string) => environment.err(`${stripControl(line)}\n`);
      await print("service.export", await environment.upkeep.export(folder, report), options);
    });
};
