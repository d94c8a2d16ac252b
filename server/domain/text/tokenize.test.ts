import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { forEachToken, tokenCounts, tokenize } from "#server/domain/text/tokenize.ts";
import cjk from "#server/testing/cases/A04-cjk.json" with { type: "json" };
import letters from "#server/testing/cases/A05-letters.json" with { type: "json" };
import nonsense from "#server/testing/cases/A07-abstain.json" with { type: "json" };

// Generous, because other suites run beside this one; what must be fast is measured in processor time.
vi.setConfig({ testTimeout: 120_000 });

const sharedTokens = (left: string, right: string) => {
  const tokensOfRight = new Set(tokenize(right));
  return tokenize(left).filter((token) => tokensOfRight.has(token));
};

/** Letters, marks, digits and signs of many scripts, so that every branch is met often. */
const mixedText = fc
  .array(
    fc.constantFrom(
      ..."aAzZ09_-'’ .ßİıΣςéñỒﬁ①कि的がガ한각กำខ្មم😀",
      "\u0301",
      "\u0327",
      "\u200d",
      "\ud800",
      "worker",
      "Pool",
      "the",
      "die",
    ),
  )
  .map((parts) => parts.join(""));

describe("identifiers", () => {
  test.each([
    ["buildRepoMap", ["buildrepomap", "build", "repo", "map"]],
    ["worker_pool", ["worker_pool", "worker", "pool"]],
    ["HTTPServer", ["httpserver", "http", "server"]],
    ["TS2322", ["ts2322", "ts", "2322"]],
    ["__init__", ["init"]],
    ["src/core/repoMap.ts", ["src", "core", "repomap", "repo", "map", "ts"]],
    ["keep-alive", ["keep", "alive"]],
  ])("%s is found whole and by its parts", (identifier, tokens) => {
    expect(tokenize(identifier)).toEqual(tokens);
  });

  test("a function word inside an identifier stays", () => {
    expect(tokenize("is_open")).toEqual(["is_open", "is", "open"]);
    expect(tokenize("is open")).toEqual(["open"]);
  });

  test("an opaque id is one token, so that two digests never share fragments", () => {
    expect(tokenize("3f29ab77c1d")).toEqual(["3f29ab77c1d"]);
    expect(tokenize("i18n")).toEqual(["i18n"]);
    expect(sharedTokens("3f29ab77c1d", "9e29cd77b4f")).toEqual([]);
  });

  test("C++ and a lone x are names, not filler", () => {
    expect(tokenize("C++")).toEqual(["c"]);
    expect(tokenize("!x")).toEqual(["x"]);
  });
});

describe("function words", () => {
  test("a text of function words and signs alone has no tokens, in every language of the lists", () => {
    for (const text of [
      "the of and to in",
      "die und das wird nicht",
      "le la dans et avec",
      "el los para con",
      "não para com os",
      "il della che sono",
      "het een van voor",
      "don't it's",
      "????",
      "",
      "_ __ ' -- 👍",
    ])
      expect(tokenize(text), text).toEqual([]);
  });

  test("what elision and contraction leave is dropped, the noun stays", () => {
    expect(tokenize("l'heure dell'arte worker’s we've")).toEqual(["heure", "arte", "worker"]);
  });

  test("nouns in the German list stay: git tag, /bin", () => {
    expect(tokenize("git tag bin")).toEqual(["git", "tag", "bin"]);
  });
});

describe("scripts", () => {
  test.each(cjk.queries)("A04: $q shares a token with the record it belongs to", ({ q, expect: id }) => {
    const record = cjk.records.find((one) => one.id === id);
    expect(sharedTokens(q, record?.text ?? "").length).toBeGreaterThan(0);
  });

  test("A04: the common two-character words of a sentence are tokens", () => {
    expect(tokenize("部署网关")).toEqual(["部署", "署网", "网关"]);
    expect(tokenize("猫")).toEqual(["猫"]);
    expect(tokenize("queue 重试 limit 设为 3")).toEqual(["queue", "重试", "limit", "设为", "3"]);
  });

  test.each(letters.pairs)("A05: '$query' against '$store' shares tokens: $match", ({ store, query, match }) => {
    expect(sharedTokens(query, store).length > 0).toBe(match);
  });

  test("A05: words with umlaut, sharp s, dotted capital and final sigma stay whole and meet their other case", () => {
    expect(tokenize("Größe der Prüfsumme")).toEqual(["grösse", "prüfsumme"]);
    expect(tokenize("STRASSE")).toEqual(tokenize("Straße"));
    expect(tokenize("İSTANBUL")).toEqual(tokenize("istanbul"));
    expect(tokenize("ΟΔΟΣ")).toEqual(tokenize("οδος"));
    expect(tokenize("Prüf\u00adsumme")).toEqual(["prüfsumme"]);
  });

  test("A07: no nonsense query shares a token with a work record", () => {
    for (const query of nonsense.queries)
      for (const record of nonsense.records) expect(sharedTokens(query, record.text), query).toEqual([]);
  });
});

describe("laws", () => {
  test("composed and decomposed spellings give the same tokens", () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        expect(tokenize(text.normalize("NFD"))).toEqual(tokenize(text.normalize("NFC")));
      }),
    );
  });

  test("every token is well-formed, folded, free of blanks and never empty", () => {
    fc.assert(
      fc.property(fc.oneof(mixedText, fc.string({ unit: "binary" })), (text) => {
        for (const token of tokenize(text)) {
          expect(token).toMatch(/^[\p{L}\p{N}\p{M}_]+$/u);
          expect(token.isWellFormed()).toBe(true);
          expect(token).toBe(token.toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i"));
        }
      }),
    );
  });

  test("texts joined by a line break have the tokens of both, in order, and the counts count them", () => {
    fc.assert(
      fc.property(mixedText, mixedText, (left, right) => {
        const joined: string[] = [];
        forEachToken(`${left}\n${right}`, (token) => joined.push(token));
        const apart: string[] = [];
        for (const text of [left, right]) forEachToken(text, (token) => apart.push(token));
        expect(joined).toEqual(apart);
        for (const [token, count] of tokenCounts(`${left}\n${right}`))
          expect(count).toBe(joined.filter((one) => one === token).length);
      }),
    );
  });

  test("a megabyte of anything is linear: one letter, one ideograph, mixed marks, lone surrogates, apostrophes", {
    timeout: 120_000,
  }, () => {
    const units = ["a", "中", "ก", "\u0301\u0327", "\ud800", "a'", "a_", "aB", "_", "a1", "a", "é"];
    for (const unit of units) {
      const text = `x${unit.repeat(Math.floor((1 << 20) / unit.length))}`;
      // A square of a megabyte takes hours: the limit of this test is the bound, and a wide one.
      expect(tokenize(text), `unit ${JSON.stringify(unit)}`).toBeDefined();
    }
  });
});
