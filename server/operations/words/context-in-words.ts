import type { MemoryContextAnswer } from "#server/contracts/memory-context.ts";
import { renderContextAnswer } from "#server/domain/rendering/render-context-answer.ts";
import { escapeUntrusted } from "#server/domain/rendering/untrusted-block.ts";
import type { WordTools } from "../tool-declaration.ts";
import { signatureLines } from "./signature-lines.ts";

/** A three-tier answer for a reader without structured content: the rendered block, and what stands beside the lessons. */
export function contextInWords(answer: MemoryContextAnswer, tools: WordTools): string {
  const block = renderContextAnswer(answer, tools);
  const { signature, counts, budget } = answer;
  const lines = [
    block === "" ? "Nothing is known about this here." : block,
    `${counts.found} found, ${counts.returned} returned, ${counts.dropped} left out; ${budget.used} of ${budget.limit} tokens used.`,
    ...(signature ? signatureLines(signature) : []),
    ...answer.degraded.map(({ leg, reason }) => `Incomplete: the leg ${leg} did not answer (${reason}).`),
    // What is noted of the failure is noted of the answer as well; it is said once.
    ...[...new Set([...answer.notes, ...(signature?.notes ?? [])])].map((note) => `Note: ${note}`),
    ...(budget.exceeded ? [`The budget of ${budget.limit} tokens is exceeded by tier 1 alone.`] : []),
    ...(answer.lookup_id === null ? [] : [`Lookup ${answer.lookup_id}: name it in record_outcome.`]),
  ];
  return lines.map((line) => (line === block ? line : escapeUntrusted(line))).join("\n");
}
