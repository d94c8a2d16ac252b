import { textAt, valueAt } from "../at-path.ts";
import { editDiff } from "../edit-diff.ts";
import type { HookAdapter } from "../hook-event.ts";
import { hookOutput } from "./claude-code.ts";

/** Gemini CLI. Input and output as in https://geminicli.com/docs/hooks/reference. Only JSON may reach its standard output. */
export const gemini: HookAdapter = {
  read(event, input) {
    const session = textAt(input, "session_id");
    const folder = textAt(input, "cwd");
    if (session === "" || folder === "") return null;
    const about = { session: `gemini/${session}`, folder };
    if (event === "SessionStart") return { ...about, kind: "session_start" };
    if (event === "BeforeAgent") return { ...about, kind: "prompt", prompt: textAt(input, "prompt") };
    if (event === "AfterAgent") return { ...about, kind: "turn_end", transcript: null, ended: false };
    if (event === "SessionEnd") return { ...about, kind: "turn_end", transcript: null, ended: true };
    if (event !== "AfterTool") return null;
    const tool = textAt(input, "tool_name");
    // The host gives a call no id of its own: its time tells two equal calls apart.
    const id = `${tool}-${textAt(input, "timestamp")}`;
    const path = textAt(input, "tool_input", "file_path");
    if (path !== "" && (tool === "replace" || tool === "write_file")) {
      const before = textAt(input, "tool_input", "old_string");
      const after = textAt(input, "tool_input", "new_string") || textAt(input, "tool_input", "content");
      return { ...about, kind: "edits", edits: [{ id, path, diff: editDiff(path, before, after) }] };
    }
    if (tool !== "run_shell_command") return null;
    const output = textAt(input, "tool_response", "llmContent");
    const error = valueAt(input, "tool_response", "error");
    const code = /^Exit Code: (-?\d+)/m.exec(output.slice(-4_000))?.[1];
    const failed = (code !== undefined && code !== "0") || (error !== undefined && error !== null);
    const verdict = failed ? "fail" : code === undefined ? "unknown" : "pass";
    const command = textAt(input, "tool_input", "command");
    return { ...about, kind: "run", isToldLater: false, run: { id, command, verdict, output } };
  },
  answer(event, { context, message }) {
    return hookOutput(event, { context, message });
  },
};
