import { hasSourceName } from "#server/domain/diagnostics/source-path.ts";
import { summaryOfBody } from "./context-body.ts";

/** Words that languages reserve, and literals: naming them claims nothing about a file. */
const reservedWords = new Set(
  (
    "abstract any as assert async await bool boolean break byte case catch char class const continue def default " +
    "defer delete do double elif else enum except export extends extern false finally float fn for from func function " +
    "go goto if impl implements import in int interface is lambda let loop long match mod module mut namespace never " +
    "new nil None not null number object of or override package pass private protected pub public raise readonly ref " +
    "return select self short sizeof static str string struct super switch symbol this throw throws trait True False " +
    "true try type typedef typeof undefined union unknown unsafe unsigned use using var virtual void volatile when " +
    "where while with yield"
  ).split(" "),
);

const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u;
const identifierPart = /[\p{ID_Continue}$.]/u;
/** Longer than any real name; a code span beyond it is text. */
const longestSymbol = 200;

/**
 * The symbols that a text names: an identifier, dots allowed, in backticks or followed by `()`. Paths, file names, flags
 * and texts with blanks are none, nor is anything in a fenced block. In order of appearance, each once. Linear in the text.
 */
export function namedSymbols(text: string): string[] {
  const named = new Set<string>();
  const prose: string[] = [];
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) {
      isFenced = !isFenced;
      continue;
    }
    if (!isFenced) prose.push(line);
  }
  for (const { isCode, text: part } of codeSpans(prose.join("\n"))) {
    if (isCode) offer(part.trim().replace(/\(\)$/, ""), named);
    else for (const called of calledNames(part)) offer(called, named);
  }
  return [...named];
}

function offer(name: string, named: Set<string>): void {
  if (name.length > longestSymbol || !identifier.test(name)) return;
  if (reservedWords.has(name) || (name.includes(".") && hasSourceName(name))) return;
  named.add(name);
}

/** Splits at code spans as Markdown does: a run of backticks ends at the next run of the same length. */
function codeSpans(text: string): { isCode: boolean; text: string }[] {
  const runs = [...text.matchAll(/`+/g)].map((found) => ({ at: found.index, length: found[0].length }));
  // The next run of the same length, found from the end once, so that unpaired runs cost nothing.
  const next = new Map<number, number>();
  const partner = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0;
    partner[at] = next.get(length) ?? -1;
    next.set(length, at);
  }
  const parts: { isCode: boolean; text: string }[] = [];
  let from = 0;
  for (let at = 0; at < runs.length; ) {
    const run = runs[at];
    const close = partner[at] ?? -1;
    const closing = runs[close];
    if (run === undefined || closing === undefined) {
      at += 1;
      continue;
    }
    parts.push({ isCode: false, text: text.slice(from, run.at) });
    parts.push({ isCode: true, text: text.slice(run.at + run.length, closing.at) });
    from = closing.at + closing.length;
    at = close + 1;
  }
  parts.push({ isCode: false, text: text.slice(from) });
  return parts;
}

/** What stands before each `()`. */
function* calledNames(text: string): Generator<string> {
  for (let at = text.indexOf("()"); at >= 0; at = text.indexOf("()", at + 2)) {
    let from = at;
    while (from > 0 && at - from <= longestSymbol && identifierPart.test(text.charAt(from - 1))) from -= 1;
    const before = text.charAt(from - 1);
    // A path (`src/run()`) or a flag (`--run()`) names no symbol.
    if (before === "/" || before === "-" || before === "\\") continue;
    yield text.slice(from, at).replace(/^\.+/, "");
  }
}

/** The names in a body's summary that are not among the symbols of its file. Empty means that the entry may pass. */
export function unknownSymbols(body: string, symbols: readonly string[]): string[] {
  const known = new Set(symbols);
  return namedSymbols(summaryOfBody(body)).filter((name) => !known.has(name));
}
