import fc from "fast-check";
import { expect, test } from "vitest";
import { focusOf } from "#server/domain/selection/focus.ts";
import { hasSignal } from "#server/domain/selection/prior-candidate.ts";
import { aQuestion, asPriorRequest } from "#server/testing/prior-arbitraries.ts";

test("a scan that keeps few gives the best of a scan that keeps all, and knows whether it left any out", () => {
  let truncations = 0;
  fc.assert(
    fc.property(
      aQuestion,
      fc.nat(6),
      fc.nat(12),
      fc.constantFrom(0, 1),
      (question, keep, atLeast, background_table) => {
        const { request, projects } = asPriorRequest({ ...question, policy: { ...question.policy, background_table } });
        for (const { index, graph } of projects) {
          const asked = {
            ...request,
            focus: focusOf(request.currentNodes, graph, { hops: request.policy.structural_hops }).nodes,
            graph,
            sameProject: index.project === request.project,
          };
          const all = index.scan({ ...asked, keep: 1_000, atLeast: 1_000 });
          const scoresOfAll = all.scoresAboveFloor.toSorted();
          const some = index.scan({ ...asked, keep, atLeast });
          const hasSay = all.candidates.filter(({ inputs, score }) => score > 0 || hasSignal(inputs));
          const unrelated = all.candidates.filter(({ inputs, score }) => !(score > 0 || hasSignal(inputs)));
          const kept = hasSay.slice(0, keep);
          expect(some.candidates).toEqual([...kept, ...unrelated.slice(0, Math.max(0, atLeast - kept.length))]);
          expect(some.truncated).toBe(hasSay.length > keep);
          expect(some.considered).toBe(all.candidates.length);
          expect(some.scoresAboveFloor.toSorted()).toEqual(scoresOfAll);
          expect(scoresOfAll.length).toBe(
            all.candidates.filter(({ score }) => score > request.policy.noise_floor).length,
          );
          if (some.truncated) truncations += 1;
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(truncations).toBeGreaterThan(100);
}, 20_000);
