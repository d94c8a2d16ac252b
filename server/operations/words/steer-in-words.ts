import type { SteerAnswer } from "#server/contracts/steer.ts";
import { escapeUntrusted } from "#server/domain/rendering/untrusted-block.ts";
import type { WordTools } from "../tool-declaration.ts";
import { bodyInWords } from "./body-in-words.ts";
import { contextInWords } from "./context-in-words.ts";
import { steerLines } from "./steer-lines.ts";

/** What a failing command said, for a reader without structured content: where to look first, then what was found. */
export function steerInWords(answer: SteerAnswer, tools: WordTools): string {
  const lines = steerLines(answer).map((line) => escapeUntrusted(line));
  const recalled =
    answer.recall === undefined
      ? []
      : ["", bodyInWords(answer.recall, { ...tools, kind: "recall of the team server" })];
  const known = answer.lookup === undefined ? [] : ["", contextInWords(answer.lookup, tools)];
  return [...lines, ...known, ...recalled].join("\n");
}
