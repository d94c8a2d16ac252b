import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { exportedIds } from "#server/testing/exported-ids.ts";
import { cliFile, endProducts, type Product, serveFile, startProduct, whence } from "#server/testing/run-product.ts";
import { writtenOverMcp } from "#server/testing/written-over-mcp.ts";

/**
 * The built server, command line and stdio MCP as processes of their own on one data folder, in the pairs that people
 * start. The lock itself is held to its laws beside it, in `store-lock.integration.test.ts`.
 */
const project = "github.com/acme/shop";
let parent = "";
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "whence-starters-"));
});
afterAll(async () => {
  await endProducts();
  await rm(parent, { recursive: true, force: true });
});

test("a reader that has seen enough of a command's output ends it without a word of it", async () => {
  const child = spawn(process.execPath, [cliFile, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const said: string[] = [];
  child.stderr.on("data", (text) => said.push(String(text)));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, said.join("")]).toEqual([0, ""]);
});

async function serving(dataDir: string): Promise<Product & { url: string }> {
  const server = startProduct(serveFile, [], dataDir);
  return { ...server, url: await server.saying(/Serving on (http:\S+)/) };
}

const remember = (dataDir: string, id: string) =>
  whence(dataDir, "remember", "--project", project, "--id", id, "--text", `The lesson called ${id}.`, "--json");

/** Rows of each host: enough for the two to be at it at the same time. The 200 of the case: see starters.long.test.ts. */
const rowsOfHost = 25;

test("A02, E19: server, hosts and commands on one folder have one owner, and nothing acknowledged is lost, whoever is killed", async () => {
  const dataDir = path.join(parent, "one owner");
  const server = await serving(dataDir);

  // A second server is refused by name, and so is what needs the store for itself; hosts and commands go to the owner.
  const dumpFile = path.join(parent, "refused.dump.gz");
  const [second, dump, fromDesk, fromEditor, command] = await Promise.all([
    startProduct(serveFile, [], dataDir).ended,
    whence(dataDir, "dump", dumpFile),
    writtenOverMcp(dataDir, { project, name: "desk", count: rowsOfHost }),
    writtenOverMcp(dataDir, { project, name: "editor", count: rowsOfHost }),
    remember(dataDir, "by-command"),
  ]);
  for (const refused of [second, dump]) {
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`in use by process ${server.pid} on `);
    expect(refused.err).toContain(server.url);
    expect(refused.err).toMatch(/started 20\d\d-\d\d-\d\dT/);
  }
  expect(existsSync(dumpFile)).toBe(false);
  // An owner that is too busy to answer within a second refuses as a suspended one does: by name, and nothing is done.
  if (command.code !== 0) expect(command.err).toContain(`process ${server.pid} on `);
  const acknowledged = [...fromDesk, ...fromEditor, ...(command.code === 0 ? ["by-command"] : [])];
  expect(acknowledged.length).toBeGreaterThanOrEqual(2 * rowsOfHost);

  // Suspended, it keeps what it owns: whoever comes is told so.
  server.child.kill("SIGSTOP");
  const atStopped = await Promise.all([startProduct(serveFile, [], dataDir).ended, remember(dataDir, "while-stopped")]);
  for (const refused of atStopped) {
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`process ${server.pid} on `);
    expect(refused.err).toContain("may be suspended");
  }
  server.child.kill("SIGCONT");
  expect(await remember(dataDir, "after-waking")).toMatchObject({ code: 0 });

  // Killed, it leaves a name and no lock. Of two commands that then come at once each is done, or refused by name.
  server.child.kill("SIGKILL");
  await server.ended;
  const ownerFile = path.join(dataDir, "owner.json");
  expect(await readFile(ownerFile, "utf8")).toContain(`"pid":${server.pid},`);
  // It holds by what the owner is known.
  expect((await stat(ownerFile)).mode & 0o077).toBe(0);
  const last = ["left", "right"];
  const outcomes = await Promise.all(last.map((id) => remember(dataDir, id)));
  for (const { code, err } of outcomes) if (code !== 0) expect(err).toMatch(/in use by /);
  const done = last.filter((_, at) => outcomes[at]?.code === 0);
  expect(done.length).toBeGreaterThan(0);

  const expected = [...acknowledged, "after-waking", ...done];
  expect((await exportedIds(dataDir)).sort()).toEqual(expected.sort());
  const doctor = await whence(dataDir, "doctor", "--json");
  expect(JSON.parse(doctor.out)).toMatchObject({ healthy: true, counts: { memories_active: expected.length } });
});

test("what took the port of a killed owner is told nothing, and the commands, hooks and hosts beside it go on without it", async () => {
  const dataDir = path.join(parent, "a stranger");
  const ownerFile = path.join(dataDir, "owner.json");
  await mkdir(dataDir);
  const proof = { ask: "a1".repeat(16), answer: "b2".repeat(16) };
  const told: string[] = [];
  const stranger = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    told.push(`${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks)}`);
    // Whatever it is, it would have been content with any answer: one that is no proof, and one that repeats the question.
    response.writeHead(200, { "whence-owner-answer": String(request.headers["whence-owner-ask"]) }).end("{}");
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const address = stranger.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const leave = () => writeFile(ownerFile, JSON.stringify({ pid: 1, started_at: "2026-07-02", host: "h", url, proof }));
  try {
    const key = { WHENCE_KEY: "whk_the-key-of-another-server" };
    await leave();
    const hook = startProduct(cliFile, ["hook", "PostToolUseFailure"], dataDir, key);
    const failed = { tool_name: "Bash", tool_input: { command: "npm test" }, error: "Exit code 1\nError: secret" };
    hook.child.stdin?.end(JSON.stringify({ session_id: "s", cwd: parent, ...failed }));
    expect(await hook.ended).toMatchObject({ code: 0, out: "" });
    const command = startProduct(
      cliFile,
      ["remember", "--project", project, "--text", "The secret word."],
      dataDir,
      key,
    );
    expect(await command.ended).toMatchObject({ code: 0, err: "" });
    await leave();
    expect(await writtenOverMcp(dataDir, { project, name: "secret", count: 1 })).toEqual(["secret-1"]);
  } finally {
    stranger.closeAllConnections();
    stranger.close();
  }
  // Each of the three asked, and then said no more.
  expect(told.map((words) => words.split(" ")[0])).toEqual(["/api/owner", "/api/owner", "/api/owner"]);
  for (const words of told) expect(words).not.toMatch(new RegExp(`secret|whk_|authorization|${proof.answer}`));
});

test("A01: fifty writes over HTTP and MCP and ten supersessions at once are each there once, also after a restart", async () => {
  const dataDir = path.join(parent, "at once");
  const server = await serving(dataDir);
  const post = async (route: string, body: object): Promise<{ status: number; text: string }> => {
    const response = await fetch(new URL(route, server.url), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const lesson = (id: string) => ({ project, id, text: `The deploy lesson called ${id}.` });
  const overMcp = (id: number, name: string, args: object) =>
    post("/mcp", { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
  const ten = Array.from({ length: 10 }, (_, n) => n);
  for (const n of ten) expect((await post("/api/memories", lesson(`old-${n}`))).status).toBe(201);
  const answers = await Promise.all([
    ...Array.from({ length: 50 }, (_, n) =>
      n % 2 === 0 ? post("/api/memories", lesson(`new-${n}`)) : overMcp(n, "remember", lesson(`new-${n}`)),
    ),
    ...ten.map((n) => {
      const link = { successor: { text: `The deploy step ${n} anew.` }, reason: "said better" };
      return n % 2 === 0
        ? post(`/api/memories/old-${n}/supersede`, link)
        : overMcp(100 + n, "supersede_memory", { id: `old-${n}`, ...link });
    }),
  ]);
  for (const { status, text } of answers) {
    expect(status).toBeLessThan(300);
    expect(text).not.toContain('"isError":true');
  }
  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);

  const again = await serving(dataDir);
  const asked = await fetch(new URL("/memory/context", again.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ project, task: "the deploy lesson called old" }),
  });
  const Found = z.object({ lessons: z.array(z.object({ id: z.string() })).min(1) });
  const { lessons } = Found.parse(await asked.json());
  expect(lessons.filter(({ id }) => id.startsWith("old-"))).toEqual([]);
  again.child.kill("SIGTERM");
  expect((await again.ended).code).toBe(0);
  const expected = [...ten.map((n) => `old-${n}`), ...Array.from({ length: 50 }, (_, n) => `new-${n}`)];
  const ids = await exportedIds(dataDir);
  expect(ids).toHaveLength(70);
  expect(ids).toEqual(expect.arrayContaining(expected));
  const doctor = await whence(dataDir, "doctor", "--json");
  expect(JSON.parse(doctor.out)).toMatchObject({
    healthy: true,
    counts: { memories_active: 60, memories_superseded: 10 },
  });
});
