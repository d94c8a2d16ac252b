import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageRoot } from "#server/compose/package-root.ts";
import type { Figure } from "./figures.ts";
import { measureByTurns, type Subject } from "./measure.ts";

/**
 * What a person or an agent waits for: the built command line beside a running server, and each hook with a server that is
 * up, hangs, answers nonsense or is not there, all beside a bare start of Node. Whole processes, from start to end; medians of
 * 20 turns, or of as many as fit into a minute. Ends with one line of JSON.
 *
 *   node server/testing/evaluations/run.mjs server/testing/bench/bench-commands.ts
 */
/** What everything is measured against. */
const bare = "bare start of Node";
const cliFile = path.join(packageRoot(), "dist", "whence.mjs");
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";
const folder = await mkdtemp(path.join(tmpdir(), "whence-bench-commands-"));
const repository = path.join(folder, "shop");
const dataDir = path.join(folder, "store");
const transcript = path.join(folder, "transcript.jsonl");
const peers: Server[] = [];
let server: ChildProcess | undefined;
let serverEnded: Promise<unknown> | undefined;

const about = { session_id: "bench", cwd: repository, permission_mode: "default" };
const failed = {
  ...about,
  hook_event_name: "PostToolUseFailure",
  tool_name: "Bash",
  tool_input: { command: "npm install" },
  error: `Exit code 1\n${log}`,
};
const events: Record<string, object> = {
  SessionStart: { ...about, source: "startup" },
  UserPromptSubmit: { ...about, prompt: "replace left-padd in the cart" },
  PostToolUseFailure: failed,
  Stop: { ...about, transcript_path: transcript, stop_hook_active: false },
};

try {
  await mkdir(path.join(repository, ".git"), { recursive: true });
  await writeFile(path.join(repository, ".git", "config"), '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n');
  await writeFile(path.join(repository, ".git", "HEAD"), "ref: refs/heads/pad-the-cart\n");
  await writeFile(transcript, transcriptOf(log));
  const url = await startServer();
  await fetch(new URL("/api/memories", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ project: "github.com/acme/shop", text: "It is left-pad.", signature_source: log }),
  });
  const hanging = await listen(createServer(() => {}));
  const broken = await listen(createServer((_request, response) => response.writeHead(500).end("<html>no")));
  const gone = createServer();
  const absent = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));

  const hook = (name: string, event: string, environment: Record<string, string>): Subject => ({
    name,
    run: () => run([cliFile, "hook", event], environment, JSON.stringify(events[event])),
  });
  const subjects: Subject[] = [
    { name: bare, run: () => run(["--eval", "0"], {}, "") },
    { name: "command line beside a server", run: () => run([cliFile, "health"], { WHENCE_DATA_DIR: dataDir }, "") },
    ...Object.keys(events).map((event) => hook(`hook ${event}`, event, { WHENCE_DATA_DIR: dataDir })),
    hook("hook, server hangs", "PostToolUseFailure", { WHENCE_URL: hanging }),
    hook("hook, server talks nonsense", "PostToolUseFailure", { WHENCE_URL: broken }),
    hook("hook, no server", "PostToolUseFailure", { WHENCE_URL: absent }),
  ];
  const times = await measureByTurns(subjects, { turns: 20 });
  const figures = figuresOf(times);
  for (const { name, value, unit } of figures) say(`  ${name.padEnd(60)} ${value.toFixed(1).padStart(9)} ${unit}`);
  say(JSON.stringify({ figures, faults: [] }));
} finally {
  for (const peer of peers) peer.closeAllConnections();
  for (const peer of peers) peer.close();
  server?.kill("SIGTERM");
  await serverEnded;
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function figuresOf(times: ReadonlyMap<string, number>): Figure[] {
  const ofNode = times.get(bare) ?? 0;
  return [...times].flatMap(([name, value]): Figure[] => [
    { name, size: null, value: Number(value.toPrecision(4)), unit: "ms" },
    ...(name === bare || ofNode <= 0
      ? []
      : [
          { name: `${name} / ${bare}`, size: null, value: Number((value / ofNode).toPrecision(3)), unit: "×" as const },
        ]),
  ]);
}

async function listen(server: Server): Promise<string> {
  peers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

/** The built server on a store of its own. */
async function startServer(): Promise<string> {
  const started = spawn(process.execPath, [path.join(packageRoot(), "dist", "serve.mjs")], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { NODE_ENV: "production", HOME: folder, PORT: "0", WHENCE_DATA_DIR: dataDir, WHENCE_DEMO: "off" },
  });
  server = started;
  serverEnded = new Promise((resolve) => started.once("close", resolve));
  let said = "";
  for await (const chunk of started.stdout) {
    said += String(chunk);
    const url = /Serving on (http:\S+)/.exec(said)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The server ended: ${said}`);
}

function run(args: readonly string[], environment: Record<string, string>, input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: repository,
      stdio: ["pipe", "ignore", "inherit"],
      env: { NODE_ENV: "production", PATH: process.env.PATH ?? "", HOME: folder, ...environment },
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(" ")} ended with ${code}`))));
  });
}

function transcriptOf(output: string): string {
  const line = (type: string, part: object) => JSON.stringify({ type, message: { role: type, content: [part] } });
  const ran = (id: string, isError: boolean, content: string) => [
    line("assistant", { type: "tool_use", id, name: "Bash", input: { command: "npm install" } }),
    line("user", { type: "tool_result", tool_use_id: id, is_error: isError, content }),
  ];
  return `${[...ran("a", true, `Exit code 1\n${output}`), ...ran("b", false, "ok")].join("\n")}\n`;
}
