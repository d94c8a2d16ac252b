import { textAt, valueAt } from "./at-path.ts";
import type { EditEvent, RunEvent } from "./hook-event.ts";
import { claudeEdits } from "./hosts/claude-code.ts";

export type TranscriptStep = { kind: "run"; run: RunEvent } | { kind: "edit"; edit: EditEvent };

/**
 * Commands and edits of a Claude Code transcript (JSON lines), in their order. A line that is broken or of another kind
 * is passed over: the format belongs to the host, and only what is understood counts.
 */
export function readTranscript(text: string): TranscriptStep[] {
  const calls = new Map<string, { tool: string; input: unknown }>();
  const steps: TranscriptStep[] = [];
  for (const line of text.split("\n")) {
    const entry = parsed(line);
    const content = valueAt(entry, "message", "content");
    if (!Array.isArray(content)) continue;
    const at = textAt(entry, "timestamp");
    for (const part of content) {
      const type = textAt(part, "type");
      if (type === "tool_use") {
        calls.set(textAt(part, "id"), { tool: textAt(part, "name"), input: valueAt(part, "input") });
      } else if (type === "tool_result") {
        const id = textAt(part, "tool_use_id");
        const call = calls.get(id);
        if (call) steps.push(...stepsOf(id, call, part, at));
      }
    }
  }
  return steps;
}

function stepsOf(
  id: string,
  { tool, input }: { tool: string; input: unknown },
  result: unknown,
  at: string,
): TranscriptStep[] {
  const isError = valueAt(result, "is_error") === true;
  const time = Number.isNaN(Date.parse(at)) ? {} : { at: new Date(at).toISOString() };
  if (tool === "Bash") {
    const command = textAt(input, "command");
    const verdict = isError ? ("fail" as const) : ("pass" as const);
    const output = isError ? resultText(valueAt(result, "content")) : "";
    return command === "" ? [] : [{ kind: "run", run: { id, command, verdict, output, ...time } }];
  }
  if (isError) return [];
  return claudeEdits(id, tool, input).map((edit) => ({ kind: "edit", edit: { ...edit, ...time } }));
}

/** A text, or parts with texts. */
function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: unknown) => textAt(part, "text")).join("\n") : "";
}

function parsed(line: string): unknown {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
