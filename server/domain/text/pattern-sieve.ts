import { requiredLiterals, startMark, tellingPart } from "#server/domain/text/required-literals.ts";

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
 * An automaton over the most telling parts of the literals that the patterns require (Aho and Corasick, 1975) with every transition laid out in
 * one table, so that the time does not depend on the number of patterns. Where such a part stands, what is around it is compared with the whole
 * literal in its own case. Linear in the text, because literals are short and those of one part are few.
 */
export function patternSieve(lists: readonly (readonly RegExp[])[]): PatternSieve {
  const words = Math.ceil(lists.length / 32);
  const always = new Int32Array(words);
  const onNonAscii = new Set<number>();
  const starts = new Literals();
  const characters = new Literals();
  const literals = new Literals();
  for (const [index, patterns] of lists.entries()) {
    const required = patterns.map(requiredLiterals);
    if (required.includes(undefined)) {
      always[index >> 5] = (always[index >> 5] ?? 0) | (1 << (index & 31));
      continue;
    }
    if (required.some((need) => need?.orNonAscii)) onNonAscii.add(index);
    for (const need of required) {
      const ignoresCase = need?.ignoresCase === true;
      for (const text of need?.literals ?? []) {
        const literal = { text, ignoresCase };
        const isStart = text.startsWith(startMark) && !ignoresCase;
        const isHeld = isAsciiCharacter(text) && characters.canHold(literal, mostHeld);
        (isStart ? starts : isHeld ? characters : literals).add(literal, index);
      }
    }
  }
  const beginning = prefixTree(starts);
  const single = singleCharacters(characters, onNonAscii);
  const { classOf, classes, next, firstMet, met } = compile(literals.parts(({ text }) => tellingPart(text).text));
  const { heldBy } = single;
  const stands = literalsAt(met, literals);
  const atStart = next[classOf[startCode] ?? 0] ?? 0;
  const sift = (text: string, into: Int32Array) => {
    for (let word = 0; word < words; word++) into[word] = always[word] ?? 0;
    markBeginning(beginning, text, into);
    stands.begin();
    const { length } = text;
    let state = atStart;
    let held = 0;
    for (let at = 0; at < length; ) {
      // As little as can be: this is done for each character of a log.
      do {
        const code = text.charCodeAt(at);
        held |= heldBy[code] ?? 0;
        state = next[state * classes + (classOf[code] ?? 0)] ?? 0;
        at += 1;
      } while (state < firstMet && at < length);
      if (state >= firstMet) stands.mark(text, at, state - firstMet, into);
    }
    if (held !== 0) markHeld(single, held, into);
  };
  return { words, sift };
}

const startCode = startMark.charCodeAt(0);

/** Compares what stands around the telling parts that end in a state with their literals, and marks those that stand there whole. */
function literalsAt({ from: metFrom, literals: metLiterals }: Met, literals: Literals) {
  const { from: bitsFrom, word: bitsWord, bits } = bitsOf(literals.lists());
  const { chars, charsFrom, telling, partLength, partFirst, ignoresCase } = literals.texts();
  /** The text in which each literal was found last: one that is repeated marks nothing new. */
  const foundIn = new Uint32Array(ignoresCase.length);
  let textNumber = 0;
  const isAt = (text: string, literal: number, base: number) => {
    let from = charsFrom[literal] ?? 0;
    const to = charsFrom[literal + 1] ?? 0;
    let start = base;
    // The mark of the start is met there alone.
    if (chars[from] === startCode) {
      from += 1;
      start += 1;
    }
    if (start < 0 || start + to - from > text.length) return false;
    const folds = ignoresCase[literal] === 1;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(start + at - from);
      if (code !== chars[at] && !(folds && code >= 0x41 && code <= 0x5a && code + 0x20 === chars[at])) return false;
    }
    return true;
  };
  return {
    begin() {
      textNumber += 1;
    },
    /** `at` is where the part ends, `met` the number of its state among those in which one ends. */
    mark(text: string, at: number, met: number, into: Int32Array) {
      const last = metFrom[met + 1] ?? 0;
      for (let each = metFrom[met] ?? 0; each < last; each++) {
        const literal = metLiterals[each] ?? 0;
        if (foundIn[literal] === textNumber) continue;
        const code = partFirst[literal] ?? 0;
        if (code !== 0 && text.charCodeAt(at - (partLength[literal] ?? 0)) !== code) continue;
        if (!isAt(text, literal, at - (telling[literal] ?? 0))) continue;
        foundIn[literal] = textNumber;
        const to = bitsFrom[literal + 1] ?? 0;
        for (let bit = bitsFrom[literal] ?? 0; bit < to; bit++) {
          const word = bitsWord[bit] ?? 0;
          into[word] = (into[word] ?? 0) | (bits[bit] ?? 0);
        }
      }
    },
  };
}

function markHeld({ from, word, bits }: HeldCharacters, held: number, into: Int32Array): void {
  for (let left = held; left !== 0; left &= left - 1) {
    const each = 31 - Math.clz32(left & -left);
    const to = from[each + 1] ?? 0;
    for (let bit = from[each] ?? 0; bit < to; bit++) {
      const slot = word[bit] ?? 0;
      into[slot] = (into[slot] ?? 0) | (bits[bit] ?? 0);
    }
  }
}

/** So many characters, and one bit for all beyond ASCII, are what one number holds. */
const mostHeld = 31;

function isAsciiCharacter(text: string): boolean {
  return text.length === 1 && text.charCodeAt(0) < 0x80;
}

type HeldCharacters = Bits & {
  /** Of each UTF-16 unit the bit of its group. */
  heldBy: Int32Array;
};

/**
 * Literals of one ASCII character, and the group of all others beyond ASCII: they stand in most texts, so what a text holds of them is gathered
 * in one number and marked once.
 */
function singleCharacters(characters: Literals, onNonAscii: ReadonlySet<number>): HeldCharacters {
  const heldBy = new Int32Array(0x10000);
  for (const [index, { text, ignoresCase }] of characters.parts((literal) => literal).entries())
    for (const each of ignoresCase ? [text, text.toUpperCase()] : [text])
      heldBy[each.charCodeAt(0)] = (heldBy[each.charCodeAt(0)] ?? 0) | (1 << index);
  const lists = characters.lists();
  if (onNonAscii.size > 0) heldBy.fill(1 << lists.length, 0x80);
  return { heldBy, ...bitsOf([...lists, onNonAscii]) };
}

/** A tree of the literals that stand at the start of a text, in their own case: one walk down it finds all of them. */
type PrefixTree = Pick<Trie, "classOf" | "classes" | "next"> & Bits;

function prefixTree(starts: Literals): PrefixTree {
  const texts = starts.parts(({ text }) => text.slice(1));
  const { next, ends, classOf, classes } = trieOf(texts);
  const lists = starts.lists();
  const bits = bitsOf(ends.map((literals) => new Set(literals.flatMap((literal) => [...(lists[literal] ?? [])]))));
  return { classOf, classes, next, ...bits };
}

function markBeginning({ classOf, classes, next, from, word, bits }: PrefixTree, text: string, into: Int32Array): void {
  let node = 0;
  for (let at = 0; at < text.length; at++) {
    node = next[node * classes + (classOf[text.charCodeAt(at)] ?? 0)] ?? 0;
    if (node === 0) return;
    const to = from[node + 1] ?? 0;
    for (let bit = from[node] ?? 0; bit < to; bit++) {
      const slot = word[bit] ?? 0;
      into[slot] = (into[slot] ?? 0) | (bits[bit] ?? 0);
    }
  }
}

type Literal = { text: string; ignoresCase: boolean };

function keyOf({ text, ignoresCase }: Literal): string {
  return `${ignoresCase} ${text}`;
}

/** The literals of all patterns, each once, and the lists that ask for each. */
class Literals {
  private readonly known = new Map<string, { literal: Literal; lists: Set<number> }>();

  add(literal: Literal, list: number): void {
    const key = keyOf(literal);
    const one = this.known.get(key) ?? { literal, lists: new Set() };
    one.lists.add(list);
    this.known.set(key, one);
  }

  /** A part of each literal. */
  parts<Part>(partOf: (literal: Literal) => Part): Part[] {
    return this.all().map(({ literal }) => partOf(literal));
  }

  /** Whether it is among them already, or they are fewer than `most`. */
  canHold(literal: Literal, most: number): boolean {
    return this.known.size < most || this.known.has(keyOf(literal));
  }

  /**
   * The literals one after another in `chars`; `telling`: how many units each is long up to the end of its most telling part; `partLength` and
   * `partFirst`: of that part, its length and its first unit, or 0 where that may have any case or is the start of the text.
   */
  texts() {
    const texts = this.all().map(({ literal }) => literal);
    const charsFrom = new Uint32Array(texts.length + 1);
    for (const [index, { text }] of texts.entries()) charsFrom[index + 1] = (charsFrom[index] ?? 0) + text.length;
    const joined = texts.map(({ text }) => text).join("");
    const parts = texts.map(({ text }) => tellingPart(text));
    return {
      chars: Uint16Array.from({ length: joined.length }, (_, at) => joined.charCodeAt(at)),
      charsFrom,
      telling: Uint8Array.from(parts, ({ text, from }) => from + text.length),
      partLength: Uint8Array.from(parts, ({ text }) => text.length),
      partFirst: Uint16Array.from(texts, ({ text, ignoresCase }, index) =>
        ignoresCase || text.startsWith(startMark) ? 0 : text.charCodeAt(parts[index]?.from ?? 0),
      ),
      ignoresCase: Uint8Array.from(texts, (literal) => (literal.ignoresCase ? 1 : 0)),
    };
  }

  /** The lists that ask for each. */
  lists(): ReadonlySet<number>[] {
    return this.all().map(({ lists }) => lists);
  }

  private all() {
    return [...this.known.values()];
  }
}

/** The bits that each of several sets of lists sets: those at `from[set]` up to `from[set + 1]`. */
type Bits = { from: Uint32Array; word: Uint16Array; bits: Int32Array };

function bitsOf(sets: readonly ReadonlySet<number>[]): Bits {
  const from = [0];
  const found: { word: number; bits: number }[] = [];
  for (const lists of sets) {
    const byWord = new Map<number, number>();
    for (const list of lists) byWord.set(list >> 5, (byWord.get(list >> 5) ?? 0) | (1 << (list & 31)));
    for (const [word, bits] of byWord) found.push({ word, bits });
    from.push(found.length);
  }
  return {
    from: Uint32Array.from(from),
    word: Uint16Array.from(found, ({ word }) => word),
    bits: Int32Array.from(found, ({ bits }) => bits),
  };
}

type Automaton = Pick<Trie, "classOf" | "classes" | "next"> & {
  /** The first of the states in which parts end; they have the highest numbers, so that one comparison tells them. */
  firstMet: number;
  met: Met;
};

/** The literals whose parts end in each state from `firstMet`: those at `from[state - firstMet]` up to the next. */
type Met = { from: Uint32Array; literals: Uint16Array };

function compile(parts: readonly string[]): Automaton {
  const { classOf, classes, next, ends } = trieOf(parts);
  // What is read is compared without ASCII case.
  for (let code = 0x41; code <= 0x5a; code++) classOf[code] = classOf[code + 0x20] ?? 0;
  linkFailures(next, ends, classes);
  const states = [...ends.keys()];
  const order = [...states.filter((state) => !ends[state]?.length), ...states.filter((state) => ends[state]?.length)];
  const numbers = new Uint16Array(states.length);
  for (const [number, state] of order.entries()) numbers[state] = number;
  const renumbered = new Uint16Array(next.length);
  for (const [number, state] of order.entries())
    for (let kind = 0; kind < classes; kind++)
      renumbered[number * classes + kind] = numbers[next[state * classes + kind] ?? 0] ?? 0;
  const met = order.map((state) => ends[state] ?? []).filter((literals) => literals.length > 0);
  const from = new Uint32Array(met.length + 1);
  for (const [index, literals] of met.entries()) from[index + 1] = (from[index] ?? 0) + literals.length;
  return {
    classOf,
    classes,
    next: renumbered,
    firstMet: states.length - met.length,
    met: { from, literals: Uint16Array.from(met.flat()) },
  };
}

type Trie = {
  /** Kind of each UTF-16 unit; 0 for those that no text holds. */
  classOf: Uint8Array;
  classes: number;
  /** The state that each kind of unit leads to, at `state * classes + kind`; 0, which is the root, where there is none. */
  next: Uint16Array;
  /** The texts that end in each state. */
  ends: number[][];
};

function trieOf(texts: readonly string[]): Trie {
  const classOf = new Uint8Array(0x10000);
  let classes = 1;
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (classOf[code] === 0) classOf[code] = classes++;
    }
  }
  if (classes > 0x100) throw new Error("The patterns require more kinds of characters than one automaton holds.");

  let next = new Uint16Array(firstStates * classes);
  const ends: number[][] = [[]];
  for (const [index, text] of texts.entries()) {
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const slot = state * classes + (classOf[text.charCodeAt(at)] ?? 0);
      if (next[slot] === 0) {
        next[slot] = ends.push([]) - 1;
        if (ends.length * classes > next.length) next = doubled(next);
      }
      state = next[slot] ?? 0;
    }
    ends[state]?.push(index);
  }
  if (ends.length > 0x10000) throw new Error("The patterns require more literals than one automaton holds.");
  return { classOf, classes, next: next.slice(0, ends.length * classes), ends };
}

const firstStates = 1_024;

function doubled(values: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const wider = new Uint16Array(values.length * 2);
  wider.set(values);
  return wider;
}

/** Fills each missing transition with that of the longest proper suffix, and gives each state what ends in its suffixes. */
function linkFailures(next: Uint16Array, ends: number[][], classes: number): void {
  const suffix = new Uint16Array(ends.length);
  const queue: number[] = [];
  for (let kind = 0; kind < classes; kind++) {
    const state = next[kind] ?? 0;
    if (state !== 0) queue.push(state);
  }
  for (const state of queue) {
    const fallback = suffix[state] ?? 0;
    ends[state]?.push(...(ends[fallback] ?? []));
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
