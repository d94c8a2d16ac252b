import { statSync } from "node:fs";
import path from "node:path";
import type { Found, ImportItem, ImportSkip } from "./import-item.ts";
import type { LogFile } from "./log-file.ts";
import { memoryItem } from "./memory-item.ts";
import { readFolderLogs } from "./read-folder-logs.ts";

/**
 * The log archive of a GitHub Actions run, as GitHub gives it or unpacked, or a folder of such archives: every job's log
 * whose steps failed, as evidence of its failure. It is counted as a sighting once and never shown to an agent by itself.
 * Logs of steps inside a job's folder repeat the job's own log and are left out. One log is held at a time.
 */
export function readActionsLogs(place: string, project: string): Found {
  const skipped: ImportSkip[] = [];
  return { items: itemsOf(place, project, skipped), skipped };
}

async function* itemsOf(place: string, project: string, skipped: ImportSkip[]): AsyncGenerator<ImportItem> {
  if (!statSync(place).isDirectory()) return yield* itemsOfZip(place, "", project, skipped);
  const files = readFolderLogs(place);
  yield* failedJobs(files, "", project, skipped);
  for (const { name } of files) {
    if (name.toLowerCase().endsWith(".zip")) {
      yield* itemsOfZip(path.join(place, name), `${name}/`, project, skipped);
    }
  }
}

async function* itemsOfZip(
  file: string,
  prefix: string,
  project: string,
  skipped: ImportSkip[],
): AsyncGenerator<ImportItem> {
  const { openZipLogs } = await import("./open-zip-logs.ts");
  const archive = await openZipLogs(file);
  try {
    yield* failedJobs(archive.logs, prefix, project, skipped);
  } finally {
    archive.close();
  }
}

async function* failedJobs(
  logs: readonly LogFile[],
  prefix: string,
  project: string,
  skipped: ImportSkip[],
): AsyncGenerator<ImportItem> {
  const jobs = jobFolders(logs);
  for (const { name, read } of logs) {
    if (!name.endsWith(".txt") || jobs.has(path.posix.dirname(name))) continue;
    const source = `${prefix}${name}`;
    const { text } = await read();
    // Actions marks what failed a step; a log without the mark belongs to a job that passed.
    if (!text.includes("##[error]")) skipped.push({ source, reason: "holds no failed step" });
    else yield memoryItem(source, { project, text: `A run of GitHub Actions failed: ${name}`, log: text });
  }
}

/** `build` where there is a `0_build.txt` beside it: the job's own log holds what its folder holds. */
function jobFolders(logs: readonly LogFile[]): ReadonlySet<string> {
  return new Set(
    logs.flatMap(({ name }) => {
      const job = /^-?\d+_(.+)\.txt$/.exec(path.posix.basename(name))?.[1];
      return job === undefined ? [] : [path.posix.join(path.posix.dirname(name), job)];
    }),
  );
}
