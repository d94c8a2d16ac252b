/**
 * Whether a directory is covered by the workspace patterns of npm, pnpm, yarn or bun. `*` stands for part of one
 * segment, `**` for any number of segments, a leading `!` takes out again; everything else is literal.
 * Linear in pattern times path.
 */
export function isWorkspaceMember(directory: string, patterns: readonly string[]): boolean {
  let isMember = false;
  for (const pattern of patterns) {
    const isExclusion = pattern.startsWith("!");
    const segments = (isExclusion ? pattern.slice(1) : pattern)
      .split("/")
      .filter((part) => part !== "" && part !== ".");
    if (isMember === isExclusion && matchesSegments(directory === "" ? [] : directory.split("/"), segments)) {
      isMember = !isExclusion;
    }
  }
  return isMember;
}

/** Greedy with one step back to the last `**`, which is enough because `**` takes any segments. */
function matchesSegments(path: readonly string[], pattern: readonly string[]): boolean {
  let at = 0;
  let want = 0;
  let retryPattern = -1;
  let retryPath = 0;
  while (at < path.length) {
    const wanted = pattern[want];
    if (wanted === "**") {
      retryPattern = ++want;
      retryPath = at;
    } else if (wanted !== undefined && matchesText(path[at] ?? "", wanted)) {
      at += 1;
      want += 1;
    } else if (retryPattern >= 0) {
      want = retryPattern;
      at = ++retryPath;
    } else return false;
  }
  return pattern.slice(want).every((rest) => rest === "**");
}

function matchesText(text: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + last.length <= text.length;
}
