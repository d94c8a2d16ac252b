import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import { type PriorSelection, selectPrior } from "#server/domain/selection/select-prior.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import abstain from "#server/testing/cases/A07-abstain.json" with { type: "json" };
import ties from "#server/testing/cases/A26-ties.json" with { type: "json" };
import { aQuestion, asPriorRequest } from "#server/testing/prior-arbitraries.ts";
import { type OracleQuestion, oracleSelection } from "#server/testing/prior-oracle.ts";

function select(question: OracleQuestion): PriorSelection {
  const { request, projects } = asPriorRequest(question);
  return selectPrior(request, projects);
}

/** What two runs must agree on. */
function essence({ candidates, cutoff, counts, truncated, lowest_kept_score }: PriorSelection) {
  return { candidates, cutoff, counts, truncated, lowest_kept_score };
}

const selectedIds = ({ candidates }: PriorSelection) =>
  candidates.filter(({ verdict }) => verdict.kind === "selected").map(({ id }) => id);

test("selection, scores, reasons and counts equal a brute-force oracle to the last bit", () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const oracle = oracleSelection(question);
      const selection = select(question);
      expect(selectedIds(selection)).toEqual(oracle.filter(({ fate }) => fate === "selected").map(({ id }) => id));
      const oracleOf = new Map(oracle.map((verdict) => [verdict.id, verdict]));
      for (const { id, score, verdict } of selection.candidates) {
        expect(Object.is(score, oracleOf.get(id)?.score)).toBe(true);
        expect(verdict.kind === "selected" ? "selected" : verdict.reason).toBe(oracleOf.get(id)?.fate);
      }
      const count = (fate: string) => oracle.filter((verdict) => verdict.fate === fate).length;
      expect(selection.counts).toEqual({
        considered: oracle.length,
        selected: count("selected"),
        below_floor: count("below_floor"),
        beyond_gap: count("beyond_gap"),
        over_top_k: count("over_top_k"),
      });
    }),
    { numRuns: 500 },
  );
}, 20_000);

test("every memory that shares a token or a focus node with the task is kept, and no better one is missing", () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const oracle = oracleSelection(question);
      const { candidates } = select(question);
      const kept = new Set(candidates.map(({ id }) => id));
      expect(candidates.length).toBeGreaterThanOrEqual(Math.min(20, oracle.length));
      for (const { id, score } of oracle) if (score > 0) expect(kept.has(id)).toBe(true);
    }),
  );
});

test("order of arrival never changes a selection", () => {
  fc.assert(
    fc.property(aQuestion, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (question, dice) => {
      const shuffled = question.memories
        .map((memory) => ({ memory, place: dice.next().value }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ memory }) => memory);
      expect(essence(select({ ...question, memories: shuffled }))).toEqual(essence(select(question)));
    }),
  );
});

test("a history of additions, replacements, removals and verdicts leaves no trace", () => {
  fc.assert(
    fc.property(aQuestion, aQuestion, (question, before) => {
      const { request, projects } = asPriorRequest(question);
      const lived = projects.map(({ index, graph }) => {
        const history = new PriorIndex(index.project);
        const now = question.memories.filter(({ project }) => project === index.project);
        for (const memory of before.memories) history.add(memory);
        // A lookup in between, so that every cache has something to go stale.
        selectPrior({ ...request, policy: { ...request.policy, outcome_reward: 0.1, background_table: 1 } }, [
          { index: history, graph },
        ]);
        for (const memory of now) history.add({ ...memory, outcome: "fail" });
        for (const { id } of before.memories) if (!now.some((memory) => memory.id === id)) history.remove(id);
        for (const { id, outcome } of now) history.setOutcome(id, outcome);
        return { index: history, graph };
      });
      expect(essence(selectPrior(request, lived))).toEqual(essence(selectPrior(request, projects)));
    }),
  );
});

test("an index closes the gaps that removed memories leave, without changing an answer", () => {
  const memory = (number: number) => ({
    id: `m${number}`,
    session: `s${number % 7}`,
    tokens: ["lease", `t${number % 50}`],
    ground: [`g${number % 3}`],
    createdMs: 0,
    outcome: number % 2 === 0 ? ("pass" as const) : null,
  });
  const index = new PriorIndex("p");
  for (let number = 0; number < 4_000; number++) index.add(memory(number));
  for (let number = 0; number < 4_000; number++) if (number % 10 > 0) index.remove(`m${number}`);
  const fresh = new PriorIndex("p");
  for (let number = 0; number < 4_000; number += 10) fresh.add(memory(number));
  const request = {
    taskTokens: new Set(["lease", "t10"]),
    currentNodes: [],
    project: "p",
    session: "s1",
    asOfMs: 0,
    policy: { ...defaultPolicy, outcome_reward: 0.1 },
  };
  expect(essence(selectPrior(request, [{ index, graph: null }]))).toEqual(
    essence(selectPrior(request, [{ index: fresh, graph: null }])),
  );
});

test("adding a memory below the floor changes nothing but counts and the list of rejected", () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const stranger = {
        id: "~~stranger",
        session: "s-9",
        project: question.project,
        tokens: ["unheard"],
        ground: [],
        createdMs: question.asOfMs,
        outcome: null,
      };
      const asked = { ...question, policy: { ...question.policy, project_boost: 0 } };
      const before = select(asked);
      const after = select({ ...asked, memories: [...asked.memories, stranger] });
      const known = ({ candidates }: PriorSelection) => candidates.filter(({ id }) => id !== stranger.id);
      expect(known(after)).toEqual(before.candidates.slice(0, known(after).length));
      expect(selectedIds(after)).toEqual(selectedIds(before));
      expect(after.cutoff).toBe(before.cutoff);
      expect(after.counts).toEqual({
        ...before.counts,
        considered: before.counts.considered + 1,
        below_floor: before.counts.below_floor + 1,
      });
    }),
  );
});

test("a memory of another project changes no answer that is scoped to one project", () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const { request, projects } = asPriorRequest(question);
      const own = projects.filter(({ index }) => index.project === question.project);
      const alone = asPriorRequest({
        ...question,
        memories: question.memories.filter(({ project }) => project === question.project),
      }).projects.filter(({ index }) => index.project === question.project);
      expect(essence(selectPrior(request, own))).toEqual(essence(selectPrior(request, alone)));
    }),
  );
});

function indexOf(records: readonly { id: string; text: string }[]): PriorIndex {
  return new PriorIndex(
    "github.com/acme/shop",
    records.map(({ id, text }) => ({
      id,
      session: "other",
      tokens: tokenize(text),
      ground: [],
      createdMs: 0,
      outcome: null,
    })),
  );
}

function ask(index: PriorIndex, task: string, topK = defaultPolicy.top_k): PriorSelection {
  const policy = { ...defaultPolicy, top_k: topK };
  const request = { taskTokens: new Set(tokenize(task)), currentNodes: [], project: index.project, session: "me" };
  return selectPrior({ ...request, asOfMs: 0, policy }, [{ index, graph: null }]);
}

test.each(abstain.queries)("an unrelated question gets nothing, with the factors of the best rejected: %j", (query) => {
  const selection = ask(indexOf(abstain.records), query);
  expect(selectedIds(selection)).toEqual([]);
  expect(selection.counts).toMatchObject({ considered: 40, below_floor: 40 });
  expect(selection.candidates).toHaveLength(20);
  for (const { factors } of selection.candidates) expect(factors).toMatchObject({ structural: 0, bonus: 0 });
});

test("a record about the question is found among the same forty", () => {
  expect(selectedIds(ask(indexOf(abstain.records), "do login tokens rotate?"))).toEqual(["r17", "r27", "r37", "r7"]);
});

test("equal scores come in byte order of their ids, whatever the order of arrival", () => {
  const forwards = ask(indexOf(ties.records), ties.query, ties.limit);
  const backwards = ask(indexOf(ties.records.toReversed()), ties.query, ties.limit);
  expect(selectedIds(forwards)).toEqual(ties.records.slice(0, ties.limit).map(({ id }) => id));
  expect(essence(backwards)).toEqual(essence(forwards));
  expect(forwards.counts.over_top_k).toBe(ties.records.length - ties.limit);
});

test("a record keeps the best 500 with a say, says that there were more, and counts them all", () => {
  const records = Array.from({ length: 700 }, (_, number) => ({
    id: `m${String(number).padStart(3, "0")}`,
    text: `lease renewal ${Array.from({ length: number % 10 }, (_, word) => `word${word}`).join(" ")}`,
  }));
  const selection = ask(indexOf(records), "lease renewal");
  expect(selection.candidates).toHaveLength(500);
  expect(selection.truncated).toBe(true);
  expect(selection.lowest_kept_score).toBe(selection.candidates.at(-1)?.score);
  expect(selection.counts.considered).toBe(700);
  const { selected, below_floor, beyond_gap, over_top_k } = selection.counts;
  expect(selected + below_floor + beyond_gap + over_top_k).toBe(700);
});
