import fc from "fast-check";
import { expect, test } from "vitest";
import { pointAt } from "#server/domain/calibration/calibration-curve.ts";
import { calibrationLabels } from "#server/domain/calibration/calibration-pair.ts";
import { selectByRank } from "#server/domain/selection/select-by-rank.ts";
import { bestOfTasks, countKept, judgePairs } from "./judge-pairs.ts";

const pairs = fc.array(
  fc.record({
    task: fc.integer({ min: 0, max: 4 }),
    label: fc.constantFrom(...calibrationLabels),
    score: fc.double({ min: -0.5, max: 1, noNaN: true }),
  }),
  { maxLength: 40 },
);
const thresholds = fc.record({
  noise_floor: fc.double({ min: 0, max: 1, noNaN: true }),
  rank_gap_ratio: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("a pair is kept exactly when a selection over its task would pass it by both thresholds", () => {
  fc.assert(
    fc.property(pairs, thresholds, (given, asked) => {
      const reasons = judgePairs(given, bestOfTasks(given), asked);
      for (const task of new Set(given.map((pair) => pair.task))) {
        const own = given.flatMap(({ score, task: of }, index) => (of === task ? [{ id: String(index), score }] : []));
        const { ranked } = selectByRank(own, { ...asked, top_k: given.length + 1 });
        for (const { candidate, verdict } of ranked) {
          const reason = verdict.kind === "selected" ? null : verdict.reason;
          expect(reasons[Number(candidate.id)]).toBe(reason);
        }
      }
    }),
  );
});

test("without a gap, precision and recall are those of the run's own curve", () => {
  fc.assert(
    fc.property(pairs, fc.double({ min: 0, max: 1, noNaN: true }), (given, floor) => {
      const scores = (label: string) =>
        given
          .filter((pair) => pair.label === label)
          .map(({ score }) => score)
          .toSorted((a, b) => a - b);
      const { relevant_kept, controls_kept, precision, recall } = countKept(
        given,
        judgePairs(given, bestOfTasks(given), { noise_floor: floor, rank_gap_ratio: 0 }),
      );
      const point = pointAt(floor, { relevant: scores("relevant"), control: scores("control") });
      expect({ floor, relevant_kept, controls_kept, precision, recall }).toEqual(point);
    }),
  );
});

test("a higher threshold never keeps a pair that a lower one rejects", () => {
  fc.assert(
    fc.property(pairs, thresholds, thresholds, (given, a, b) => {
      const low = {
        noise_floor: Math.min(a.noise_floor, b.noise_floor),
        rank_gap_ratio: Math.min(a.rank_gap_ratio, b.rank_gap_ratio),
      };
      const best = bestOfTasks(given.filter(({ score }) => score > 0));
      const above = given.filter(({ score, task }) => score > 0 && best.has(task));
      const strict = judgePairs(above, best, a);
      const loose = judgePairs(above, best, low);
      for (const [index, reason] of strict.entries()) if (reason === null) expect(loose[index]).toBeNull();
    }),
  );
});
