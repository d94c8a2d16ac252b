import { calibrationLabels } from "#server/domain/calibration/calibration-pair.ts";
import type { CliEnvironment, DefineCommand } from "../command.ts";
import { readWhole } from "../read-source.ts";

export const defineCalibrate: DefineCommand = (command, { call, run, print, exitWith, environment }) => {
  command
    .addHelpText(
      "after",
      "\nExit codes: 0 thresholds suggested or applied, 3 the pairs allow none and the floor stays, 1 refused.",
    )
    .argument("[id]", "show an earlier calibration; `list` lists them")
    .option("--pairs <file>", "JSONL of pairs, - for standard input; without it the labels of lookups")
    .option("--project <slug>", "host/owner/name")
    .option("--policy-version <version>", "score under a stored policy", Number)
    .option("--apply <id>", "apply the suggestion of this calibration")
    .option("--accept-weak", "apply it on fewer than three pairs of a class")
    .option("--floor <score>", "apply this noise floor instead of the suggested one", Number)
    .option("--gap <ratio>", "apply this rank gap instead of the suggested one", Number)
    .option("--replay <count>", "how many of the newest lookups are replayed", Number)
    .option("--dry-run", "only show what applying would change")
    .action(async (id, options) => {
      if (id !== undefined) {
        return id === "list" ? run("calibration.list", {}, options) : run("calibration.get", { id }, options);
      }
      if (options.apply !== undefined) {
        return run(
          "calibration.applySuggestion",
          {
            id: options.apply,
            project: options.project,
            noise_floor: options.floor,
            rank_gap_ratio: options.gap,
            replay_last: options.replay,
            accept_weak: options.acceptWeak === true,
            dry_run: options.dryRun === true,
          },
          options,
        );
      }
      const pairs = options.pairs === undefined ? undefined : await readPairs(options.pairs, environment);
      const input = { pairs, project: options.project, policy_version: options.policyVersion };
      const outcome = await call("calibration.run", input);
      // A refusal of the call reads as that of any other command.
      if (!outcome.ok) return run("calibration.run", input, options);
      if (typeof outcome.value === "object" && outcome.value !== null && "refused" in outcome.value) exitWith(3);
      return print("calibration.run", outcome.value, options);
    });
};

/** One JSON object a line; a line that is no pair is named by its number, since blank lines are no pairs. */
async function readPairs(file: string, { stdin }: CliEnvironment): Promise<object[]> {
  const lines = (await readWhole(file, stdin))
    .split("\n")
    .map((line, position) => ({ line: line.trim(), number: position + 1 }));
  return lines
    .filter(({ line }) => line !== "")
    .map(({ line, number }) => {
      const pair = parsed(line);
      const fault = faultOf(pair);
      if (fault === null && typeof pair === "object" && pair !== null) return pair;
      throw new Error(`${file}, line ${number}: ${fault}.`);
    });
}

function faultOf(pair: unknown): string | null {
  if (typeof pair !== "object" || pair === null || Array.isArray(pair)) return "is no JSON object";
  if (!("task_text" in pair) || typeof pair.task_text !== "string") return "needs task_text, a text";
  if (!("label" in pair) || !calibrationLabels.some((label) => label === pair.label)) {
    return `needs label, one of ${calibrationLabels.join(", ")}`;
  }
  return "memory_id" in pair || "score" in pair ? null : "needs memory_id or score";
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
