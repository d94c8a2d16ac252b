import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import { diceOverlap, termTrigrams } from "#server/domain/retrieval/similar-terms.ts";
import { Vocabulary } from "#server/domain/retrieval/vocabulary.ts";

// Generous, because other suites run beside this one; what must be fast is measured in processor time.
vi.setConfig({ testTimeout: 120_000 });

const someTerm = fc.oneof(
  fc.constantFrom(
    "database",
    "databas",
    "datbase",
    "databank",
    "timeout",
    "timeouts",
    "ts2322",
    "ts2345",
    "证书",
    "\u0001%",
  ),
  fc.string({ unit: fc.constantFrom(..."abcé"), minLength: 1, maxLength: 9 }),
);

test("similar terms are exactly those whose trigrams overlap enough, and a removed term leaves no trace", () => {
  fc.assert(
    fc.property(fc.uniqueArray(someTerm), fc.uniqueArray(someTerm), someTerm, (kept, gone, asked) => {
      const vocabulary = new Vocabulary();
      const numbers = new Map([...gone, ...kept].map((term) => [term, vocabulary.add(term)]));
      for (const term of gone) {
        const number = numbers.get(term);
        if (!kept.includes(term) && number !== undefined) vocabulary.remove(number);
      }
      expect(vocabulary.size).toBe(kept.length);
      const grams = new Set(termTrigrams(asked));
      const expected = kept
        .filter((term) => term !== asked)
        .map((term) => {
          const own = termTrigrams(term);
          const shared = own.filter((gram) => grams.has(gram)).length;
          return { number: numbers.get(term), overlap: diceOverlap(shared, grams.size, own.length) };
        })
        .filter(({ overlap }) => overlap >= currentRetrieval.similarOverlap);
      const byNumber = (left: { number?: number | undefined }, right: { number?: number | undefined }) =>
        (left.number ?? 0) - (right.number ?? 0);
      expect(vocabulary.similarTo(asked).sort(byNumber)).toEqual(expected.sort(byNumber));
    }),
    { numRuns: 300 },
  );
});

test("codes, numbers, short words, ideographs and signs are like nothing but themselves", () => {
  for (const term of ["ts2322", "4096", "api", "证书", "\u0001%"]) expect(termTrigrams(term), term).toEqual([]);
});
