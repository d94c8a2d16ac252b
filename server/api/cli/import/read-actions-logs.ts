import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { readSource } from "../read-source.ts";
import type { Found } from "./import-item.ts";
import { memoryItem } from "./memory-item.ts";

/**
 * The unpacked log archives of GitHub Actions runs: every job's log whose steps failed, as evidence of its failure. It
 * is counted as a sighting once and never shown to an agent by itself. Logs of steps inside a job's folder repeat the
 * job's own log and are left out.
 */
export async function readActionsLogs(folder: string, project: string): Promise<Found> {
  const found: Found = { items: [], skipped: [] };
  for (const file of logsBelow(folder, "")) {
    const { text } = await readSource(path.join(folder, file), Readable.from([]));
    // Actions marks what failed a step; a log without the mark belongs to a job that passed.
    if (/##\[error\]/.test(text)) {
      found.items.push(memoryItem(file, { project, text: `A run of GitHub Actions failed: ${file}`, log: text }));
    } else found.skipped.push({ source: file, reason: "holds no failed step" });
  }
  return found;
}

function* logsBelow(folder: string, under: string): Generator<string> {
  const entries = readdirSync(path.join(folder, under), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const relative = under === "" ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) yield* logsBelow(folder, relative);
    else if (entry.isFile() && entry.name.endsWith(".txt") && !isStepOf(folder, under, entry.name)) yield relative;
  }
}

/** `build/3_Run tests.txt` beside `0_build.txt`: the job's own log holds it already. */
function isStepOf(folder: string, under: string, name: string): boolean {
  if (under === "" || !/^\d+_/.test(name)) return false;
  const job = path.posix.basename(under);
  const parent = path.join(folder, path.posix.dirname(under));
  return readdirSync(parent).some(
    (sibling) => sibling.replace(/^-?\d+_/, "") === `${job}.txt` && statSync(path.join(parent, sibling)).isFile(),
  );
}
