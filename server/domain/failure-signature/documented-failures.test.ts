import { describe, expect, test } from "vitest";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import documented from "#server/testing/cases/B-documented.json" with { type: "json" };

const idOf = (text: string) => {
  const explanation = explainFailure({ text });
  return explanation.kind === "failure" ? explanation.id : explanation.reason;
};

/** Samples written from the documentation that each names: tools that cannot be recorded, and forms that recordings do not show. */
describe.each(documented.map((sample) => [sample.id, sample] as const))(
  "%s, written from its documentation",
  (_, { tool, same, apart }) => {
    test("is one signature under other conditions, and known by its tool", () => {
      expect(new Set(same.map(idOf)).size).toBe(1);
      for (const text of same)
        expect(explainFailure({ text })).toMatchObject({ kind: "failure", tool, inferred: true });
    });

    test("is none of the failures that look like it, and those are no two alike", () => {
      const ids = [same[0] ?? "", ...apart].map(idOf);
      expect(new Set(ids).size).toBe(ids.length);
    });
  },
);
