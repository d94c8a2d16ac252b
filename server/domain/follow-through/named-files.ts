/**
 * Which of the returned memories named each touched file: by their ground (the file itself or a folder above it) or by
 * its path in their text. Sorted by path.
 */
export function namedFiles(
  touched: readonly string[],
  memories: readonly { id: string; ground: readonly string[]; text: string }[],
): { path: string; named_by: string[] }[] {
  return [...new Set(touched)].sort().map((path) => ({
    path,
    named_by: memories
      .filter(
        ({ ground, text }) =>
          ground.some((node) => node === path || path.startsWith(`${node.replace(/\/$/, "")}/`)) ||
          mentions(text, path),
      )
      .map(({ id }) => id),
  }));
}

/** The whole path and not the tail of a longer one: `src/a.ts` is not named by `lib/src/a.tsx`. */
function mentions(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + path.length] ?? " ";
    if (!/[\w/.-]/.test(before) && !/[\w/-]/.test(after)) return true;
  }
  return false;
}
