import type { CliEnvironment, DefineCommand } from "../command.ts";
import { readSource } from "../read-source.ts";

export const defineCalibrate: DefineCommand = (command, { run, environment }) => {
  command
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
      return run(
        "calibration.run",
        { pairs, project: options.project, policy_version: options.policyVersion },
        options,
      );
    });
};

/** One JSON object a line; a line that is none is named by its number. */
async function readPairs(file: string, { stdin }: CliEnvironment): Promise<unknown[]> {
  const { text } = await readSource(file, stdin);
  return text
    .split("\n")
    .map((line, position) => ({ line: line.trim(), number: position + 1 }))
    .filter(({ line }) => line !== "")
    .map(({ line, number }) => {
      const pair = parsed(line);
      if (typeof pair === "object" && pair !== null && "task_text" in pair && "label" in pair) return pair;
      throw new Error(`${file}, line ${number}: needs a JSON object with task_text and label.`);
    });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
