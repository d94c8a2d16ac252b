import { expect, test } from "vitest";
import { stem } from "#server/domain/retrieval/stem.ts";
import { termWeight } from "#server/domain/retrieval/term-weight.ts";

test("an unknown term weighs 1, a common one a fraction, and never 0", () => {
  expect(termWeight("zxqv")).toBe(1);
  expect(termWeight("fix")).toBeGreaterThan(0);
  expect(termWeight("fix")).toBeLessThan(0.25);
  expect(termWeight(stem("middleware"))).toBeGreaterThan(termWeight(stem("error")));
});

test("a stem weighs as its commonest word, so that a rare form of a common word tells little", () => {
  expect(termWeight(stem("caches"))).toBe(termWeight(stem("caching")));
  expect(termWeight(stem("changed"))).toBeLessThanOrEqual(termWeight("zxqv") / 2);
});
