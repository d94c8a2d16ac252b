const traceback = /^Traceback \(most recent call last\):/;
const pythonFrame = /^File /;

/**
 * A masked failure on one line, with what tells it from others first: of a Python traceback the exception before its frames,
 * and a word that every line begins with only once.
 */
export function failureHeadline(masked: string): string {
  const lines = masked
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return withoutRepeats(exceptionFirst(lines)).join(" · ");
}

function exceptionFirst(lines: readonly string[]): string[] {
  const [first = "", ...rest] = lines;
  if (!traceback.test(first) || rest.length === 0) return [...lines];
  const exceptions = rest.filter((line) => !pythonFrame.test(line));
  return exceptions.length === 0 ? rest : [...exceptions, ...rest.filter((line) => pythonFrame.test(line))];
}

/** `npm error code E404`, `npm error 404 Not Found`: the words that the line before began with as well are left out. */
function withoutRepeats(lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const before = lines[index - 1]?.split(" ") ?? [];
    const words = line.split(" ");
    let shared = 0;
    while (shared < words.length - 1 && words[shared] === before[shared]) shared += 1;
    return shared < 2 ? line : words.slice(shared).join(" ");
  });
}
