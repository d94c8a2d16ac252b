import { expect, test } from "vitest";
import { aCandidate, aContextRecord } from "./a-context-record.ts";
import { prepareFinding } from "./prepare-finding.ts";

test("a tier-1 hit says how often the failure was seen, and a tier-3 answer never speaks so", () => {
  const exact = prepareFinding(
    aContextRecord({
      decision: { tier: 1, lessons: ["mem_1"], skills: [] },
      candidates: [aCandidate({ tier: 1, leg: "signature", matched_kind: "signature", factors: { seen_count: 3 } })],
    }),
  );
  expect(exact.headline).toBe("Tier 1: this exact failure was seen 3 times, and 1 lesson is linked to it.");
  const reference = prepareFinding(
    aContextRecord({
      decision: { tier: 3, lessons: ["chunk_1"], skills: [] },
      candidates: [aCandidate({ kind: "reference", tier: 3, leg: "reference", factors: { seen_count: 3 } })],
    }),
  );
  expect(reference.headline).toBe("Tier 3: nobody here has hit this. 1 passage comes from the documentation.");
  expect(reference.headline).not.toMatch(/seen/);
});

test("an empty answer names the best candidate that its floor kept out, with the digits that decided", () => {
  const nothing = prepareFinding(
    aContextRecord({
      decision: { tier: null, lessons: [], skills: [] },
      counts: { considered: 2, found: 0, returned: 0, dropped: 0 },
      candidates: [
        aCandidate({ id: "a", fate: "below_floor", raw_score: 0.12, floor: 0.3 }),
        aCandidate({ id: "b", fate: "below_floor", raw_score: 0.2999, floor: 0.3 }),
      ],
    }),
  );
  expect(nothing.details).toContain("The best of them scored 0.2999, under a floor of 0.3000.");
});

test("a leg that stayed silent is named with its reason", () => {
  const { degraded } = prepareFinding(
    aContextRecord({
      degraded: [
        { leg: "skills", reason: "timeout" },
        { leg: "reference", reason: "nonsense" },
      ],
    }),
  );
  expect(degraded).toBe("Skills timed out and Reference answered nonsense; the rest is complete.");
});

test("what a budget cost is said, and a budget that an exact hit exceeds is told apart from one that is too small", () => {
  const over = aContextRecord().budget;
  const dropped = prepareFinding(aContextRecord({ counts: { considered: 5, found: 4, returned: 3, dropped: 1 } }));
  expect(dropped.details).toContain("1 match was left out to keep the budget of 6,000 tokens.");
  const exact = aContextRecord({
    decision: { tier: 1, lessons: [], skills: [] },
    budget: { ...over, exceeded: true },
  });
  expect(prepareFinding(exact).details.at(-1)).toMatch(/never dropped/);
  const empty = aContextRecord({
    decision: { tier: null, lessons: [], skills: [] },
    budget: { ...over, exceeded: true },
  });
  expect(prepareFinding(empty).details.at(-1)).toMatch(/empty answer/);
});
