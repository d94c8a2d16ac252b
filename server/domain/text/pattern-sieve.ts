import { foldAscii, requiredByAny, startMark } from "#server/domain/text/required-literals.ts";

/**
 * Tells by one pass over a text which of many lists of patterns can have a match in it at all. `sift` sets the bit of each list for which a
 * required literal stands in the text, and of each whose requirement is unknown; bit `index % 32` of word `index >> 5` belongs to the list at `index`.
 */
export type PatternSieve = {
  /** Number of 32-bit words that `sift` fills. */
  words: number;
  sift: (text: string, into: Int32Array) => void;
};

/**
 * An automaton over the literals that the patterns require (Aho and Corasick, 1975) with every transition laid out in one table, so that the
 * time is linear in the text and does not depend on the number of patterns.
 */
export function patternSieve(lists: readonly (readonly RegExp[])[]): PatternSieve {
  const words = Math.ceil(lists.length / 32);
  const always = new Int32Array(words);
  const onNonAscii = new Int32Array(words);
  const literals: { text: string; index: number }[] = [];
  for (const [index, patterns] of lists.entries()) {
    const required = requiredByAny(patterns);
    if (!required) mark(always, 0, index);
    if (required?.orNonAscii) mark(onNonAscii, 0, index);
    for (const text of required?.literals ?? []) literals.push({ text, index });
  }
  const { classOf, classes, next, marks } = compile(literals, words);
  const atStart = next[classOf[startMark.charCodeAt(0)] ?? 0] ?? 0;
  const asksNonAscii = onNonAscii.some((word) => word !== 0);
  /** The text in which each state was met last: a literal that is repeated marks nothing new. */
  const metIn = new Uint32Array(marks.from.length);
  let textNumber = 0;
  const sift = (text: string, into: Int32Array) => {
    for (let word = 0; word < words; word++) into[word] = always[word] ?? 0;
    textNumber += 1;
    let state = atStart;
    let seen = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      seen |= code;
      state = next[state * classes + (classOf[code] ?? 0)] ?? 0;
      if (marks.has[state] === 1 && metIn[state] !== textNumber) {
        metIn[state] = textNumber;
        const to = marks.from[state + 1] ?? 0;
        for (let mark = marks.from[state] ?? 0; mark < to; mark++) {
          const word = marks.word[mark] ?? 0;
          into[word] = (into[word] ?? 0) | (marks.bits[mark] ?? 0);
        }
      }
    }
    if (asksNonAscii && seen > 0x7f)
      for (let word = 0; word < words; word++) into[word] = (into[word] ?? 0) | (onNonAscii[word] ?? 0);
  };
  return { words, sift };
}

type Automaton = {
  /** Kind of each UTF-16 unit; 0 for those that no literal holds. */
  classOf: Uint8Array;
  classes: number;
  next: Uint16Array;
  marks: Marks;
};

/** The bits that each state sets: those at `from[state]` up to `from[state + 1]`, because most states set a few in one word or none. */
type Marks = { has: Uint8Array; from: Uint32Array; word: Uint16Array; bits: Int32Array };

function compile(literals: readonly { text: string; index: number }[], words: number): Automaton {
  const classOf = new Uint8Array(0x10000);
  let classes = 1;
  for (const { text } of literals) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (classOf[code] === 0) classOf[code] = classes++;
    }
  }
  // What is read is compared without ASCII case.
  for (let code = 0x41; code <= 0x5a; code++)
    classOf[code] = classOf[foldAscii(String.fromCharCode(code)).charCodeAt(0)] ?? 0;
  const mostStates = literals.reduce((sum, { text }) => sum + text.length, 1);
  if (classes > 0x100 || mostStates > 0x10000)
    throw new Error("The patterns require more literals than one automaton holds.");

  const next = new Uint16Array(mostStates * classes);
  const marks = new Int32Array(mostStates * words);
  let states = 1;
  for (const { text, index } of literals) {
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const slot = state * classes + (classOf[text.charCodeAt(at)] ?? 0);
      if (next[slot] === 0) next[slot] = states++;
      state = next[slot] ?? 0;
    }
    mark(marks, state * words, index);
  }
  linkFailures(next, marks, { states, classes, words });
  return { classOf, classes, next: next.slice(0, states * classes), marks: withoutBlanks(marks, states, words) };
}

function withoutBlanks(marks: Int32Array, states: number, words: number): Marks {
  const has = new Uint8Array(states);
  const from = new Uint32Array(states + 1);
  const found: { word: number; bits: number }[] = [];
  for (let state = 0; state < states; state++) {
    for (let word = 0; word < words; word++) {
      const bits = marks[state * words + word] ?? 0;
      if (bits !== 0) found.push({ word, bits });
    }
    from[state + 1] = found.length;
    has[state] = found.length > (from[state] ?? 0) ? 1 : 0;
  }
  return {
    has,
    from,
    word: Uint16Array.from(found, ({ word }) => word),
    bits: Int32Array.from(found, ({ bits }) => bits),
  };
}

/** Fills each missing transition with that of the longest proper suffix, and gives each state the marks of its suffixes. */
function linkFailures(
  next: Uint16Array,
  marks: Int32Array,
  { states, classes, words }: { states: number; classes: number; words: number },
): void {
  const suffix = new Uint16Array(states);
  const queue: number[] = [];
  for (let kind = 0; kind < classes; kind++) {
    const state = next[kind] ?? 0;
    if (state !== 0) queue.push(state);
  }
  for (const state of queue) {
    const fallback = suffix[state] ?? 0;
    for (let word = 0; word < words; word++) {
      const slot = state * words + word;
      marks[slot] = (marks[slot] ?? 0) | (marks[fallback * words + word] ?? 0);
    }
    for (let kind = 0; kind < classes; kind++) {
      const slot = state * classes + kind;
      const target = next[slot] ?? 0;
      const other = next[fallback * classes + kind] ?? 0;
      if (target === 0) next[slot] = other;
      else {
        suffix[target] = other;
        queue.push(target);
      }
    }
  }
}

function mark(words: Int32Array, offset: number, index: number): void {
  const slot = offset + (index >> 5);
  words[slot] = (words[slot] ?? 0) | (1 << (index & 31));
}
