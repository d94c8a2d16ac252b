const longestSide = 400;

/**
 * One replaced piece of a file as a unified diff: only the lines that differ. Line numbers are unknown here and stand
 * at 1. Linear; long pieces are cut.
 */
export function editDiff(path: string, before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  ) {
    end++;
  }
  const removed = old.slice(start, old.length - end).slice(0, longestSide);
  const added = now.slice(start, now.length - end).slice(0, longestSide);
  if (removed.length === 0 && added.length === 0) return "";
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -1,${removed.length} +1,${added.length} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    "",
  ].join("\n");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** The files of a patch in the form of Codex's `apply_patch`, each with its change as a unified diff. */
export function patchEdits(patch: string): { path: string; diff: string }[] {
  const edits: { path: string; removed: string[]; added: string[] }[] = [];
  for (const line of patch.split("\n")) {
    const file = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/.exec(line)?.[1]?.trim();
    const current = edits.at(-1);
    if (file !== undefined) edits.push({ path: file, removed: [], added: [] });
    else if (current && line.startsWith("-")) current.removed.push(line.slice(1));
    else if (current && line.startsWith("+")) current.added.push(line.slice(1));
  }
  return edits.map(({ path, removed, added }) => ({
    path,
    diff: editDiff(path, removed.join("\n"), added.join("\n")),
  }));
}
