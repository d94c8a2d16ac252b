import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { maskRules } from "#server/domain/failure-signature/masks.ts";
import { recognisers } from "#server/domain/failure-signature/recognisers/catalogue.ts";
import { patternSieve } from "#server/domain/text/pattern-sieve.ts";
import { requiredLiterals } from "#server/domain/text/required-literals.ts";

const literalsOf = (pattern: RegExp) => requiredLiterals(pattern)?.literals;

describe("what a match cannot do without", () => {
  test.each([
    ["a fixed text", /Traceback/, ["Traceback"]],
    ["a text without ASCII case, in lower case", /ORA-/i, ["ora-"]],
    ["one of several texts", /abc|def/, ["abc", "def"]],
    ["the rarer part of a sequence", /[0-9]+: undefined/, [": undefined"]],
    ["the end of a long text", /a text of more than sixteen/, ["ore than sixteen"]],
    ["where the start of a line is known, its beginning", /^npm error of some kind/, ["\uFFFEnpm error of so"]],
    ["what a group begins with, and what stands before it", /^(fatal: \w+) (?:x|y)/, ["\uFFFEfatal: "]],
    ["what all of several texts end with", /(?:read|write|bind) denied to/, [" denied to"]],
    ["a group that is not optional", /x?(?:pid|tid)=/, ["pid=", "tid="]],
    ["a small class, by its members", /[[(]x/, ["[x", "(x"]],
    ["a repeated part once", /(?:ab)+/, ["ab"]],
    ["what stands around a lookahead", /ab(?=zz)cd/, ["abcd"]],
    ["digits", /p\d/, ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"]],
    ["written characters", /\u2705\x41\//, ["✅A/"]],
  ])("%s", (_, pattern, literals) => {
    expect(literalsOf(pattern)).toEqual(literals);
  });

  test.each([
    ["an optional part", /(?:abc)?/],
    ["a part that may be repeated never", /(?:abc)*x{0,3}/],
    ["one alternative that asks for nothing", /abc|.*/],
    ["an empty alternative", /abc|/],
    ["a negated class", /[^a]/],
    ["a large class", /[a-zA-Z]/],
    ["a property of characters", /\p{Nd}/u],
    ["a letter whose other case lies outside ASCII", /ж/i],
    ["letters that the sign of kelvin and the long s stand for", /k|s/iu],
    ["a back reference", /(.)\1/],
  ])("%s asks for nothing", (_, pattern) => {
    expect(requiredLiterals(pattern)).toBeUndefined();
  });

  test("any character beyond ASCII can be what is asked for", () => {
    expect(requiredLiterals(/[^\x00-\x7f]/)).toMatchObject({ literals: [], orNonAscii: true });
  });
});

/** Patterns of every construct that is read, whose matches can be made at will. */
const shapes = [
  /abc/,
  /ab?c+d*e{2}f{1,3}/,
  /(?:ab|cd|ef){2}g/,
  /[abc][^xyz]\d\w\s/,
  /(foo|bar)(baz)?qux/,
  /^(?:err|fail)(?:or|ure)s?: .{0,9}$/,
  /a|b(?:c|d(?:e|f))|[g-i]j/,
  /\(node:[0-9]{1,4}\)/,
  /x{0,2}y|z{3}/,
  /(?:[Ff]atal|PANIC)[ :]{1,2}\S/,
  /aa+b(?:aa)+/,
  /[\u2800-\u2803●]{1,2} (?:●|○)/,
  /^(?:(?:Error|error): )?(?:no such|[Cc]annot) [a-z]{1,4}: \d/,
  /^(fatal: [a-z]{1,5}) (?:one|two)/,
  /(?:read|write|bind) denied to [A-Z]+/,
  /(?:Abc|Abd){1,3}[A-C]{2}[)\]]$/,
  /warn(?:ing)?: [A-Z]{2}/i,
  /^caution: x/i,
];

describe("a sieve lets pass only what holds the whole literal", () => {
  const sieve = patternSieve([[/^Error: no file/], [/\bERROR: .+/], [/permission denied/i], [/@/], [/[^\x00-\x7f]/]]);
  const siftedOf = (text: string) => {
    const words = new Int32Array(sieve.words);
    sieve.sift(text, words);
    return [0, 1, 2, 3, 4].filter((index) => ((words[0] ?? 0) & (1 << index)) !== 0);
  };

  test.each([
    ["at the start", "Error: no file", [0]],
    ["elsewhere in the line", " Error: no file", []],
    ["in another case", "error: no file", []],
    ["with another end", "Error: no fish", []],
    ["cut short", "Error: no", []],
    ["in the case that is asked for", "an ERROR: x", [1]],
    ["in any case, where none is asked for", "Permission DENIED", [2]],
    ["one character", "a@b", [3]],
    ["a character beyond ASCII", "naïve", [4]],
    ["nothing", "", []],
    ["several", "Permission denied ⨯ at @ ERROR: y", [1, 2, 3, 4]],
  ])("%s", (_, text, lists) => {
    expect(siftedOf(text)).toEqual(lists);
    // Nothing of the text before stays behind.
    expect(siftedOf("plain words")).toEqual([]);
  });
});

test("a sieve tells any number of single characters apart, in their case where it is asked for", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const patterns = [
    ...letters.map((letter) => new RegExp(letter)),
    ...letters.map((letter) => new RegExp(letter, "i")),
    /[^\x00-\x7f]/,
  ];
  const sieve = patternSieve(patterns.map((pattern) => [pattern]));
  const words = new Int32Array(sieve.words);
  for (const text of [...letters, ...letters.map((letter) => letter.toUpperCase()), "é", "aZé", ""]) {
    sieve.sift(text, words);
    const sifted = patterns.filter((_, index) => ((words[index >> 5] ?? 0) & (1 << (index & 31))) !== 0);
    expect(sifted).toEqual(patterns.filter((pattern) => pattern.test(text)));
  }
});

describe("a sieve never holds back a pattern that matches", () => {
  const among = patternSieve([...shapes.map((each) => [each]), [/never|ever/, ...shapes]]);
  const isSifted = (text: string, index: number) => {
    const words = new Int32Array(among.words);
    among.sift(text, words);
    return ((words[index >> 5] ?? 0) & (1 << (index & 31))) !== 0;
  };

  test.each(shapes.map((shape) => [shape]))("%s", (shape) => {
    const at = shapes.indexOf(shape);
    const exactly = fc.stringMatching(new RegExp(shape.source, shape.flags.replace("i", "")));
    const matching = shape.ignoreCase ? fc.mixedCase(exactly) : exactly;
    fc.assert(
      fc.property(fc.string(), matching, fc.string(), (before, match, after) => {
        const text = shape.source.startsWith("^") ? match : before + match + after;
        expect([isSifted(text, at), isSifted(text, shapes.length)]).toEqual([true, true]);
      }),
      { numRuns: 60 },
    );
  });

  const hints = recognisers.filter(({ readsHint }) => !readsHint).map(({ hint }) => hint);
  const owned = [...hints, ...maskRules.map(({ needs }) => needs)];
  const sieve = patternSieve(owned.map((pattern) => [pattern]));
  /** Texts of which many patterns match some: the words of the patterns themselves, put together by chance. */
  const words = [...new Set(owned.flatMap(({ source }) => source.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\\]/gu) ?? []))];

  test("for the rules of the normaliser, on texts out of their own words", () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, " ", ": ", "0", "1:2"), { maxLength: 12 }), (chosen) => {
        const text = chosen.join("");
        const bits = new Int32Array(sieve.words);
        sieve.sift(text, bits);
        for (const [index, pattern] of owned.entries()) {
          if (!pattern.test(text)) continue;
          seen.add(index);
          expect([pattern.source, ((bits[index >> 5] ?? 0) & (1 << (index & 31))) !== 0]).toEqual([
            pattern.source,
            true,
          ]);
        }
      }),
      { numRuns: 3_000, seed: 7 },
    );
    expect(seen.size).toBeGreaterThan(owned.length / 4);
  });

  test("for every form of the recognisers, on what real tools printed", () => {
    const forms = recognisers.map(({ hint }) => hint);
    const ofForms = patternSieve(forms.map((pattern) => [pattern]));
    const folder = new URL("../../../drizzle/seed/failures/logs/", import.meta.url);
    const seen = new Set<number>();
    const lines = readdirSync(folder).flatMap((failure) => {
      const first = readdirSync(new URL(`${failure}/`, folder)).find((file) => file.endsWith(".log"));
      return first ? cleanLog(readFileSync(new URL(`${failure}/${first}`, folder), "utf8")).split("\n") : [];
    });
    for (const line of new Set(lines)) {
      const bits = new Int32Array(ofForms.words);
      ofForms.sift(line, bits);
      for (const [index, form] of forms.entries()) {
        if (!form.test(line)) continue;
        seen.add(index);
        expect([line, form.source, ((bits[index >> 5] ?? 0) & (1 << (index & 31))) !== 0]).toEqual([
          line,
          form.source,
          true,
        ]);
      }
    }
    expect(seen.size).toBeGreaterThan(forms.length / 3);
  });
});
