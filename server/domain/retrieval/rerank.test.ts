import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { rerankScore } from "#server/domain/retrieval/rerank.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import letters from "#server/testing/cases/A05-letters.json" with { type: "json" };
import tokens from "#server/testing/cases/A16-tokens.json" with { type: "json" };

// Generous, because other suites run beside this one; what must be fast is measured in processor time.
vi.setConfig({ testTimeout: 120_000 });

const scoreOf = (query: string, text: string) => rerankScore({ query, text }).score;
const someText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom(..."lease leases renewal before batch worker_pool the 证书轮换 % TS2322".split(" ")))
    .map((words) => words.join(" ")),
);

test("score and factors lie in [0, 1] for any two texts, and the score is the weighted sum", () => {
  fc.assert(
    fc.property(someText, someText, (query, text) => {
      const { score, factors } = rerankScore({ query, text });
      const { rerank } = currentRetrieval;
      for (const value of [score, ...Object.values(factors)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      expect(score).toBeCloseTo(
        rerank.coverage * factors.coverage +
          rerank.passage * factors.passage +
          rerank.adjacency * factors.adjacency +
          rerank.cosine * factors.cosine,
        12,
      );
    }),
    { numRuns: 300 },
  );
});

test("a score depends on query and text alone, not on what was scored before", () => {
  fc.assert(
    fc.property(someText, someText, someText, (query, other, text) => {
      const first = scoreOf(query, text);
      scoreOf(other, text);
      expect(scoreOf(query, text)).toBe(first);
    }),
  );
});

test("the weights of the factors add up to 1", () => {
  const { coverage, passage, adjacency, cosine } = currentRetrieval.rerank;
  expect(coverage + passage + adjacency + cosine).toBeCloseTo(1, 12);
});

test("saying more of the query scores higher; so does saying it together, in its order, and nothing else", () => {
  const query = "lease renewal before the nightly batch";
  expect(scoreOf(query, "lease renewal before nightly batch")).toBeGreaterThan(scoreOf(query, "lease renewal"));
  const filler = "alpha beta gamma delta epsilon zeta eta theta iota kappa ".repeat(4);
  expect(scoreOf(query, `lease renewal batch ${filler}`)).toBeGreaterThan(
    scoreOf(query, `lease ${filler} renewal ${filler} batch`),
  );
  expect(scoreOf("lease renewal", "lease renewal")).toBeGreaterThan(scoreOf("lease renewal", "renewal lease"));
  expect(scoreOf("lease renewal", "lease renewal")).toBeGreaterThan(scoreOf("lease renewal", "lease renewal of cars"));
});

test("a text that shares no word scores 0", () => {
  expect(scoreOf("how long to simmer lentils", "tenant id is part of every cache key")).toBe(0);
  expect(scoreOf("", "anything")).toBe(0);
});

test("A05: composed and decomposed spellings score the same", () => {
  for (const { store, query } of letters.pairs)
    expect(scoreOf(query.normalize("NFD"), store.normalize("NFC"))).toBe(
      scoreOf(query.normalize("NFC"), store.normalize("NFD")),
    );
});

test("A16: repeated ideographs, base64, emoji and minified code are scored in bounded time, and against themselves high", {
  timeout: 60_000,
}, () => {
  for (const { id, text } of tokens.records) expect(scoreOf(text, text), id).toBeGreaterThan(0.2);
});

test("a query of a megabyte against a long text is bounded", { timeout: 60_000 }, () => {
  const log = Array.from({ length: 60_000 }, (_, line) => `line ${line} lease renewal`).join("\n");
  expect(scoreOf(log, "lease renewal must happen before the batch ".repeat(90))).toBeGreaterThan(0);
});
