import { MemoryContextOutput } from "#server/contracts/memory-context.ts";
import { fieldLines } from "#server/domain/rendering/field-lines.ts";
import { stripControl } from "#server/domain/text/strip-control.ts";

/**
 * An answer for a person at a terminal. Stored text is data: control characters, which could move the cursor or change
 * the terminal's title, never reach it.
 */
export function printAnswer(operation: string, body: unknown): string {
  const context = operation === "memory.context" ? MemoryContextOutput.safeParse(body) : null;
  const lines = context?.success ? contextLines(context.data) : fieldLines(body);
  return `${lines.map((line) => stripControl(line)).join("\n")}\n`;
}

function contextLines(answer: ReturnType<typeof MemoryContextOutput.parse>): string[] {
  const lines = [answer.tier === null ? "Nothing is known about this." : `Tier ${answer.tier}`];
  for (const lesson of answer.lessons) {
    const seen = lesson.seen_count === undefined ? "" : `, seen ${lesson.seen_count} times`;
    lines.push(
      "",
      `[tier ${lesson.tier} · ${lesson.matched_kind} · score ${lesson.score.toPrecision(3)}${seen}] ${lesson.id}`,
      ...lesson.text.split("\n").map((line) => `  ${line}`),
    );
  }
  if (answer.skills.length > 0) lines.push("", `Skills: ${answer.skills.map((skill) => skill.name).join(", ")}`);
  for (const degraded of answer.degraded) lines.push(`Degraded: ${degraded.leg} (${degraded.reason})`);
  for (const note of answer.notes) lines.push(`Note: ${note}`);
  lines.push(
    "",
    `${answer.budget.used} of ${answer.budget.limit} tokens, ${answer.counts.dropped} left out · ${answer.lookup_id ?? "no record"}`,
  );
  return lines;
}
