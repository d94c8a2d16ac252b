import { expect, test } from "vitest";
import type { CalibrationBody } from "#server/contracts/calibrations.ts";
import { calibrate } from "#server/domain/calibration/calibrate.ts";
import { compareRuns } from "./compare-runs.ts";
import { prepareCalibration, prepareCurve, prepareThresholds, verdictOf } from "./prepare-calibration.ts";

type Given = { task: number; label: "relevant" | "control"; score: number };

function aRun(given: readonly Given[], inForce = { noise_floor: 0.037, rank_gap_ratio: 0.35 }): CalibrationBody {
  const pairs = given.map(({ task, label, score }, index) => ({
    task_text: `task ${task}`,
    memory_id: `m${index}`,
    label,
    score,
  }));
  const { refused, ...result } = calibrate(pairs, inForce);
  return {
    ...result,
    ...(refused === undefined ? {} : { refused }),
    id: "cal_1",
    project: null,
    policy_version: 0,
    created_at: "2026-07-02T10:00:00.000Z",
    applied_version: null,
    refusal: refused?.reason ?? null,
    policy: inForce,
    scored: given.map(({ task, label, score }, index) => ({
      index,
      task,
      task_text: `task ${task}`,
      lookup_id: null,
      memory_id: `m${index}`,
      label,
      score,
    })),
  };
}

const separable: Given[] = [0.4, 0.3, 0.2].flatMap((score, task) => [
  { task, label: "relevant" as const, score },
  { task, label: "control" as const, score: score / 10 },
]);

test("the suggestion of a separable run keeps every relevant pair and no control", () => {
  const run = aRun(separable);
  const view = prepareThresholds(prepareCalibration(run), {
    noise_floor: run.noise_floor ?? 0,
    rank_gap_ratio: run.rank_gap_ratio ?? 0,
  });
  expect(view.counts).toMatchObject({ relevant_kept: 3, controls_kept: 0, precision: 1, recall: 1 });
  expect(verdictOf(run)).toMatchObject({ look: "good" });
});

test("who enters and who leaves is told against the policy in force, best first", () => {
  const model = prepareCalibration(aRun(separable, { noise_floor: 0.25, rank_gap_ratio: 0 }));
  const lower = prepareThresholds(model, { noise_floor: 0, rank_gap_ratio: 0 });
  expect(lower.entered.map(({ memory_id }) => memory_id)).toEqual(["m4", "m1", "m3", "m5"]);
  expect(lower.left).toEqual([]);
  const higher = prepareThresholds(model, { noise_floor: 0.35, rank_gap_ratio: 0 });
  expect(higher.entered).toEqual([]);
  expect(higher.left.map(({ memory_id }) => memory_id)).toEqual(["m2"]);
  expect(prepareThresholds(model, { noise_floor: 0.25, rank_gap_ratio: 0 })).toMatchObject({ entered: [], left: [] });
});

test("the curve says at each floor what the thresholds say there", () => {
  const model = prepareCalibration(aRun(separable));
  for (const gap of [0, 0.35, 1]) {
    for (const { floor, precision, recall } of prepareCurve(model, gap)) {
      const { counts } = prepareThresholds(model, { noise_floor: floor, rank_gap_ratio: gap });
      expect({ precision, recall }).toEqual({ precision: counts.precision, recall: counts.recall });
    }
  }
});

test("an overlap is said plainly, a class without pairs too, and weak evidence is not sold as more", () => {
  const overlap = aRun([...separable, { task: 9, label: "control", score: 0.25 }]);
  expect(verdictOf(overlap).headline).toBe("Not separable: no floor keeps every relevant pair and no control");
  expect(verdictOf(aRun([{ task: 1, label: "relevant", score: 0.2 }])).headline).toContain("No control");
  expect(verdictOf(aRun(separable.slice(0, 2))).look).toBe("weak");
});

test("every pair is in one bin of each distribution, those of 0 and less in one of their own", () => {
  const run = aRun([...separable, { task: 0, label: "control", score: 0 }, { task: 0, label: "control", score: -0.1 }]);
  const { scores, shares, pairs } = prepareCalibration(run);
  for (const { bins } of [scores, shares]) {
    expect(bins.reduce((sum, { relevant, control }) => sum + relevant + control, 0)).toBe(pairs.length);
    expect(bins[0]).toMatchObject({ from: 0, relevant: 0, control: 2 });
  }
});

test("two runs are compared pair by pair", () => {
  const here = aRun(separable);
  const there = aRun(separable.map((pair, index) => (index === 0 ? { ...pair, score: 0.5 } : pair)).slice(0, 5));
  const difference = compareRuns(here, there);
  expect(difference.onlyHere.map(({ memory_id }) => memory_id)).toEqual(["m5"]);
  expect(difference.onlyThere).toEqual([]);
  expect(difference.rescored.map(({ memory_id, score }) => [memory_id, score])).toEqual([["m0", 0.4]]);
});
