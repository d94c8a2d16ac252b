import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";

/** One run of a watching tool. */
export type WatchCycle = { lines: OutputLine[]; notes: string[]; isCut: boolean };

/** Lines that begin a new run, by tool. Sources: tsc (diagnosticMessages 6031, 6032), Vitest, Jest, nodemon, cargo-watch, ava. */
const cycleStarts: readonly { name: string; pattern: RegExp }[] = [
  {
    name: "tsc",
    pattern: /(?:File change detected\. Starting incremental compilation|Starting compilation in watch mode)\.\.\.$/,
  },
  { name: "tsc_build", pattern: /Projects in this build:$/ },
  { name: "vitest", pattern: /^\s*RERUN\s+\S/ },
  { name: "nodemon", pattern: /^\[nodemon\] (?:restarting due to changes|starting )/ },
  { name: "cargo_watch", pattern: /^\[Running '.*'\]$/ },
  { name: "node_watch", pattern: /^Restarting '.*'$/ },
];

const cycleEnds: readonly { name: string; pattern: RegExp }[] = [
  { name: "tsc", pattern: /Found \d+ errors?\. Watching for file changes\.$/ },
  { name: "vitest", pattern: /(?:Waiting for file changes|Watching for file changes|press h to show help)/i },
  { name: "jest", pattern: /^(?:Watch Usage|Ran all test suites|Time: {2,})/ },
  { name: "nodemon", pattern: /^\[nodemon\] (?:app crashed|clean exit)/ },
  { name: "cargo_watch", pattern: /^\[Finished running/ },
  { name: "node_watch", pattern: /^(?:Completed running|Failed running) '/ },
];

function hasEnd(lines: readonly OutputLine[]): boolean {
  return lines.some(({ text }) => cycleEnds.some((end) => end.pattern.test(text)));
}

/**
 * The lines that still hold. A watching tool prints one run after another into the same output; only its last finished run describes the
 * present. An unfinished last run is named in the notes and makes the result incomplete.
 */
export function currentCycle(lines: readonly OutputLine[]): WatchCycle {
  const cycles: OutputLine[][] = [[]];
  let isWatching = false;
  for (const line of lines) {
    const starts = line.isCleared || cycleStarts.some((start) => start.pattern.test(line.text));
    if (starts) {
      isWatching = true;
      // A clear-screen code and the line that says so belong to one start.
      if (cycles.at(-1)?.some((earlier) => earlier.text.trim() !== "" && !isStart(earlier))) cycles.push([]);
    }
    cycles.at(-1)?.push(line);
  }
  const written = cycles.filter((cycle) => cycle.some((line) => line.text.trim() !== ""));
  const last = written.at(-1) ?? [];
  if (!isWatching || written.length === 0) return { lines: [...lines], notes: [], isCut: false };
  const finished = written.map(hasEnd);
  // Where no run says that it ended, the tool does not say so, and the last one counts.
  if (!finished.includes(true)) {
    const isTsc = last.some((line) => cycleStarts[0]?.pattern.test(line.text));
    return { lines: last, notes: isTsc ? ["The watch cycle has not finished."] : [], isCut: isTsc };
  }
  const at = finished.lastIndexOf(true);
  const kept = written[at] ?? last;
  const earlier = at;
  const notes =
    earlier > 0 ? [`${earlier} earlier watch ${earlier === 1 ? "cycle was" : "cycles were"} left out.`] : [];
  if (at === written.length - 1) return { lines: kept, notes, isCut: false };
  notes.push("The last watch cycle has not finished; these are the results of the one before it.");
  return { lines: kept, notes, isCut: true };
}

function isStart(line: OutputLine): boolean {
  return cycleStarts.some((start) => start.pattern.test(line.text));
}
