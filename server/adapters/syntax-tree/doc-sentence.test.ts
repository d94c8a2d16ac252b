import { expect, test } from "vitest";
import { longestSymbolText } from "#server/domain/code-graph/parsed-blob.ts";
import { docSentence } from "./doc-sentence.ts";

test.each([
  ["/** Builds the map. And more. */", "Builds the map."],
  [
    "/**\n * Builds the map\n * of a repository.\n *\n * Details.\n * @param x y\n */",
    "Builds the map of a repository.",
  ],
  ["/** @deprecated use other */", ""],
  ["/**\n * @license MIT\n * Real words.\n */", "Real words."],
  ["// Keeps i.e. one, e.g. two. Then.", "Keeps i.e. one, e.g. two."],
  ["/// <summary>A shop. Sells.</summary>", "A shop."],
  ["//! Crate docs.", "Crate docs."],
  ["# A shop.\n# Sells.", "A shop."],
  ["Version 1.2.3 is needed. Really.", "Version 1.2.3 is needed."],
  ["パスを返す。次の文。", "パスを返す。"],
  ["// ----------\n// Section\n// ----------", "Section"],
  ["// eslint-disable-next-line no-console", ""],
  ["// biome-ignore lint: x", ""],
  ["", ""],
  ["/** \u001b[31mred\u202e */", "red"],
  ["Is it? Yes.", "Is it?"],
])("the first sentence of %j is %j", (comment, sentence) => {
  expect(docSentence(comment)).toBe(sentence);
});

test("a comment without end is cut and read in part only", () => {
  expect(Array.from(docSentence("word ".repeat(1_000_000))).length).toBeLessThanOrEqual(longestSymbolText);
});
