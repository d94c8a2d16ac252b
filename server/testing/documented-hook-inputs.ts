import type { HookHost } from "#server/api/hooks/hook-event.ts";

export type DocumentedHookInput = { host: HookHost; event: string; input: Record<string, unknown> };

/** What each host documents that it gives each hook that `whence connect` sets up, with made-up values, in the checkout `folder`. */
export function documentedHookInputs(folder: string, transcript: string | null): DocumentedHookInput[] {
  const claude = { session_id: "abc123", transcript_path: transcript, cwd: folder, permission_mode: "default" };
  const codex = { session_id: "th-1", transcript_path: null, cwd: folder, model: "gpt", turn_id: "t-1" };
  const cursor = {
    conversation_id: "6130c625",
    generation_id: "b0f7d2e4",
    model: "default",
    cursor_version: "3.23.1",
    workspace_roots: [folder],
    user_email: null,
    transcript_path: null,
  };
  const gemini = {
    session_id: "g-1",
    transcript_path: "/home/dev/.gemini/tmp/chat.json",
    cwd: folder,
    timestamp: "2026-07-02T10:00:00.000Z",
  };
  const prompt = "Make the cart round prices";
  const tool_input = { command: "npm test", description: "Run test suite" };
  const failed = "Exit code 1\nError: Cannot find module 'left-padd'";
  const of =
    (host: HookHost, about: Record<string, unknown>) =>
    (event: string, more: Record<string, unknown>): DocumentedHookInput => ({
      host,
      event,
      input: { ...about, hook_event_name: event, ...more },
    });
  const [ofClaude, ofCodex, ofCursor, ofGemini] = [
    of("claude-code", claude),
    of("codex", codex),
    of("cursor", cursor),
    of("gemini", gemini),
  ];
  return [
    ofClaude("SessionStart", { source: "startup" }),
    ofClaude("UserPromptSubmit", { prompt }),
    ofClaude("PostToolUseFailure", {
      tool_name: "Bash",
      tool_input,
      tool_use_id: "toolu_01ABC123",
      error: failed,
      is_interrupt: false,
    }),
    ofClaude("Stop", { stop_hook_active: false }),
    ofClaude("SessionEnd", { reason: "exit" }),
    ofCodex("SessionStart", { source: "startup" }),
    ofCodex("UserPromptSubmit", { prompt }),
    ofCodex("PostToolUse", { tool_name: "Bash", tool_use_id: "call-1", tool_input, tool_response: failed }),
    ofCodex("Stop", { stop_hook_active: false }),
    ofCodex("SessionEnd", { reason: "exit" }),
    ofCursor("sessionStart", { composer_mode: "agent" }),
    ofCursor("postToolUse", {
      tool_name: "Shell",
      tool_input,
      tool_use_id: "c-1",
      tool_output: JSON.stringify({ exitCode: 1, stdout: "", stderr: failed }),
    }),
    ofCursor("postToolUseFailure", {
      tool_name: "Shell",
      tool_input,
      tool_use_id: "c-2",
      error_message: failed,
      failure_type: "error",
    }),
    ofCursor("afterFileEdit", { file_path: `${folder}/src/a.ts`, edits: [{ old_string: "a", new_string: "b" }] }),
    ofCursor("stop", { status: "completed", loop_count: 0 }),
    ofCursor("sessionEnd", { session_id: "6130c625", reason: "completed" }),
    ofGemini("SessionStart", { source: "startup" }),
    ofGemini("BeforeAgent", { prompt }),
    ofGemini("AfterTool", {
      tool_name: "run_shell_command",
      tool_input,
      tool_response: { llmContent: `Output: ${failed}\nExit Code: 1`, returnDisplay: "" },
    }),
    ofGemini("AfterAgent", { prompt, prompt_response: "Done.", stop_hook_active: false }),
    ofGemini("SessionEnd", { reason: "exit" }),
  ];
}
