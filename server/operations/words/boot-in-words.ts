import type { BootAnswer } from "#server/contracts/boot.ts";
import { renderBootAnswer } from "#server/domain/rendering/render-boot-answer.ts";
import { escapeUntrusted } from "#server/domain/rendering/untrusted-block.ts";
import type { WordTools } from "../tool-declaration.ts";

/** A SCOPE for a reader without structured content: the stable part first, then what the goal brought. */
export function bootInWords(answer: BootAnswer, tools: WordTools): string {
  const { map, task } = renderBootAnswer(answer, tools);
  const lines = [
    `${answer.project} at ${answer.commit}${answer.shallow ? ", where history ends early" : ""}.`,
    ...answer.skipped.map(
      ({ reason, count, examples }) => `Not read (${reason}): ${count}, as ${examples.join(", ")}.`,
    ),
    ...answer.notes.map((note) => `Note: ${note}`),
    ...(answer.lookup_id === null ? [] : [`Lookup ${answer.lookup_id}: name it in record_outcome.`]),
  ].map((line) => escapeUntrusted(line));
  return [map, task, ...lines].filter((text) => text !== "").join("\n");
}
