import { textAt, valueAt } from "../at-path.ts";
import { editDiff } from "../edit-diff.ts";
import type { HookAdapter } from "../hook-event.ts";

/**
 * Cursor. Input and output as in https://cursor.com/docs/agent/hooks. A command that ends with a code other than 0 comes
 * as `postToolUse`, one that could not run as `postToolUseFailure`. Its hook before a prompt cannot add context.
 */
export const cursor: HookAdapter = {
  read(event, input) {
    const session = textAt(input, "conversation_id") || textAt(input, "session_id");
    const folder = textAt(input, "cwd") || firstRoot(input);
    if (session === "" || folder === "") return null;
    const about = { session: `cursor/${session}`, folder };
    if (event === "sessionStart") return { ...about, kind: "session_start" };
    if (event === "stop") return { ...about, kind: "turn_end", transcript: null, ended: false };
    if (event === "sessionEnd") return { ...about, kind: "turn_end", transcript: null, ended: true };
    if (event === "afterFileEdit") {
      const path = textAt(input, "file_path");
      const edits = valueAt(input, "edits");
      const diff = (Array.isArray(edits) ? edits : [])
        .map((edit: unknown) => editDiff(path, textAt(edit, "old_string"), textAt(edit, "new_string")))
        .join("");
      const id = `${textAt(input, "generation_id")}-${path}-${diff.length}`;
      return path === "" ? null : { ...about, kind: "edits", edits: [{ id, path, diff }] };
    }
    if (textAt(input, "tool_name") !== "Shell") return null;
    const command = textAt(input, "tool_input", "command");
    const id = textAt(input, "tool_use_id") || `${textAt(input, "generation_id")}-${command}`;
    if (event === "postToolUseFailure") {
      const isOurs = valueAt(input, "is_interrupt") !== true && textAt(input, "failure_type") !== "permission_denied";
      const output = textAt(input, "error_message");
      return isOurs
        ? { ...about, kind: "run", isToldLater: false, run: { id, command, verdict: "fail", output } }
        : null;
    }
    if (event !== "postToolUse") return null;
    const { output, exitCode } = shellResult(valueAt(input, "tool_output"));
    const verdict = exitCode === null ? "unknown" : exitCode === 0 ? "pass" : "fail";
    return { ...about, kind: "run", isToldLater: false, run: { id, command, verdict, output } };
  },
  answer(_event, { context, message }) {
    if (context !== undefined) return JSON.stringify({ additional_context: context });
    return message === undefined ? "" : JSON.stringify({ user_message: message });
  },
};

function firstRoot(input: unknown): string {
  const roots = valueAt(input, "workspace_roots");
  return Array.isArray(roots) && typeof roots[0] === "string" ? roots[0] : "";
}

/** `tool_output` is JSON in a text, an object, or plain text. */
function shellResult(output: unknown): { output: string; exitCode: number | null } {
  const decoded = typeof output === "string" ? parsed(output) : output;
  if (typeof decoded !== "object" || decoded === null) {
    return { output: typeof output === "string" ? output : "", exitCode: null };
  }
  const code = ["exitCode", "exit_code", "code"].map((name) => valueAt(decoded, name)).find(Number.isInteger);
  const text = ["stdout", "stderr", "output", "error"]
    .map((name) => textAt(decoded, name))
    .filter((part) => part.trim() !== "");
  return { output: text.join("\n"), exitCode: typeof code === "number" ? code : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
