import { expect, test } from "vitest";
import { type ParserCase, scoreParser } from "#server/testing/evaluations/parse-scorer.ts";

const one: ParserCase = {
  id: "x",
  tool: "tsc",
  variant: "plain",
  split: "dev",
  root: "/srv/shop",
  raw: "",
  expected: [
    { file: "src/a.ts", line: 1, col: 1, message: "Type 'string' is not assignable.", in_raw: true },
    { file: "src/b.ts", line: 2, col: 1, message: "Cannot find name 'x'.", in_raw: true },
    { file: "src/c.ts", line: 3, col: 1, message: "not in the text", in_raw: false },
  ],
};

test("hits, inventions and misses are counted by place, messages by their beginning, and the first finding by order", () => {
  const found = [
    { file: "/srv/shop/src/b.ts", line: 2, message: "TS2304: cannot find name x" },
    { file: "src/b.ts", line: 2, message: "a repeat counts once" },
    { file: "src/d.ts", line: 9, message: "invented" },
    { file: null, line: 3, message: "without a place counts not at all" },
  ];
  expect(scoreParser([one], new Map([["x", found]])).get("ALL")).toEqual({
    cases: 1,
    precision: 0.5,
    recall: 0.5,
    f1: 0.5,
    messageOk: 1,
    firstIsGold: 1,
  });
  expect(scoreParser([one], new Map([["x", found.toReversed()]])).get("ALL")?.firstIsGold).toBe(0);
  expect(scoreParser([one], new Map()).get("ALL")).toEqual({
    cases: 1,
    precision: 0,
    recall: 0,
    f1: 0,
    messageOk: 0,
    firstIsGold: 0,
  });
});
