import type { PriorContextAnswer } from "#server/contracts/prior-context.ts";
import { escapeUntrusted } from "#server/domain/rendering/untrusted-block.ts";
import type { WordTools } from "../tool-declaration.ts";

/** Prior context for a reader without structured content. `rendered` is already the block; the rest is about the search. */
export function priorInWords(answer: PriorContextAnswer, _tools: WordTools): string {
  const rejected = Object.entries(answer.counts.rejected).filter(([, count]) => count > 0);
  const lines = [
    `${answer.counts.returned} of ${answer.counts.considered} considered were selected.`,
    ...(answer.items.length > 0 ? [`Ids, in the order above: ${answer.items.map(({ id }) => id).join(", ")}.`] : []),
    ...(rejected.length > 0
      ? [`Not selected: ${rejected.map(([reason, count]) => `${count} ${reason.replaceAll("_", " ")}`).join(", ")}.`]
      : []),
    answer.focus_size === 0
      ? "focus_size 0: current_nodes carried no structural signal."
      : `focus_size ${answer.focus_size}.`,
    ...(answer.unresolved_nodes.length > 0 ? [`Unresolved: ${answer.unresolved_nodes.join(", ")}.`] : []),
    ...answer.degraded.map(({ leg, reason }) => `Incomplete: ${leg} did not answer (${reason}).`),
    ...answer.notes.map((note) => `Note: ${note}`),
    ...(answer.lookup_id === null ? [] : [`Lookup ${answer.lookup_id}: name it in record_outcome.`]),
  ].map(escapeUntrusted);
  return [answer.rendered === "" ? "No prior context bears on this task." : answer.rendered, ...lines].join("\n");
}
