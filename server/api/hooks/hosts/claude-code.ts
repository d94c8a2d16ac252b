import { textAt, valueAt } from "../at-path.ts";
import { editDiff } from "../edit-diff.ts";
import type { EditEvent, HookAdapter } from "../hook-event.ts";

/**
 * Claude Code. Input and output as in its hooks reference: https://code.claude.com/docs/en/hooks
 * Edits and passing commands are read from the transcript at the end of a turn, so that only failures cost a hook.
 */
export const claudeCode: HookAdapter = {
  read(event, input) {
    const session = textAt(input, "session_id");
    const folder = textAt(input, "cwd");
    if (session === "" || folder === "") return null;
    const about = { session: `claude-code/${session}`, folder };
    const transcript = textAt(input, "transcript_path") || null;
    if (event === "SessionStart") return { ...about, kind: "session_start" };
    if (event === "UserPromptSubmit") return { ...about, kind: "prompt", prompt: textAt(input, "prompt") };
    if (event === "Stop") return { ...about, kind: "turn_end", transcript, ended: false };
    if (event === "SessionEnd") return { ...about, kind: "turn_end", transcript, ended: true };
    if (event !== "PostToolUseFailure") return null;
    // What the user broke off says nothing about the command.
    if (textAt(input, "tool_name") !== "Bash" || valueAt(input, "is_interrupt") === true) return null;
    return {
      ...about,
      kind: "run",
      isToldLater: true,
      run: {
        id: textAt(input, "tool_use_id"),
        command: textAt(input, "tool_input", "command"),
        verdict: "fail",
        output: textAt(input, "error"),
      },
    };
  },
  answer(event, { context, message }) {
    return hookOutput(event, { context, message });
  },
};

/** The output that Claude Code, Codex and Gemini CLI share. */
export function hookOutput(
  event: string,
  { context, message }: { context?: string | undefined; message?: string | undefined },
): string {
  if (context === undefined && message === undefined) return "";
  return JSON.stringify({
    ...(message === undefined ? {} : { systemMessage: message }),
    ...(context === undefined ? {} : { hookSpecificOutput: { hookEventName: event, additionalContext: context } }),
  });
}

/** The edits of one call of Claude Code's editing tools; none for any other tool. */
export function claudeEdits(id: string, tool: string, input: unknown): EditEvent[] {
  const path = textAt(input, "file_path") || textAt(input, "notebook_path");
  if (path === "") return [];
  if (tool === "Write") return [{ id, path, diff: editDiff(path, "", textAt(input, "content")) }];
  if (tool === "NotebookEdit") return [{ id, path, diff: editDiff(path, "", textAt(input, "new_source")) }];
  if (tool === "Edit") {
    return [{ id, path, diff: editDiff(path, textAt(input, "old_string"), textAt(input, "new_string")) }];
  }
  if (tool !== "MultiEdit") return [];
  const edits = valueAt(input, "edits");
  const diffs = (Array.isArray(edits) ? edits : []).map((edit: unknown) =>
    editDiff(path, textAt(edit, "old_string"), textAt(edit, "new_string")),
  );
  return [{ id, path, diff: diffs.join("") }];
}
