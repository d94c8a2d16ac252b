/** Stands for the start of a text, in literals that must stand there. A noncharacter, which no text should hold; where one does, more is allowed. */
export const startMark = "\uFFFE";

/**
 * What every text that a pattern matches must hold: one of `literals`, or, where `orNonAscii` is set, any character beyond ASCII. Literals are
 * written as the pattern asks for them, in lower case where it does not tell ASCII case apart (`ignoresCase`). Undefined where no such thing is
 * known: then the pattern may match anything.
 */
export type RequiredLiterals = { literals: readonly string[]; ignoresCase: boolean; orNonAscii: boolean };

/** Beyond these a longer or larger set finds hardly anything more. In UTF-16 units. */
const longestLiteral = 16;
const mostLiterals = 256;
const mostInRun = 80;
const mostInClass = 26;

/** The part of a literal that is looked for first; more of each would only make the automaton larger. In UTF-16 units. */
const longestTelling = 5;
/** At the start of a line a few units more tell much more apart, since many patterns begin with the same word. */
const longestTellingStart = 8;

/**
 * What one part of a pattern says. `exact`: all texts that it can match, where they are few. `begins`: each match begins with one of these.
 */
type Part = { exact?: readonly string[]; begins?: readonly string[]; need?: RequiredLiterals };

/** Words that half of all lines about failures hold: they, and parts of them, say little more about a pattern than two letters do. */
const commonWords = ["error: ", "failed ", "failure", " not found"];

type Reader = { source: string; at: number; ignoresCase: boolean; isUnicode: boolean; isMultiline: boolean };

/**
 * Reads a pattern and finds out which literals a match cannot do without, as search engines do that look for words before they try patterns.
 * Errs on the side of undefined: lookarounds and back references ask for nothing.
 */
export function requiredLiterals(pattern: RegExp): RequiredLiterals | undefined {
  // Set notation and modifiers in the middle of a pattern are not read.
  if (pattern.flags.includes("v") || /\(\?[a-z-]+:/.test(pattern.source)) return undefined;
  const reader = {
    source: pattern.source,
    at: 0,
    ignoresCase: pattern.ignoreCase,
    isUnicode: pattern.unicode,
    isMultiline: pattern.multiline,
  };
  const { exact, need } = readAlternatives(reader);
  return exact && !exact.includes("") ? (betterOf(asNeed(reader, exact), need) ?? undefined) : need;
}

function readAlternatives(reader: Reader): Part {
  const parts = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at += 1;
    parts.push(readSequence(reader));
  }
  if (parts.length === 1) return parts[0] ?? {};
  const exact = union(parts.map((part) => part.exact));
  const begins = exact ? undefined : union(parts.map((part) => part.exact ?? part.begins));
  const needs = parts.map((part) => (part.exact ? betterOf(asNeed(reader, part.exact), part.need) : part.need));
  const literals = union(needs.map((need) => need?.literals));
  const orNonAscii = needs.some((need) => need?.orNonAscii);
  const need = literals && { literals, ignoresCase: reader.ignoresCase, orNonAscii };
  return { ...(exact ? { exact } : {}), ...(begins ? { begins } : {}), ...(need ? { need } : {}) };
}

/** All texts of several sets, where each is known and they are few. */
function union(sets: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const texts = new Set<string>();
  for (const set of sets) {
    if (!set) return undefined;
    for (const text of set) texts.add(text);
  }
  return texts.size <= mostLiterals ? [...texts] : undefined;
}

/** Parts that follow one another: the literals of the longest run of known text decide. */
function readSequence(reader: Reader): Part {
  let best: RequiredLiterals | undefined;
  let run: readonly string[] = [""];
  let begins: readonly string[] | undefined;
  let isWhole = true;
  const endRun = (next: readonly string[] = [""]) => {
    best = betterOf(best, asNeed(reader, run));
    if (isWhole && !run.includes("")) begins = run;
    run = next;
    isWhole = false;
  };
  while (reader.at < reader.source.length && reader.source[reader.at] !== "|" && reader.source[reader.at] !== ")") {
    const item = readItem(reader);
    if (item === "nothing") continue;
    const { least, most } = readQuantifier(reader);
    if (least === 0) {
      const either = most === 1 && item.exact && crossed(run, ["", ...item.exact]);
      if (either) run = either;
      else endRun();
      continue;
    }
    // Longer texts would be cut; to put each of many together character by character takes its time.
    if (run.length > 1 && (run[0] ?? "").length >= longestLiteral) endRun();
    const product = item.exact && crossed(run, item.exact);
    if (product) run = product;
    else if (item.exact) endRun(item.exact);
    else {
      // A text that goes on as the item begins.
      run = (item.begins && crossed(run, item.begins)) ?? run;
      endRun();
    }
    // The last of several repetitions stands before what follows.
    if (item.exact && most > 1) endRun(item.exact);
    best = betterOf(best, item.need);
  }
  const whole = isWhole ? run : undefined;
  best = betterOf(best, asNeed(reader, run));
  return { ...(whole ? { exact: whole } : {}), ...(begins ? { begins } : {}), ...(best ? { need: best } : {}) };
}

function crossed(left: readonly string[], right: readonly string[]): readonly string[] | undefined {
  if (left.length * right.length > Math.max(mostInRun, left.length, right.length)) return undefined;
  return left.flatMap((start) => right.map((end) => start + end));
}

function asNeed({ ignoresCase }: Reader, texts: readonly string[]): RequiredLiterals | undefined {
  if (texts.length > mostLiterals || texts.some((text) => text === "" || text === startMark)) return undefined;
  const literals = [...new Set((sharedPart(texts) ?? texts).map(cutLiteral))];
  // A text that holds the longer one holds the shorter one too.
  const shortest = literals.filter(
    (literal) => !literals.some((other) => other !== literal && literal.includes(other)),
  );
  return { literals: shortest, ignoresCase, orNonAscii: false };
}

/** What all of several texts end with, or all begin a line with, where that is long enough to tell: one literal does the work of many. */
function sharedPart(texts: readonly string[]): readonly string[] | undefined {
  const [first = "", ...others] = texts;
  if (others.length === 0) return undefined;
  let length = first.length;
  while (length > 0 && !others.every((text) => text.endsWith(first.slice(-length)))) length -= 1;
  const end = length === 0 ? "" : first.slice(-length);
  if (end.length >= longestTelling && !isCommon(foldAscii(end.slice(-longestTelling)))) return [end];
  length = first.startsWith(startMark) ? first.length : 0;
  while (length > 0 && !others.every((text) => text.startsWith(first.slice(0, length)))) length -= 1;
  const beginning = first.slice(0, length);
  return length > longestTellingStart && !isCommon(foldAscii(beginning.slice(1))) ? [beginning] : undefined;
}

function cutLiteral(text: string): string {
  return text.startsWith(startMark) ? text.slice(0, longestLiteral) : text.slice(-longestLiteral);
}

/** What of a literal tells most, in lower case, and where in it that stands. */
export type TellingPart = { text: string; from: number };

/** The end of a literal; its beginning where that is the start of a line, or where half of all lines about failures hold such an end. */
export function tellingPart(literal: string): TellingPart {
  const folded = foldAscii(literal);
  if (folded.startsWith(startMark)) return { text: folded.slice(0, longestTellingStart), from: 0 };
  const end = folded.slice(-longestTelling);
  return isCommon(end)
    ? { text: folded.slice(0, longestTelling), from: 0 }
    : { text: end, from: folded.length - end.length };
}

function isCommon(literal: string): boolean {
  return commonWords.some((word) => word.includes(literal));
}

/** How seldom a literal is met: about its length, which beyond four units says little more. */
function rarityOf(literal: string): number {
  const isStart = literal.startsWith(startMark);
  const text = foldAscii(isStart ? literal.slice(1) : literal);
  const held = commonWords.find((word) => word.includes(text) || text.includes(word));
  // Words around a common one make it a little less so.
  const rarity = Math.min(4, held === undefined ? text.length : 2.5 + Math.max(0, text.length - held.length) / 8);
  // The start of a line is one place among many, where common words are often met.
  return isStart ? rarity + (held === undefined ? 1 : 0.25) : Math.min(text.length, rarity);
}

/** The one whose shortest literal is longer, because it is met more seldom; of equal ones the smaller set. */
function betterOf(
  left: RequiredLiterals | undefined,
  right: RequiredLiterals | undefined,
): RequiredLiterals | undefined {
  if (!left || !right) return left ?? right;
  const difference = shortestOf(left) - shortestOf(right);
  if (difference !== 0) return difference > 0 ? left : right;
  return left.literals.length <= right.literals.length ? left : right;
}

function shortestOf({ literals, orNonAscii }: RequiredLiterals): number {
  // Real logs hold few characters beyond ASCII: one of them says about as much as two letters.
  return Math.min(orNonAscii ? 2 : Number.POSITIVE_INFINITY, ...literals.map(rarityOf));
}

/** One item of a sequence without its quantifier; `nothing` where it stands for no character. */
function readItem(reader: Reader): Part | "nothing" {
  const { source } = reader;
  const character = source[reader.at] ?? "";
  if (character === "(") return readGroup(reader);
  if (character === "[") return readClass(reader);
  if (character === "\\") return readEscape(reader);
  if (character === "^" || character === "$") {
    reader.at += 1;
    return character === "^" && !reader.isMultiline ? { exact: [startMark] } : "nothing";
  }
  if (character === ".") {
    reader.at += 1;
    return {};
  }
  const whole = reader.isUnicode ? String.fromCodePoint(source.codePointAt(reader.at) ?? 0) : character;
  reader.at += whole.length;
  return literal(reader, whole);
}

function readGroup(reader: Reader): Part | "nothing" {
  const opening = /^\((?:\?(?:<?[=!]|:|<[^>]*>))?/.exec(reader.source.slice(reader.at, reader.at + 80))?.[0] ?? "(";
  reader.at += opening.length;
  const inner = readAlternatives(reader);
  reader.at += 1;
  if (!/^\(\?<?[=!]$/.test(opening)) return inner;
  readQuantifier(reader);
  return "nothing";
}

const classEscape = /^\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|c([A-Za-z])|(0)(?![0-9]))/;
const namedControls: Record<string, string> = { n: "\n", r: "\r", t: "\t", v: "\v", f: "\f" };

/** The character that an escape at `at` writes, and its end; undefined where it stands for a set or for no character. */
function escapedCharacter({ source, isUnicode }: Reader, at: number): { text: string; end: number } | undefined {
  const found = classEscape.exec(source.slice(at, at + 12));
  if (found) {
    const hex = (isUnicode ? found[1] : undefined) ?? found[2] ?? found[3];
    const code = hex !== undefined ? Number.parseInt(hex, 16) : found[4] ? found[4].charCodeAt(0) % 32 : 0;
    if (found[1] === undefined || isUnicode) return { text: String.fromCodePoint(code), end: at + found[0].length };
  }
  const letter = source[at + 1] ?? "";
  const control = namedControls[letter];
  if (control !== undefined) return { text: control, end: at + 2 };
  return /[A-Za-z0-9]/.test(letter) ? undefined : { text: letter, end: at + 2 };
}

function readEscape(reader: Reader): Part | "nothing" {
  const letter = reader.source[reader.at + 1] ?? "";
  if (letter === "b" || letter === "B") {
    reader.at += 2;
    return "nothing";
  }
  const written = escapedCharacter(reader, reader.at);
  if (written) {
    reader.at = written.end;
    return literal(reader, written.text);
  }
  const set = /^\\(?:[pP]\{[^}]*\}|k<[^>]*>|[0-9]+|.)/s.exec(reader.source.slice(reader.at, reader.at + 80))?.[0];
  reader.at += set?.length ?? 2;
  return letter === "d" ? { exact: [..."0123456789"] } : {};
}

/** A character as it is compared. Undefined where a case of it lies outside ASCII, which is not folded. */
function literal({ ignoresCase, isUnicode }: Reader, text: string): Part {
  if (ignoresCase) {
    if (/[^\0-\x7f]/.test(text) && text.toLowerCase() !== text.toUpperCase()) return {};
    // Under both flags the long s and the sign of kelvin are letters of the alphabet too.
    if (isUnicode && /[sk]/i.test(text)) return {};
  }
  return { exact: [ignoresCase ? foldAscii(text) : text] };
}

/** Lower case for A to Z, and for nothing else. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function readClass(reader: Reader): Part {
  const { source } = reader;
  reader.at += 1;
  const isNegated = source[reader.at] === "^";
  if (isNegated) reader.at += 1;
  const members = new Set<string>();
  let isKnown = true;
  const add = (part: Part) => {
    if (part.exact) for (const text of part.exact) members.add(text);
    else isKnown = false;
  };
  const from = reader.at;
  while (reader.at < source.length && source[reader.at] !== "]") {
    const first = readMember(reader);
    const isRange = first !== undefined && source[reader.at] === "-" && source[reader.at + 1] !== "]";
    if (!isRange) {
      if (first === undefined) isKnown = false;
      else add(literal(reader, first));
      continue;
    }
    reader.at += 1;
    const last = readMember(reader);
    const low = first.codePointAt(0) ?? 0;
    const high = last?.codePointAt(0) ?? Number.MAX_SAFE_INTEGER;
    if (high - low > mostInClass) isKnown = false;
    else for (let code = low; code <= high; code++) add(literal(reader, String.fromCodePoint(code)));
  }
  const written = source.slice(from, reader.at);
  reader.at += 1;
  if (isNegated) {
    const isNonAscii = /^\\(?:x00|0)-\\x7[fF]$/.test(written);
    return isNonAscii ? { need: { literals: [], ignoresCase: reader.ignoresCase, orNonAscii: true } } : {};
  }
  return isKnown && members.size > 0 && members.size <= mostInClass ? { exact: [...members] } : {};
}

/** One character of a class; undefined for a set of characters. */
function readMember(reader: Reader): string | undefined {
  const { source, isUnicode } = reader;
  const character = source[reader.at] ?? "";
  if (character !== "\\") {
    const whole = isUnicode ? String.fromCodePoint(source.codePointAt(reader.at) ?? 0) : character;
    reader.at += whole.length;
    return whole;
  }
  if (source[reader.at + 1] === "b") {
    reader.at += 2;
    return "\b";
  }
  const written = escapedCharacter(reader, reader.at);
  if (written) {
    reader.at = written.end;
    return written.text;
  }
  const set = /^\\(?:[pP]\{[^}]*\}|.)/s.exec(source.slice(reader.at, reader.at + 80))?.[0];
  reader.at += set?.length ?? 2;
  return undefined;
}

function readQuantifier(reader: Reader): { least: number; most: number } {
  const found = /^(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??/.exec(reader.source.slice(reader.at, reader.at + 30))?.[0];
  if (found === undefined) return { least: 1, most: 1 };
  reader.at += found.length;
  if (found.startsWith("*")) return { least: 0, most: Number.POSITIVE_INFINITY };
  if (found.startsWith("+")) return { least: 1, most: Number.POSITIVE_INFINITY };
  if (found.startsWith("?")) return { least: 0, most: 1 };
  const [, least = "1", comma, most = ""] = /^\{([0-9]+)(,?)([0-9]*)\}/.exec(found) ?? [];
  if (comma === "") return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === "" ? Number.POSITIVE_INFINITY : Number(most) };
}
