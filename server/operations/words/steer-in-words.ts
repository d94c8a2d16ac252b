import type { SteerAnswer } from "#server/contracts/steer.ts";
import { escapeUntrusted } from "#server/domain/rendering/untrusted-block.ts";
import type { WordTools } from "../tool-declaration.ts";
import { contextInWords } from "./context-in-words.ts";
import { steerLines } from "./steer-lines.ts";

/** What a failing command said, for a reader without structured content: where to look first, then what was found. */
export function steerInWords(answer: SteerAnswer, tools: WordTools): string {
  const lines = steerLines(answer).map((line) => escapeUntrusted(line));
  return answer.lookup === undefined
    ? lines.join("\n")
    : [...lines, "", contextInWords(answer.lookup, tools)].join("\n");
}
