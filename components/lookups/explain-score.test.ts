import { describe, expect, test } from "vitest";
import { entryTerms } from "#server/domain/retrieval/entry-terms.ts";
import { lexicalScore } from "#server/domain/retrieval/lexical-score.ts";
import { prepareQuery } from "#server/domain/retrieval/prepare-query.ts";
import { rerankScore } from "#server/domain/retrieval/rerank.ts";
import { aCandidate, aContextRecord } from "./a-context-record.ts";
import { explainRawScore, explainScore } from "./explain-score.ts";

const query = "npm install fails with a peer dependency conflict";
const text = "A peer dependency conflict of npm is settled by upgrading the package that asks for the old react.";
const record = aContextRecord({ policy: { version: 3 } });

describe("how a score came about", () => {
  test("the arithmetic shown is the one that the product computes", () => {
    const { score, factors } = rerankScore({ query, text });
    const { how } = explainScore(aCandidate({ score, factors }), record);
    expect(how[0]).toMatch(/^0\.55 × coverage .* = /);
    expect(how.at(-1)).toContain("version 3");
    const { rawScore, factors: parts } = lexicalScore(prepareQuery(query), entryTerms(text));
    const raw = explainRawScore(aCandidate({ raw_score: rawScore, factors: parts, floor: 0.35 }), record);
    expect(raw.how[1]).toContain("× evidence) = ");
    expect(raw.how.join(" ")).toContain("the floor 0.35");
  });

  test("a score of other weights is not explained by today's", () => {
    const { score, factors } = rerankScore({ query, text });
    const { how } = explainScore(aCandidate({ score: score / 2, factors }), record);
    expect(how.join(" ")).not.toContain("coverage");
    expect(how[0]).toContain("other weights");
  });

  test("an exact signature needs no arithmetic, and missing parts are said to be missing", () => {
    expect(explainRawScore(aCandidate({ leg: "signature", raw_score: 1, factors: {} }), record).how[0]).toContain(
      "certain",
    );
    expect(explainScore(aCandidate({ factors: {} }), record).how[0]).toContain("without the factors");
  });
});
