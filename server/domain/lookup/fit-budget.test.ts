import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BudgetLesson, fitBudget, usedTokens } from "./fit-budget.ts";

/** A counter whose counts are not additive, as real tokens are not: a run of equal characters is cheaper together. */
const countTokens = (text: string) => text.replace(/(.)\1*/gs, "$1").length;

const lesson = fc.record({
  tier: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
  id: fc.string({ minLength: 1, maxLength: 8 }),
  text: fc.string({ maxLength: 60 }),
});
const answers = fc.array(lesson, { maxLength: 12 }).map((lessons) =>
  lessons
    .map((item, position): BudgetLesson & { text: string } => ({
      ...item,
      id: `${position}-${item.id}`,
      level: item.tier === 3 ? "R" : "L1",
      ...(item.tier === 1 ? { seen_count: position, last_seen: null } : {}),
    }))
    .sort((a, b) => a.tier - b.tier),
);
const skills = fc.array(fc.record({ name: fc.string({ minLength: 1, maxLength: 10 }) }), { maxLength: 3 });

describe("the budget", () => {
  test("is kept, or only tier 1 and the empty envelope stand above it", () => {
    fc.assert(
      fc.property(answers, skills, fc.nat(700), (lessons, given, limitTokens) => {
        const fitted = fitBudget({ lessons, skills: given, limitTokens, countTokens });
        expect(fitted.used).toBe(usedTokens(fitted.lessons, fitted.skills, countTokens));
        expect(fitted.exceeded).toBe(fitted.used > limitTokens);
        if (fitted.exceeded) {
          expect(fitted.lessons.every((kept) => kept.tier === 1)).toBe(true);
          expect(fitted.skills).toEqual([]);
        }
      }),
    );
  });

  test("never drops tier 1, and drops references before tier 2 before skills, each from the weakest", () => {
    fc.assert(
      fc.property(answers, skills, fc.nat(700), (lessons, given, limitTokens) => {
        const fitted = fitBudget({ lessons, skills: given, limitTokens, countTokens });
        const order = ["reference", "memory", "skill"];
        const kinds = fitted.drops.map((drop) => order.indexOf(drop.kind));
        expect(kinds).toEqual(kinds.toSorted((a, b) => a - b));
        for (const tier of [1, 2, 3] as const) {
          const before = lessons.filter((item) => item.tier === tier);
          const after = fitted.lessons.filter((item) => item.tier === tier);
          expect(after).toEqual(before.slice(0, after.length));
          if (tier === 1) expect(after).toHaveLength(before.length);
        }
        expect(fitted.skills).toEqual(given.slice(0, fitted.skills.length));
        expect(fitted.drops).toHaveLength(lessons.length + given.length - fitted.lessons.length - fitted.skills.length);
      }),
    );
  });

  test("a smaller limit never adds an entry", () => {
    fc.assert(
      fc.property(answers, skills, fc.nat(700), fc.nat(200), (lessons, given, limitTokens, less) => {
        const wide = fitBudget({ lessons, skills: given, limitTokens, countTokens });
        const narrow = fitBudget({ lessons, skills: given, limitTokens: Math.max(0, limitTokens - less), countTokens });
        expect(wide.lessons).toEqual(expect.arrayContaining(narrow.lessons));
        expect(wide.skills).toEqual(expect.arrayContaining(narrow.skills));
      }),
    );
  });

  test("does not depend on how often the question was asked", () => {
    const seen = (seen_count: number, last_seen: string | null) => ({
      lessons: [{ tier: 1 as const, level: "L1", id: "a", seen_count, last_seen, text: "x" }],
      skills: [],
    });
    const never = seen(0, null);
    const often = seen(123_456, "2026-07-02");
    expect(usedTokens(often.lessons, often.skills, countTokens)).toBe(
      usedTokens(never.lessons, never.skills, countTokens),
    );
  });
});
