import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hookEntries } from "#server/api/cli/connect/hosts.ts";
import { hookHosts } from "#server/api/hooks/hook-event.ts";
import { handle } from "#server/api/http/handle.ts";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { browseDrafts } from "#server/operations/manage-drafts.ts";
import { applyPolicy, savePolicy } from "#server/operations/manage-policies.ts";
import { remember } from "#server/operations/remember.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { documentedHookInputs } from "#server/testing/documented-hook-inputs.ts";
import { bundleChild } from "#server/testing/run-child.ts";
import { type Ended, endProcesses, startProcess } from "#server/testing/start-process.ts";
import { openTestStore } from "#server/testing/stores.ts";

/** Far above the second that is promised: the machine may be busy, but a hook that waits for its peer never ends. */
const wideBoundMs = 120_000;

let folder: string;
let repository: string;
let script: string;
let patient: string;
let context: TestContext;
let closeStore: () => Promise<void>;
const servers: Server[] = [];

beforeAll(async () => {
  script = await bundleChild("server/compose/cli.ts");
  patient = await bundleChild("server/testing/children/patient-hook.child.ts");
  folder = await mkdtemp(path.join(tmpdir(), "whence-hook-"));
  repository = path.join(folder, "shop");
  await mkdir(path.join(repository, ".git", "logs"), { recursive: true });
  await writeFile(
    path.join(repository, ".git", "config"),
    '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
  );
  await writeFile(path.join(repository, ".git", "HEAD"), "ref: refs/heads/pad-the-cart\n");
  const store = await openTestStore("embedded");
  closeStore = store.close;
  context = await anOperationContext(store.db, {
    repositories: {
      identify: async () =>
        succeed({
          project: "github.com/acme/shop",
          root: repository,
          commit: "c0ffee",
          isShallow: false,
          warnings: [],
        }),
      index: async () => fail("NOT_FOUND", "This test indexes no repository."),
    },
    checkoutFiles: {
      read: async () => [],
      writeRunFile: async (_, runId) => succeed(`.local/runs/${runId}/context.md`),
    },
  });
  const { version } = bodyOf(await savePolicy.call(context, { fields: { leg_timeout_ms: 60_000 }, note: "tests" }));
  bodyOf(await applyPolicy.call(context, { version }));
});

afterAll(async () => {
  await endProcesses();
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  await closeStore();
  await rm(folder, { recursive: true, force: true });
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no address.");
  return `http://127.0.0.1:${address.port}`;
}

async function productServer(note = (_route: string, _status: number) => {}): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const answer = await handle(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? "GET",
        headers: { host: "127.0.0.1", "content-type": request.headers["content-type"] ?? "" },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }),
      { context: async () => context, hosts: { names: new Set() } },
    );
    note(request.url ?? "", answer.status);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  return listen(server);
}

function start(args: string[], input: string | null, environment: Record<string, string>): Promise<Ended> {
  const started = startProcess(args, {
    cwd: repository,
    environment: { HOME: folder, WHENCE_DATA_DIR: path.join(folder, "data"), ...environment },
  });
  // A host that never closes its end must not keep the hook either.
  if (input !== null) started.child.stdin?.end(input);
  return started.ended;
}

const hook = (event: string, input: unknown, environment: Record<string, string> = {}, more: string[] = []) =>
  start([script, "hook", event, ...more], input === null ? null : JSON.stringify(input), environment);

/** The same without the bound of a second, which no busy machine may turn into a difference. */
const patientHook = (event: string, input: unknown, url: string, more: string[] = []) =>
  start([patient, event, ...more], JSON.stringify(input), { WHENCE_URL: url });

const line = (type: string, part: unknown) => JSON.stringify({ type, message: { role: type, content: [part] } });
/** A command and how it ended, as a transcript of Claude Code keeps it. */
const ran = (id: string, isError: boolean, content: string) =>
  [
    line("assistant", { type: "tool_use", id, name: "Bash", input: { command: "npm run build" } }),
    line("user", { type: "tool_result", tool_use_id: id, is_error: isError, content }),
  ].join("\n");
const failedRun = ran("a", true, "Exit code 2\nError: Cannot find module 'left-padd'");

const failing = ["-e", "require('left-padd')"];
const about = () => ({ session_id: "abc123", cwd: repository, permission_mode: "default" });
const failure = (error: string) => ({
  ...about(),
  hook_event_name: "PostToolUseFailure",
  tool_name: "Bash",
  tool_input: { command: `node ${failing.join(" ")}`, description: "Run it" },
  tool_use_id: "toolu_01",
  error,
  is_interrupt: false,
});

test("a recorded run: a command really fails, and what is known arrives as additional context", async () => {
  const command = await start(failing, "", {});
  expect(command.code).toBe(1);
  bodyOf(
    await remember.call(context, {
      project: "github.com/acme/shop",
      session: "s-0",
      text: "The package is called left-pad, with one d.",
      signature_source: command.err,
    }),
  );
  const url = await productServer();
  const { out } = await patientHook("PostToolUseFailure", failure(`Exit code 1\n${command.err}`), url);
  const { hookSpecificOutput } = JSON.parse(out);
  expect(hookSpecificOutput.hookEventName).toBe("PostToolUseFailure");
  expect(hookSpecificOutput.additionalContext).toMatch(/^<untrusted-[0-9a-f]{32}>\n/);
  expect(hookSpecificOutput.additionalContext).toContain("Seen here before: this exact failure");
  expect(hookSpecificOutput.additionalContext).toContain("The package is called left-pad, with one d.");
});

test("the end of a turn in which the command failed and passed leaves a draft behind", async () => {
  const url = await productServer();
  const transcript = path.join(folder, "transcript.jsonl");
  const log = "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
  await writeFile(transcript, `${ran("a", true, `Exit code 2\n${log}`)}\n${ran("b", false, "ok")}\n`);
  await patientHook("Stop", { ...about(), transcript_path: transcript, stop_hook_active: false }, url);
  const waiting = bodyOf(await browseDrafts.call(context, {})).items;
  expect(waiting).toEqual([
    expect.objectContaining({ project: "github.com/acme/shop", session: "claude-code/abc123", tool: "tsc" }),
  ]);
});

test("a server that hangs, breaks off, talks nonsense or is absent costs the agent nothing but time within bounds", async () => {
  const hanging = await listen(createServer(() => {}));
  const dripping = await listen(
    createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(timer));
    }),
  );
  const breaking = await listen(createServer((request) => request.socket.destroy()));
  const nonsense = await listen(createServer((_request, response) => response.writeHead(500).end("<html>no")));
  const gone = createServer();
  const absent = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
  const begun = performance.now();
  const ended = await Promise.all([
    ...[hanging, dripping, breaking, nonsense, absent].map((url) =>
      hook("PostToolUseFailure", failure("Exit code 1\nboom"), { WHENCE_URL: url }),
    ),
    // No server is named anywhere, and none may be made: a hook never opens the store.
    hook("SessionStart", { ...about(), source: "startup" }),
    hook("PostToolUseFailure", failure("x"), { WHENCE_URL: "not a url" }),
    hook("NoSuchEvent", about(), { WHENCE_URL: hanging }),
    hook("SessionStart", "no object", { WHENCE_URL: hanging }),
    hook("SessionStart", null, { WHENCE_URL: hanging }),
    hook("stop", about(), { WHENCE_URL: hanging }, ["--host", "cursor"]),
  ]);
  expect(performance.now() - begun).toBeLessThan(wideBoundMs);
  for (const { code, out, err } of ended) expect({ code, out, err }).toEqual({ code: 0, out: "", err: "" });
});

test("every hook that connect sets up, given what its host documents, says nothing and fails nothing when the server hangs, talks nonsense or is absent", async () => {
  const transcript = path.join(folder, "failed.jsonl");
  await writeFile(transcript, `${failedRun}\n`);
  const inputs = documentedHookInputs(repository, transcript);
  const set = hookHosts.flatMap((host) =>
    hookEntries(host, { node: "node", script: "whence.mjs" }).map(({ event }) => `${host} ${event}`),
  );
  expect(inputs.map(({ host, event }) => `${host} ${event}`).sort()).toEqual(set.sort());

  const hanging = await listen(createServer(() => {}));
  const nonsense = await listen(createServer((_request, response) => response.writeHead(500).end("<html>no")));
  const gone = createServer();
  const absent = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
  // Each waits for the server that hangs, so a few at a time.
  for (let first = 0; first < inputs.length; first += 5) {
    const begun = performance.now();
    const few = inputs.slice(first, first + 5);
    const ended = await Promise.all(
      few.flatMap(({ host, event, input }) =>
        [hanging, nonsense, absent].map(async (url) => ({
          which: `${host} ${event} ${url}`,
          ...(await hook(event, input, { WHENCE_URL: url }, ["--host", host])),
        })),
      ),
    );
    expect(performance.now() - begun).toBeLessThan(wideBoundMs);
    for (const { which, code, out, err } of ended) {
      expect({ code, out, err }, which).toEqual({ code: 0, out: "", err: "" });
    }
  }
});

test("every hook that connect sets up is taken by the product: nothing it is sent is refused, and what it answers is JSON", async () => {
  const transcript = path.join(folder, "failed.jsonl");
  await writeFile(transcript, `${failedRun}\n`);
  const answered: string[] = [];
  const url = await productServer((route, status) => answered.push(`${route} ${status}`));
  for (const { host, event, input } of documentedHookInputs(repository, transcript)) {
    const { code, out, err } = await patientHook(event, input, url, ["--host", host]);
    expect({ code, err }, `${host} ${event}`).toEqual({ code: 0, err: "" });
    if (out !== "") expect(JSON.parse(out), `${host} ${event}`).toBeTypeOf("object");
  }
  expect(answered.length).toBeGreaterThan(10);
  // Its session failed, changed a file and ended: it leaves a capsule, though no transcript of it is kept.
  expect(answered).toContain("/api/agent/carry 200");
  expect(answered.filter((answer) => !/ 20\d$/.test(answer))).toEqual([]);
});
