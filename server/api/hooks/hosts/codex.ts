import { textAt, valueAt } from "../at-path.ts";
import { patchEdits } from "../edit-diff.ts";
import type { HookAdapter } from "../hook-event.ts";
import { hookOutput } from "./claude-code.ts";

/**
 * Codex CLI. Input and output as in https://developers.openai.com/codex/hooks and its generated schemas. It has no
 * event for a failure and often does not say how a command ended; then the server judges by the output.
 */
export const codex: HookAdapter = {
  read(event, input) {
    const session = textAt(input, "session_id");
    const folder = textAt(input, "cwd");
    if (session === "" || folder === "") return null;
    const about = { session: `codex/${session}`, folder };
    if (event === "SessionStart") return { ...about, kind: "session_start" };
    if (event === "UserPromptSubmit") return { ...about, kind: "prompt", prompt: textAt(input, "prompt") };
    if (event === "Stop") return { ...about, kind: "turn_end", transcript: null, ended: false };
    if (event === "SessionEnd") return { ...about, kind: "turn_end", transcript: null, ended: true };
    if (event !== "PostToolUse") return null;
    const tool = textAt(input, "tool_name");
    const id = textAt(input, "tool_use_id");
    const command = commandOf(valueAt(input, "tool_input", "command"));
    if (tool === "apply_patch") {
      const edits = patchEdits(command).map((edit, position) => ({ id: `${id}-${position}`, ...edit }));
      return edits.length === 0 ? null : { ...about, kind: "edits", edits };
    }
    if (tool !== "Bash" || command === "") return null;
    const { output, exitCode } = responseOf(valueAt(input, "tool_response"));
    const verdict = exitCode === null ? "unknown" : exitCode === 0 ? "pass" : "fail";
    return { ...about, kind: "run", isToldLater: false, run: { id, command, verdict, output } };
  },
  answer(event, { context, message }) {
    return hookOutput(event, { context, message });
  },
};

/** A text, or the words of a command. */
function commandOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(" ");
  return typeof value === "string" ? value : "";
}

/** A text that may name the exit code in one of its first lines, or an object with output and exit code. */
function responseOf(response: unknown): { output: string; exitCode: number | null } {
  if (typeof response === "string") {
    const head = response.slice(0, 500);
    const code = /^(?:Process exited with code|Exit code:) (\d+)/m.exec(head)?.[1];
    return { output: response, exitCode: code === undefined ? null : Number(code) };
  }
  const output = ["stdout", "stderr", "output"].map((name) => textAt(response, name)).filter((text) => text !== "");
  const code = valueAt(response, "exit_code") ?? valueAt(response, "metadata", "exit_code");
  return { output: output.join("\n"), exitCode: typeof code === "number" ? code : null };
}
