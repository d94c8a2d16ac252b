import type { MemoryContextAnswer } from "#server/contracts/memory-context.ts";
import { renderContextAnswer } from "#server/domain/rendering/render-context-answer.ts";
import { escapeUntrusted } from "#server/domain/rendering/untrusted-block.ts";
import type { WordTools } from "../tool-declaration.ts";

/** A three-tier answer for a reader without structured content: the rendered block, and what stands beside the lessons. */
export function contextInWords(answer: MemoryContextAnswer, tools: WordTools): string {
  const block = renderContextAnswer(answer, tools);
  const { signature, counts, budget } = answer;
  const lines = [
    block === "" ? "Nothing is known about this here." : block,
    `${counts.found} found, ${counts.returned} returned, ${counts.dropped} left out; ${budget.used} of ${budget.limit} tokens used.`,
    ...(signature ? signatureLines(signature) : []),
    ...answer.degraded.map(({ leg, reason }) => `Incomplete: the leg ${leg} did not answer (${reason}).`),
    ...answer.notes.map((note) => `Note: ${note}`),
    ...(budget.exceeded ? [`The budget of ${budget.limit} tokens is exceeded by tier 1 alone.`] : []),
    ...(answer.lookup_id === null ? [] : [`Lookup ${answer.lookup_id}: name it in record_outcome.`]),
  ];
  return lines.map((line) => (line === block ? line : escapeUntrusted(line))).join("\n");
}

function signatureLines(signature: NonNullable<MemoryContextAnswer["signature"]>): string[] {
  const { id, tool, given_tool, inferred, parts, notes } = signature;
  const from = given_tool === undefined ? (inferred ? ", inferred" : "") : `, given ${given_tool}`;
  return [
    `Signature ${id} (${tool}${from}).`,
    // One part is the signature itself.
    ...(parts.length > 1 ? parts.map((part) => `Part ${partInWords(part)}`) : parts.flatMap(standInWords)),
    ...notes.map((note) => `Note: ${note}`),
  ];
}

type Part = NonNullable<MemoryContextAnswer["signature"]>["parts"][number];

function partInWords(part: Part): string {
  return [`${part.id} (${part.tool ?? "no tool"}): ${part.hit ? "known" : "not known"}.`, ...standInWords(part)].join(
    " ",
  );
}

function standInWords({ stands_for, name, marks = [] }: Part): string[] {
  return [
    ...(stands_for === undefined ? [] : [`It stands for ${stands_for}.`]),
    ...(name === undefined ? [] : [`It is called ${name}.`]),
    ...(marks.length === 0 ? [] : [`It is marked ${marks.join(", ")}.`]),
  ];
}
