import { expect, test } from "vitest";
import { CarryRunInput } from "#server/contracts/carry.ts";
import { parseDiff } from "#server/domain/capsule/parse-diff.ts";
import type { SendOptions } from "../send-json.ts";
import { editDiff, patchEdits } from "./edit-diff.ts";
import type { HookHost } from "./hook-event.ts";
import { type HookEnvironment, runHook } from "./run-hook.ts";

/** Inputs as the hosts document them, with made-up values. */
const claude = {
  session_id: "abc123",
  transcript_path: "/home/dev/.claude/projects/shop/abc123.jsonl",
  cwd: "/home/dev/shop",
  permission_mode: "default",
};
const codex = { session_id: "th-1", transcript_path: null, cwd: "/home/dev/shop", model: "gpt", turn_id: "t-1" };
const cursor = {
  conversation_id: "6130c625",
  generation_id: "b0f7d2e4",
  model: "default",
  cursor_version: "3.23.1",
  workspace_roots: ["/home/dev/shop"],
  user_email: null,
  transcript_path: null,
};
const gemini = {
  session_id: "g-1",
  transcript_path: "/home/dev/.gemini/tmp/chat.json",
  cwd: "/home/dev/shop",
  timestamp: "2026-07-02T10:00:00.000Z",
};

const lesson = { tier: 1, id: "left-pad" };
const answers: Record<string, unknown> = {
  "/api/sessions/brief": { rendered: "<block>", lookup_ids: ["lk_1"] },
  "/api/prior-context": { items: [{ id: "m-1" }], rendered: "<block>", lookup_id: "lk_2" },
  "/memory/context": { lessons: [lesson], lookup_id: "lk_3" },
  "/api/lookups/lk_3/shown": { rendered: "<block>" },
  "/api/signatures/explain": { id: "v1:1" },
  "/api/sessions/report": { drafts: [{ id: "draft_1" }] },
};

async function run(
  host: HookHost,
  event: string,
  input: unknown,
  { given = answers, task = "Fix the cart", transcript = "" } = {},
) {
  const sent: { pathname: string; body: unknown }[] = [];
  const environment: HookEnvironment = {
    readInput: async () => (typeof input === "string" ? input : JSON.stringify(input)),
    async send(pathname: string, options: SendOptions = {}) {
      sent.push({ pathname, body: options.body });
      return { status: 200, body: given[pathname] ?? null };
    },
    pageUrl: () => "http://127.0.0.1:3210",
    repository: async () => ({ project: "github.com/acme/shop", root: "/home/dev/shop", task }),
    readTail: async () => transcript,
  };
  const out = await runHook(host, event, environment);
  return { out: out === "" ? null : JSON.parse(out), sent };
}

const context = (hookEventName: string, text: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext: text },
});

test("a failing command of Claude Code is looked up as injected, and the answer is its additional context", async () => {
  const input = {
    ...claude,
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command: "npm test", description: "Run test suite" },
    tool_use_id: "toolu_01ABC123",
    error: "Command exited with non-zero status code 1",
    is_interrupt: false,
  };
  const { out, sent } = await run("claude-code", "PostToolUseFailure", input);
  expect(sent.map(({ pathname }) => pathname)).toEqual(["/memory/context", "/api/lookups/lk_3/shown"]);
  expect(sent[0]?.body).toEqual({
    signature_source: input.error,
    project: "github.com/acme/shop",
    session: "claude-code/abc123",
    request_id: "toolu_01ABC123",
    origin: "injected",
  });
  expect(out).toEqual(context("PostToolUseFailure", "<block>\nWhence lookup lk_3"));

  for (const other of [{ is_interrupt: true }, { tool_name: "Edit" }, { session_id: undefined }]) {
    expect(await run("claude-code", "PostToolUseFailure", { ...input, ...other })).toEqual({ out: null, sent: [] });
  }
  expect((await run("claude-code", "PreToolUse", input)).sent).toEqual([]);
});

test("an output of more than 1 MiB is sent from a line start of its last 1 MiB, and the answer says so", async () => {
  const error = `${"x".repeat(99)}\n`.repeat(20_000);
  const input = { ...claude, tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "t", error };
  const { out, sent } = await run("claude-code", "PostToolUseFailure", input);
  const body = sent[0]?.body;
  const source = typeof body === "object" && body !== null && "signature_source" in body ? body.signature_source : "";
  expect(String(source).length).toBeGreaterThan(1024 * 1024 - 200);
  expect(String(source).length).toBeLessThanOrEqual(1024 * 1024);
  expect(String(source).startsWith("x".repeat(99))).toBe(true);
  expect(out.hookSpecificOutput.additionalContext).toContain("Only the last 1 MiB of the output was sent");
});

test("a session starts with a brief, and with nothing where nothing bears on it", async () => {
  const input = { ...claude, hook_event_name: "SessionStart", source: "startup" };
  for (const [host, event, told] of [
    ["claude-code", "SessionStart", input],
    ["codex", "SessionStart", { ...codex, source: "startup" }],
    ["gemini", "SessionStart", { ...gemini, source: "startup" }],
  ] as const) {
    const { out } = await run(host, event, told);
    expect(out).toEqual(context("SessionStart", expect.stringContaining("<block>")));
  }
  const inCursor = await run("cursor", "sessionStart", { ...cursor, composer_mode: "agent" });
  expect(inCursor.out).toEqual({ additional_context: expect.stringContaining("<block>") });
  const untold = await run("claude-code", "SessionStart", input, { task: "" });
  expect(untold.sent[0]?.body).not.toHaveProperty("task_text");
  const empty = { "/api/sessions/brief": { rendered: "" } };
  expect((await run("claude-code", "SessionStart", input, { given: empty })).out).toBeNull();
});

test("a prompt brings prior context only when something was selected", async () => {
  const prompt = "Make the cart round prices";
  for (const [host, event, told] of [
    ["claude-code", "UserPromptSubmit", { ...claude, prompt }],
    ["codex", "UserPromptSubmit", { ...codex, prompt }],
    ["gemini", "BeforeAgent", { ...gemini, prompt }],
  ] as const) {
    expect((await run(host, event, told)).out).toEqual(context(event, "<block>\nWhence lookup lk_2"));
  }
  const nothing = { "/api/prior-context": { items: [], rendered: "", lookup_id: "lk_2" } };
  expect((await run("claude-code", "UserPromptSubmit", { ...claude, prompt }, { given: nothing })).out).toBeNull();
  for (const small of ["/compact now please", "go on", ""]) {
    expect((await run("claude-code", "UserPromptSubmit", { ...claude, prompt: small })).sent).toEqual([]);
  }
});

test("Codex: a command without a named end is looked up only if its output holds a failure, and always reported", async () => {
  const input = {
    ...codex,
    tool_name: "Bash",
    tool_use_id: "call-1",
    tool_input: { command: "npm test" },
    tool_response: "1 failing",
  };
  const unknown = await run("codex", "PostToolUse", input);
  expect(unknown.out).toMatchObject(context("PostToolUse", expect.stringContaining("<block>")));
  expect(unknown.sent).toContainEqual({
    pathname: "/api/sessions/report",
    body: {
      project: "github.com/acme/shop",
      session: "codex/th-1",
      events: [{ id: "call-1", kind: "run", command: "npm test", verdict: "unknown", output: "1 failing" }],
    },
  });
  const silent = await run("codex", "PostToolUse", input, { given: { "/api/signatures/explain": { id: null } } });
  expect(silent.out).toBeNull();
  expect(silent.sent.map(({ pathname }) => pathname)).not.toContain("/memory/context");
  const passed = await run("codex", "PostToolUse", { ...input, tool_response: "Process exited with code 0\nok" });
  expect(passed.sent.map(({ pathname }) => pathname)).toEqual(["/api/sessions/report"]);
  expect(passed.out).toEqual({ systemMessage: expect.stringContaining("http://127.0.0.1:3210/failures") });

  const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-old\n+new\n*** End Patch";
  const edited = await run("codex", "PostToolUse", {
    ...input,
    tool_name: "apply_patch",
    tool_input: { command: patch },
  });
  expect(edited.sent[0]?.body).toMatchObject({ events: [{ kind: "edit", path: "src/a.ts" }] });
});

test("Cursor: an exit code inside the output, an error, an edit and the end", async () => {
  const shell = { ...cursor, tool_name: "Shell", tool_input: { command: "npm test" }, tool_use_id: "c-1" };
  const failed = await run("cursor", "postToolUse", {
    ...shell,
    tool_output: JSON.stringify({ exitCode: 1, stdout: "", stderr: "Cannot find module" }),
  });
  expect(failed.out).toEqual({ additional_context: "<block>\nWhence lookup lk_3" });
  const broken = await run("cursor", "postToolUseFailure", {
    ...shell,
    error_message: "Command timed out",
    failure_type: "timeout",
  });
  expect(broken.out).toHaveProperty("additional_context");
  const denied = { ...shell, error_message: "no", failure_type: "permission_denied" };
  expect((await run("cursor", "postToolUseFailure", denied)).sent).toEqual([]);
  const edit = await run("cursor", "afterFileEdit", {
    ...cursor,
    file_path: "/home/dev/shop/src/a.ts",
    edits: [{ old_string: "a", new_string: "b" }],
  });
  expect(edit.sent[0]?.body).toMatchObject({ events: [{ kind: "edit", path: "src/a.ts" }] });
  const end = await run("cursor", "sessionEnd", { ...cursor, session_id: "6130c625", reason: "completed" });
  expect(end.sent[0]?.body).toMatchObject({ events: [], ended: true });
});

test("Gemini CLI: the exit code of a shell command, and an edit", async () => {
  const shell = { ...gemini, tool_name: "run_shell_command", tool_input: { command: "npm test" } };
  const failed = await run("gemini", "AfterTool", {
    ...shell,
    tool_response: { llmContent: "Output: Cannot find module\nExit Code: 1", returnDisplay: "" },
  });
  expect(failed.out).toMatchObject(context("AfterTool", "<block>\nWhence lookup lk_3"));
  const edit = await run("gemini", "AfterTool", {
    ...gemini,
    tool_name: "replace",
    tool_input: { file_path: "/home/dev/shop/a.ts", old_string: "a", new_string: "b" },
    tool_response: { llmContent: "ok" },
  });
  expect(edit.sent[0]?.body).toMatchObject({ events: [{ kind: "edit", path: "a.ts" }] });
});

const entry = (content: unknown[], type: string) =>
  JSON.stringify({ type, timestamp: "2026-07-02T10:00:00.000Z", message: { role: type, content } });
const use = (id: string, name: string, input: unknown) => entry([{ type: "tool_use", id, name, input }], "assistant");
const result = (id: string, content: unknown, is_error = false) =>
  entry([{ type: "tool_result", tool_use_id: id, content, is_error }], "user");
const turn = [
  "not json",
  JSON.stringify({ type: "summary" }),
  use("1", "Bash", { command: "npm test" }),
  result("1", "Exit code 1\nCannot find module", true),
  use("2", "Edit", { file_path: "/home/dev/shop/src/a.ts", old_string: "a\nx", new_string: "b\nx" }),
  result("2", "ok"),
  use("3", "Edit", { file_path: "/etc/hosts", old_string: "a", new_string: "b" }),
  result("3", "ok"),
  use("4", "Bash", { command: "ls" }),
  result("4", "src"),
  use("5", "Bash", { command: "npm test" }),
  result("5", [{ type: "text", text: "1 passed" }]),
].join("\n");

test("the end of a turn reports what failed, what passed after it and the edits between, and tells of a draft", async () => {
  const input = { ...claude, hook_event_name: "Stop", stop_hook_active: false };
  const { out, sent } = await run("claude-code", "Stop", input, { transcript: turn });
  const at = "2026-07-02T10:00:00.000Z";
  expect(sent[0]?.body).toEqual({
    project: "github.com/acme/shop",
    session: "claude-code/abc123",
    ended: false,
    events: [
      { id: "1", kind: "run", command: "npm test", verdict: "fail", output: "Exit code 1\nCannot find module", at },
      { id: "2", kind: "edit", path: "src/a.ts", diff: editDiff("src/a.ts", "a\nx", "b\nx"), at },
      { id: "5", kind: "run", command: "npm test", verdict: "pass", at },
    ],
  });
  expect(out).toEqual({ systemMessage: expect.stringContaining("drafted a lesson") });
  const quiet = turn.split("\n").slice(8).join("\n");
  expect((await run("claude-code", "Stop", input, { transcript: quiet })).sent).toEqual([]);
  const end = await run("claude-code", "SessionEnd", { ...claude, reason: "exit" }, { transcript: quiet });
  expect(end.sent).toEqual([{ pathname: "/api/sessions/report", body: expect.objectContaining({ ended: true }) }]);
});

test("the end of a session that changed something and came to a verdict leaves a capsule, once", async () => {
  const carried = async (transcript: string, event = "SessionEnd") =>
    (await run("claude-code", event, { ...claude, reason: "exit" }, { transcript })).sent.filter(
      ({ pathname }) => pathname === "/api/agent/carry",
    );
  const [capsule, ...more] = await carried(turn);
  expect(more).toEqual([]);
  expect(CarryRunInput.parse(capsule?.body)).toMatchObject({
    path: "/home/dev/shop",
    run_id: "claude-code-abc123",
    task: "Fix the cart",
    verdict: "pass",
    diff: editDiff("src/a.ts", "a\nx", "b\nx"),
  });
  expect(parseDiff(CarryRunInput.parse(capsule?.body).diff).map(({ path }) => path)).toEqual(["src/a.ts"]);
  // What failed last and did not pass again is the verdict.
  const lines = turn.split("\n");
  expect((await carried(lines.slice(0, -1).join("\n")))[0]?.body).toMatchObject({ verdict: "fail" });
  expect(await carried(turn, "Stop")).toEqual([]);
  expect(await carried(lines.slice(8).join("\n"))).toEqual([]);
});

test("a host that keeps no transcript leaves a capsule of what the server was told, at the end and once it came to a verdict", async () => {
  const diff = editDiff("src/a.ts", "a", "b");
  const ends = [
    ["codex", "SessionEnd", codex, "codex-th-1"],
    ["cursor", "sessionEnd", cursor, "cursor-6130c625"],
    ["gemini", "SessionEnd", gemini, "gemini-g-1"],
  ] as const;
  for (const [host, event, about, run_id] of ends) {
    const carried = async (outcome: unknown, at: string = event) =>
      (await run(host, at, about, { given: { "/api/sessions/report": { drafts: [], outcome } } })).sent.filter(
        ({ pathname }) => pathname === "/api/agent/carry",
      );
    const [capsule, ...more] = await carried({ verdict: "fail", diff });
    expect(more).toEqual([]);
    expect(CarryRunInput.parse(capsule?.body)).toMatchObject({ run_id, task: "Fix the cart", verdict: "fail", diff });
    expect(await carried(null)).toEqual([]);
    expect(await carried({ verdict: "pass", diff: "" })).toEqual([]);
    const turnEnd = { codex: "Stop", cursor: "stop", gemini: "AfterAgent" }[host];
    expect(await carried({ verdict: "pass", diff }, turnEnd)).toEqual([]);
  }
});

test("answers that are nonsense of any shape bring no context", async () => {
  const input = { ...claude, tool_name: "Bash", tool_input: { command: "x" }, tool_use_id: "t", error: "boom" };
  for (const nonsense of [null, "<html>", 7, [], { lessons: "x", lookup_id: 3 }, { lessons: [lesson] }]) {
    const given = Object.fromEntries(Object.keys(answers).map((pathname) => [pathname, nonsense]));
    expect((await run("claude-code", "PostToolUseFailure", input, { given })).out).toBeNull();
    expect((await run("claude-code", "SessionStart", claude, { given })).out).toBeNull();
    expect((await run("claude-code", "UserPromptSubmit", { ...claude, prompt: "a b c" }, { given })).out).toBeNull();
    expect((await run("claude-code", "Stop", claude, { given, transcript: turn })).out).toBeNull();
  }
});

test("only lines that differ are in the diff of an edit, and a patch is told by file", () => {
  expect(editDiff("a", "1\n2\n3", "1\nx\n3")).toBe("--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-2\n+x\n");
  expect(editDiff("a", "same", "same")).toBe("");
  const patch = "*** Add File: n.ts\n+one\n+two\n*** Delete File: o.ts\n";
  expect(patchEdits(patch).map(({ path }) => path)).toEqual(["n.ts", "o.ts"]);
});
