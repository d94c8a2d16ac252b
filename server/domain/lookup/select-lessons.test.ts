import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareIds } from "#server/domain/selection/compare-ids.ts";
import { compareLessons } from "./order-lessons.ts";
import { selectLessons } from "./select-lessons.ts";

const candidate = fc.record({
  id: fc.constantFrom("a", "b", "c", "d", "e", "ä", "😀"),
  tier: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
  level: fc.constantFrom<"L1" | "L2" | "R">("L1", "L2", "R"),
  score: fc.constantFrom(0, 0.2, 0.2, 0.9, 1),
  rawScore: fc.constantFrom(0, 0.1, 0.5, 1),
  floor: fc.constantFrom(null, 0.3),
});
const limits = { limitPerTier: { 1: 2, 2: 3, 3: 1 }, keepOrder: false };

describe("selection of lessons", () => {
  test("an exact hit comes before a similar lesson and a reference that score higher", () => {
    const found = [
      { id: "reference", tier: 3 as const, level: "R" as const, score: 0.99, rawScore: 0.9, floor: 0.1 },
      { id: "similar", tier: 2 as const, level: "L1" as const, score: 0.8, rawScore: 0.9, floor: 0.1 },
      { id: "exact", tier: 1 as const, level: "L1" as const, score: 0.01, rawScore: 1, floor: null },
    ];
    expect(selectLessons(found, limits).map(({ candidate: { id } }) => id)).toEqual(["exact", "similar", "reference"]);
  });

  test("every candidate keeps a verdict, and none that abstains is returned", () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 20 }), (found) => {
        const judged = selectLessons(found, limits);
        expect(judged).toHaveLength(found.length);
        for (const { candidate: item, fate } of judged) {
          if (fate === "returned") expect(item.floor === null || item.rawScore >= item.floor).toBe(true);
        }
      }),
    );
  });

  test("a memory is returned once, at its best tier and there with its best raw score", () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 20 }), (found) => {
        const kept = selectLessons(found, limits).filter(({ fate }) => fate === "returned" || fate === "over_limit");
        expect(new Set(kept.map((item) => item.candidate.id)).size).toBe(kept.length);
        for (const { candidate: item } of kept) {
          const passed = found.filter(
            (other) => other.id === item.id && (other.floor === null || other.rawScore >= other.floor),
          );
          const bestTier = Math.min(...passed.map((other) => other.tier));
          expect(item.tier).toBe(bestTier);
          expect(item.rawScore).toBe(
            Math.max(...passed.filter((other) => other.tier === bestTier).map((other) => other.rawScore)),
          );
        }
      }),
    );
  });

  test("no tier returns more than its limit", () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 30 }), (found) => {
        const returned = selectLessons(found, limits).filter(({ fate }) => fate === "returned");
        for (const tier of [1, 2, 3] as const) {
          expect(returned.filter((item) => item.candidate.tier === tier).length).toBeLessThanOrEqual(
            limits.limitPerTier[tier],
          );
        }
      }),
    );
  });

  test("a new wording keeps the leg that found its symptom, even when its text scores higher", () => {
    const found = [
      { id: "m", leg: "symptom", tier: 2 as const, level: "L1" as const, score: 0.5, rawScore: 0.4, floor: 0.3 },
      { id: "m", leg: "text", tier: 2 as const, level: "L1" as const, score: 0.5, rawScore: 0.7, floor: 0.3 },
    ];
    expect(selectLessons(found, limits)[0]).toMatchObject({
      candidate: { leg: "symptom", rawScore: 0.7 },
      fate: "returned",
    });
  });

  test("the order is total: it depends on no order of arrival, and equal scores go by the bytes of their ids", () => {
    fc.assert(
      fc.property(fc.uniqueArray(candidate, { selector: ({ id }) => id, maxLength: 7 }), (found) => {
        expect(found.toSorted(compareLessons)).toEqual(found.toReversed().sort(compareLessons));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        const bytes = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(Math.sign(compareIds(a, b))).toBe(bytes);
      }),
    );
  });
});
