import { stripControl } from "#server/domain/text/strip-control.ts";
import type { DefineCommand } from "../command.ts";
import type { RepairAnswer } from "../upkeep.ts";

export const defineRepair: DefineCommand = (command, { environment, print, exitWith }) => {
  command
    .option("--from <dump>", "load this dump instead of reading the damaged store")
    .addHelpText("after", "\nExit codes: 0 sound or wholly repaired, 3 repaired with losses, 1 not repaired.")
    .action(async (options) => {
      const report = (line: string) => environment.err(`${stripControl(line)}\n`);
      const repaired = await environment.upkeep.repair(options.from, report);
      if (repaired.lost.length > 0) exitWith(3);
      if (options.json === true) return print("service.repair", repaired, options);
      environment.out(`${repairLines(repaired).map(stripControl).join("\n")}\n`);
    });
};

function repairLines({ outcome, rows, lost, notes, kept_as, dump }: RepairAnswer): string[] {
  if (outcome === "sound") return ["The store is sound. Nothing was changed."];
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return [
    outcome === "salvaged"
      ? `The store was read out and made anew: ${total} rows.`
      : `The store was made anew from ${dump}: ${total} rows.`,
    ...(kept_as === null ? [] : [`The store as it was lies in ${kept_as}. Remove it when you miss nothing.`]),
    ...(lost.length === 0 ? ["Nothing is known to be lost."] : ["Lost:", ...lost.map((line) => `- ${line}`)]),
    ...notes,
  ];
}
