/** What a diff did to one file. `removed` and `added` are its first changed lines, trimmed, without blank ones. */
export type FileChange = { path: string; addedLines: number; removedLines: number; added: string[]; removed: string[] };

const keptLines = 3;
const keptCharacters = 160;

/**
 * The files of a unified diff (git's or plain) in order, with how much changed and the first lines that did. Linear in
 * the length of the diff. Anything that is no diff gives an empty list; a file named twice is one change.
 */
export function summariseDiff(diff: string): FileChange[] {
  const changes = new Map<string, FileChange>();
  let current: FileChange | null = null;
  let oldPath = "";
  let left = { old: 0, new: 0 };
  for (const line of diff.split("\n")) {
    // Inside a hunk a line is content, whatever it looks like: "--- a" may be a removed "-- a".
    if (current && (left.old > 0 || left.new > 0)) {
      left = countLine(current, line, left);
      continue;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (hunk) left = { old: Number(hunk[1] ?? 1), new: Number(hunk[2] ?? 1) };
    else if (line.startsWith("--- ")) oldPath = pathOf(line.slice(4));
    else if (line.startsWith("+++ ")) {
      const newPath = pathOf(line.slice(4));
      const path = newPath === "/dev/null" ? oldPath : newPath;
      current = changes.get(path) ?? { path, addedLines: 0, removedLines: 0, added: [], removed: [] };
      if (path !== "" && path !== "/dev/null") changes.set(path, current);
    }
  }
  return [...changes.values()];
}

function countLine(change: FileChange, line: string, left: { old: number; new: number }): { old: number; new: number } {
  if (line.startsWith("+")) {
    change.addedLines++;
    keep(change.added, line);
    return { old: left.old, new: left.new - 1 };
  }
  if (line.startsWith("-")) {
    change.removedLines++;
    keep(change.removed, line);
    return { old: left.old - 1, new: left.new };
  }
  // "\ No newline at end of file" belongs to neither side.
  return line.startsWith("\\") ? left : { old: left.old - 1, new: left.new - 1 };
}

function keep(lines: string[], line: string): void {
  const text = line.slice(1).trim();
  if (text !== "" && lines.length < keptLines) lines.push(text.slice(0, keptCharacters));
}

/** `a/` and `b/` are git's own; a tab starts a time stamp in plain diffs. */
function pathOf(text: string): string {
  const path = (text.split("\t")[0] ?? "").trim().replace(/^"(.*)"$/, "$1");
  return path === "/dev/null" ? path : path.replace(/^[ab]\//, "");
}
