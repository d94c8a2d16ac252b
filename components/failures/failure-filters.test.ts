import fc from "fast-check";
import { expect, test } from "vitest";
import { ListSignaturesInput } from "#server/contracts/signatures.ts";
import { lessonFilters, markFilters, signatureSorts } from "#server/contracts/vocabularies.ts";
import { failureListInput, hasFailureFilters, noFailureFilters } from "./failure-filters.ts";

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });

test("whatever the URL holds, the input of the list is one that the operation takes", () => {
  fc.assert(
    fc.property(
      fc.record({
        tool: maybe(fc.string({ unit: "binary", maxLength: 300 })),
        project: maybe(fc.string({ unit: "grapheme", maxLength: 400 })),
        mark: maybe(fc.constantFrom(...markFilters)),
        lessons: maybe(fc.constantFrom(...lessonFilters)),
        untaught: maybe(fc.boolean()),
        q: maybe(fc.string({ maxLength: 500 })),
        sort: maybe(fc.constantFrom(...signatureSorts)),
      }),
      (filters) => {
        const parsed = ListSignaturesInput.safeParse(failureListInput(filters));
        expect(parsed.error?.issues ?? []).toEqual([]);
      },
    ),
  );
});

test("an order alone is no filter, so a list that it empties does not offer to clear one", () => {
  expect(hasFailureFilters({ ...noFailureFilters, sort: "seen_count" })).toBe(false);
  expect(hasFailureFilters({ ...noFailureFilters, sort: null, untaught: true })).toBe(true);
});
