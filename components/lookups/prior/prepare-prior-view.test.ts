import fc from "fast-check";
import { expect, test } from "vitest";
import { PriorRecordBody } from "#server/contracts/prior-record.ts";
import { whatIfPrior } from "#server/domain/selection/what-if-prior.ts";
import { aPolicy, aQuestion, asPriorRequest } from "#server/testing/prior-arbitraries.ts";
import { lookUpPrior } from "#server/testing/prior-lookup.ts";
import { preparePriorView } from "./prepare-prior-view.ts";
import { askedFields, noWhatIf } from "./what-if-state.ts";

const aBudget = fc.constantFrom(0, 120, 300, 2_000);

test("a page reads every record that a lookup writes, and shows what it decided", () => {
  fc.assert(
    fc.property(aQuestion, aBudget, (question, budgetTokens) => {
      const lookup = lookUpPrior({ ...asPriorRequest(question), textOf: (id) => `memory ${id}`, budgetTokens });
      const record = PriorRecordBody.parse(JSON.parse(JSON.stringify(lookup.record)));
      const { rows, cutoff, isWhatIf } = preparePriorView(record, {});
      expect(isWhatIf).toBe(false);
      expect(cutoff).toBe(record.decision.cutoff);
      const selected = rows.filter(({ verdict }) => verdict.kind === "selected").map(({ id }) => id);
      expect(selected).toEqual(record.decision.selected.slice(0, record.decision.returned).map(({ id }) => id));
      const reasonOf = new Map(record.decision.rejected.map(({ id, reason }) => [id, reason]));
      for (const { id, verdict } of rows) {
        if (verdict.kind === "rejected" && reasonOf.has(id)) expect(verdict.reason).toBe(reasonOf.get(id));
      }
    }),
    { numRuns: 200 },
  );
});

test("under other numbers it shows exactly who enters and who leaves by the domain's own what-if", () => {
  fc.assert(
    fc.property(aQuestion, aPolicy, (question, other) => {
      const { record } = lookUpPrior({
        ...asPriorRequest(question),
        textOf: (id) => `memory ${id}`,
        budgetTokens: 2_000,
      });
      const asked = askedFields(
        {
          floor: other.noise_floor,
          gap: other.rank_gap_ratio,
          semantic: other.w_semantic,
          structural: other.w_structural,
          top: other.top_k,
        },
        record.policy,
      );
      const view = preparePriorView(record, asked);
      if (Object.keys(asked).length === 0) {
        expect(view.isWhatIf).toBe(false);
        return;
      }
      const result = whatIfPrior(record, asked);
      if (result.kind === "refused") throw new Error("these fields may change");
      const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).toSorted();
      expect(idsOf(view.rows.filter(({ verdict }) => verdict.kind === "selected"))).toEqual(
        idsOf(result.decision.selected),
      );
      expect(idsOf(view.rows.filter(({ change }) => change === "enters"))).toEqual(idsOf(result.entered));
      expect(idsOf(view.rows.filter(({ change }) => change === "leaves"))).toEqual(idsOf(result.left));
    }),
    { numRuns: 300 },
  );
});

test("a what-if that equals the record is none, and one that no policy allows is refused by name", () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const { record } = lookUpPrior({ ...asPriorRequest(question), textOf: () => "text", budgetTokens: 2_000 });
      expect(askedFields({ ...noWhatIf, floor: record.policy.noise_floor }, record.policy)).toEqual({});
      const view = preparePriorView(record, { noise_floor: 99 });
      expect(view.isWhatIf).toBe(false);
      expect(view.refused.join()).toContain("noise_floor");
    }),
    { numRuns: 20 },
  );
});
