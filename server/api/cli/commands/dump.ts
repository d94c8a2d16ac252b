import { stripControl } from "#server/domain/text/strip-control.ts";
import type { DefineCommand } from "../command.ts";

export const defineDump: DefineCommand = (command, { environment, print }) => {
  command
    .argument("[file]", "where to; without it whence-TIME.dump.gz in the working directory")
    .addHelpText(
      "after",
      "\nThe file holds what the store holds, its secrets included. It is loaded with `whence repair --from FILE`.",
    )
    .action(async (file, options) => {
      const report = (line: string) => environment.err(`${stripControl(line)}\n`);
      await print("service.dump", await environment.upkeep.dump(file, report), options);
    });
};
