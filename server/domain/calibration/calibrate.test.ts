import fc from "fast-check";
import { expect, test } from "vitest";
import { calibrate } from "#server/domain/calibration/calibrate.ts";
import { type CalibrationPair, scorePair } from "#server/domain/calibration/calibration-pair.ts";
import { largestGapRatio } from "#server/domain/calibration/largest-gap-ratio.ts";
import { noiseFloorBetween } from "#server/domain/calibration/noise-floor-between.ts";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { validatePolicy } from "#server/domain/policy/validate-policy.ts";
import { selectByRank } from "#server/domain/selection/select-by-rank.ts";
import cases from "#server/testing/cases/A08-calibration.json" with { type: "json" };

const pair = (label: "relevant" | "control", score: unknown, more: Partial<CalibrationPair> = {}): CalibrationPair => ({
  task_text: "task",
  label,
  score,
  ...more,
});

function calibrateSet(name: string) {
  const set = cases.sets.find((each) => each.name === name);
  if (set === undefined) throw new Error(`no set ${name}`);
  const numbered = (label: "relevant" | "control", scores: readonly unknown[]) =>
    scores.map((score, index) => pair(label, score, { memory_id: `${label}-${index}` }));
  return calibrate([...numbered("relevant", set.relevant), ...numbered("control", set.control)], defaultPolicy);
}

test("A08: every set of the case is asked about here", () => {
  expect(cases.sets.map(({ name }) => name).toSorted()).toEqual(
    [
      "equal",
      "no control",
      "no relevant",
      "not numbers",
      "one pair",
      "overlap",
      "separated",
      "tiny",
      "zero controls",
    ].toSorted(),
  );
});

test("A08: separated classes get a floor between them", () => {
  const run = calibrateSet("separated");
  expect(run).toMatchObject({ separable: true, worst_relevant: 0.22, best_control: 0.006, evidence: "weak" });
  expect(run.refused).toBeUndefined();
  expect(run.noise_floor).toBe(Math.sqrt(0.22) * Math.sqrt(0.006));
  expect(run.factor).toBe(0.22 / 0.006);
  expect(run.at_suggested).toMatchObject({ precision: 1, recall: 1, relevant_kept: 3, controls_kept: 0 });
  expect(run.rank_gap_ratio).toBe(largestGapRatio({ score: 0.22, best: 0.41 }));
});

test("A08: overlapping classes are refused, and the pairs that overlap are named", () => {
  const run = calibrateSet("overlap");
  expect(run).toMatchObject({ separable: false, noise_floor: null, rank_gap_ratio: null, at_suggested: null });
  expect(run.refused).toMatchObject({
    reason: "overlap",
    message: expect.stringContaining("1 relevant pair at or below"),
  });
  expect(run.refused?.pairs.map(({ memory_id }) => memory_id)).toEqual(["relevant-1", "control-0"]);
});

test("A08: controls at zero give a tenth of the worst relevant, and the run says so", () => {
  const run = calibrateSet("zero controls");
  expect(run).toMatchObject({ noise_floor: 0.1 / 10, factor: null, notes: [expect.stringContaining("a tenth")] });
});

test("A08: a worst relevant equal to the best control is refused with both pairs named", () => {
  const run = calibrateSet("equal");
  expect(run.refused?.reason).toBe("overlap");
  expect(run.refused?.pairs).toHaveLength(2);
});

test("A08: one pair of each is weak evidence", () => {
  expect(calibrateSet("one pair")).toMatchObject({
    evidence: "weak",
    noise_floor: Math.sqrt(0.5) * Math.sqrt(0.01),
    pairs: { relevant: 1, control: 1, duplicates: 0 },
  });
});

test("A08: a class without pairs is refused", () => {
  expect(calibrateSet("no control").refused).toMatchObject({ reason: "no_control" });
  expect(calibrateSet("no relevant").refused).toMatchObject({ reason: "no_relevant" });
  expect(calibrate([], defaultPolicy)).toMatchObject({ refused: { reason: "no_relevant", pairs: [] }, curve: [] });
});

test("A08: what is no finite number is refused by name, and a negative control alone is not", () => {
  const run = calibrateSet("not numbers");
  expect(run.refused).toMatchObject({ reason: "not_a_number", message: "2 pairs without a finite score" });
  expect(run.refused?.pairs.map(({ memory_id, score }) => [memory_id, score])).toEqual([
    ["relevant-1", null],
    ["relevant-2", "NaN"],
  ]);
  const negative = calibrate([pair("relevant", 0.3), pair("control", -0.2)], defaultPolicy);
  expect(negative).toMatchObject({ noise_floor: 0.3 / 10, separable: true });
});

test("A08: the smallest numbers there are neither divide nor vanish", () => {
  const run = calibrateSet("tiny");
  expect(run.refused).toBeUndefined();
  expect(run.noise_floor).toBeGreaterThanOrEqual(5e-324);
  expect(run.noise_floor).toBeLessThan(1e-320);
  expect(run.rank_gap_ratio).toBeCloseTo(0.5, 3);
});

test("a relevant pair that shares nothing with its task is refused, although the controls score below it", () => {
  const run = calibrate([pair("relevant", 0), pair("relevant", 0.4), pair("control", -0.1)], defaultPolicy);
  expect(run).toMatchObject({ separable: true, noise_floor: null, refused: { reason: "nothing_above_zero" } });
  expect(run.refused?.pairs.map(({ index }) => index)).toEqual([0]);
});

test("the same pair under both labels is refused with both named", () => {
  const twice = ["relevant", "control"] as const;
  const run = calibrate(
    twice.map((label) => pair(label, 0.2, { memory_id: "m1" })),
    defaultPolicy,
  );
  expect(run.refused?.pairs.map(({ memory_id, label }) => [memory_id, label])).toEqual([
    ["m1", "relevant"],
    ["m1", "control"],
  ]);
});

const aScore = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 5e-324, 1e-320, 0.1, 0.5, 1),
  fc.double({ min: -0.5, max: 0, noNaN: true }),
);
const somePairs = fc.array(
  fc.record({
    task_text: fc.constantFrom("a", "b", "c"),
    current_nodes: fc.constantFrom([], ["x", "y"], ["y", "x"]),
    memory_id: fc.constantFrom("m1", "m2", "m3", "m4", "m5"),
    label: fc.constantFrom("relevant" as const, "control" as const),
    score: aScore,
  }),
  { maxLength: 14 },
);

test("a suggested floor and gap keep every relevant pair and no control, as the selection itself decides", () => {
  let suggested = 0;
  fc.assert(
    fc.property(somePairs, (pairs) => {
      const { noise_floor, rank_gap_ratio, refused } = calibrate(pairs, defaultPolicy);
      if (noise_floor === null || rank_gap_ratio === null) {
        expect(refused).toBeDefined();
        return;
      }
      suggested += 1;
      expect(validatePolicy({ noise_floor, rank_gap_ratio }).ok).toBe(true);
      const tasks = new Map<string, { id: string; score: number; label: string }[]>();
      for (const { task_text, current_nodes, memory_id, label, score } of pairs) {
        const key = JSON.stringify([task_text, current_nodes.toSorted()]);
        tasks.set(key, [...(tasks.get(key) ?? []), { id: memory_id, score, label }]);
      }
      for (const candidates of tasks.values()) {
        const { ranked } = selectByRank(candidates, { noise_floor, rank_gap_ratio, top_k: 50 });
        for (const { candidate, verdict } of ranked) {
          expect(verdict.kind).toBe(candidate.label === "relevant" ? "selected" : "rejected");
        }
      }
    }),
    { numRuns: 3_000 },
  );
  expect(suggested).toBeGreaterThan(100);
});

test("a refusal names pairs, and without the named ones of an overlap the rest can be calibrated or lacks a class", () => {
  fc.assert(
    fc.property(somePairs, (pairs) => {
      const { refused, separable } = calibrate(pairs, defaultPolicy);
      if (refused?.reason !== "overlap") return;
      expect(separable).toBe(false);
      const named = new Set(refused.pairs.map(({ index }) => index));
      expect(named.size).toBeGreaterThanOrEqual(2);
      const dropped = new Set(
        refused.pairs.map((each) => JSON.stringify([each.task_text, each.memory_id, each.label, each.score])),
      );
      const rest = pairs.filter(
        (each) => !dropped.has(JSON.stringify([each.task_text, each.memory_id, each.label, each.score])),
      );
      expect(calibrate(rest, defaultPolicy).refused?.reason).not.toBe("overlap");
    }),
  );
});

const pairOfNothing = { task_text: "a", current_nodes: [], memory_id: "m1", label: "relevant" } as const;
test("neither the order of the pairs nor a repeated pair changes the result", () => {
  const withoutPlaces = (pairs: CalibrationPair[]) => {
    const { pairs: counts, refused, ...run } = calibrate(pairs, defaultPolicy);
    const named = refused?.pairs.map(({ task_text, memory_id, label, score }) => [task_text, memory_id, label, score]);
    return {
      run,
      relevant: counts.relevant,
      control: counts.control,
      reason: refused?.reason,
      named: named?.map(String).toSorted(),
    };
  };
  fc.assert(
    fc.property(somePairs, (pairs) => {
      expect(withoutPlaces(pairs.toReversed())).toEqual(withoutPlaces(pairs));
      expect(withoutPlaces([...pairs, ...pairs])).toEqual(withoutPlaces(pairs));
    }),
    { examples: [[[0, -0].map((score) => ({ ...pairOfNothing, score }))]] },
  );
});

test("the gap ratio is the largest double that keeps the score: the next one does not", () => {
  const positive = fc.double({ min: 0, max: 1, noNaN: true, minExcluded: true });
  fc.assert(
    fc.property(positive, positive, (a, b) => {
      const [score, best] = a < b ? [a, b] : [b, a];
      const ratio = largestGapRatio({ score, best });
      expect(score >= ratio * best).toBe(true);
      if (ratio < 1) expect(score >= nextDouble(ratio) * best).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("a floor always lies between the classes, also between neighbouring numbers", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2, noNaN: true }), (bestControl) => {
      const worstRelevant = nextDouble(bestControl);
      const floor = noiseFloorBetween({ worstRelevant, bestControl });
      expect(floor).toBeGreaterThanOrEqual(Math.min(bestControl, worstRelevant));
      expect(floor).toBeLessThan(worstRelevant);
    }),
  );
});

test("precision falls and recall rises as the floor goes down, and the curve holds both floors", () => {
  const run = calibrate(
    [pair("relevant", 0.4), pair("relevant", 0.2), pair("control", 0.05), pair("control", 0.01)],
    defaultPolicy,
  );
  expect(run.curve.map(({ floor, precision, recall }) => [floor, precision, recall])).toEqual([
    [0, 0.5, 1],
    [0.01, 2 / 3, 1],
    [0.037, 2 / 3, 1],
    [0.05, 1, 1],
    [Math.sqrt(0.2) * Math.sqrt(0.05), 1, 1],
    [0.2, 1, 0.5],
    [0.4, null, 0],
  ]);
  expect(run.at_policy.controls_kept).toBe(1);
});

test("a curve over many scores is bounded", () => {
  const many = Array.from({ length: 5_000 }, (_, index) =>
    pair(index % 2 === 0 ? "relevant" : "control", index / 5_000, { memory_id: `m${index}` }),
  );
  expect(calibrate(many, defaultPolicy).curve.length).toBeLessThanOrEqual(203);
});

test("a labelled candidate of a lookup is scored again under the policy of the run", () => {
  const inputs = {
    token_intersection: 1,
    token_union: 2,
    ground_total: 0,
    ground_resident: 0,
    ground_in_focus: 0,
    ground_live: null,
    age_days: 0,
    outcome: null,
    corroboration: [],
    same_project: true,
  };
  const judged = { task_text: "t", memory_id: "m", label: "relevant" as const, inputs };
  expect(scorePair(judged, defaultPolicy).score).toBe(0.3);
  expect(scorePair(judged, { ...defaultPolicy, w_semantic: 1 }).score).toBe(0.5);
});

function nextDouble(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + 1n);
  return view.getFloat64(0);
}
