import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { z } from "zod";

/** Of one subject at one size. Times in milliseconds of one processor under whatever else it did then: compare within a run only. */
export const Figure = z.object({
  name: z.string(),
  size: z.int().nullable(),
  value: z.number(),
  unit: z.enum(["ms", "MB", "×"]),
});
export type Figure = z.infer<typeof Figure>;

const Run = z.object({
  date: z.string(),
  commit: z.string(),
  node: z.string(),
  processors: z.int(),
  /** Processes that wanted to run when it began, as the system averages them over a minute: above 1 others were at work. */
  load: z.number(),
  /** What was not measured, or what else there is to know. */
  note: z.string().optional(),
  figures: z.array(Figure),
});
const Runs = z.array(Run);
export type Run = z.infer<typeof Run>;

export function readRuns(file: string): Run[] {
  try {
    return Runs.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Appends a run, one figure a line so that a diff shows what changed. */
export function appendRun(file: string, figures: Figure[], about: Pick<Run, "load" | "note">): Run {
  const run = {
    date: new Date().toISOString(),
    commit: commitNow(),
    node: process.version,
    processors: cpus().length,
    ...about,
    figures,
  };
  const runs = [...readRuns(file), run].map(
    ({ figures: shown, ...rest }) =>
      `  {\n    ${Object.entries(rest)
        .map(([field, value]) => `${JSON.stringify(field)}: ${JSON.stringify(value)}`)
        .join(
          ",\n    ",
        )},\n    "figures": [\n${shown.map((figure) => `      ${lineOf(figure)}`).join(",\n")}\n    ]\n  }`,
  );
  writeFileSync(file, `[\n${runs.join(",\n")}\n]\n`);
  return run;
}

/** As the formatter of this project would write it. */
function lineOf(figure: Figure): string {
  const fields = Object.entries(figure).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${fields.join(", ")} }`;
}

function commitNow(): string {
  try {
    const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
    const isClean = execFileSync("git", ["status", "--porcelain", "--untracked-files=no"], { encoding: "utf8" }) === "";
    return isClean ? commit : `${commit}+`;
  } catch {
    return "unknown";
  }
}
