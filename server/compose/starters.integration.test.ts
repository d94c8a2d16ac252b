import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { endProcesses, type StartedProcess, startProcess } from "#server/testing/start-process.ts";
import { packageRoot } from "./package-root.ts";

/**
 * The built server, command line and stdio MCP as processes of their own on one data folder, in the pairs that people
 * start. The lock itself is held to its laws beside it, in `store-lock.integration.test.ts`.
 */
const dist = path.join(packageRoot(), "dist");
const serveFile = path.join(dist, "serve.mjs");
const cliFile = path.join(dist, "whence.mjs");
const project = "github.com/acme/shop";
let parent = "";

beforeAll(async () => {
  if (!existsSync(serveFile) || !existsSync(cliFile)) throw new Error("Run `npm run build` first.");
  parent = await mkdtemp(path.join(tmpdir(), "whence-starters-"));
});
afterAll(async () => {
  await endProcesses();
  await rm(parent, { recursive: true, force: true });
});

const start = (script: string, args: readonly string[], dataDir: string) =>
  startProcess([script, ...args], {
    cwd: parent,
    environment: { HOME: parent, PORT: "0", WHENCE_DATA_DIR: dataDir, WHENCE_DEMO: "off" },
  });

async function serving(dataDir: string): Promise<StartedProcess & { url: string }> {
  const server = start(serveFile, [], dataDir);
  return { ...server, url: await server.saying(/Serving on (http:\S+)/) };
}

const whence = (dataDir: string, ...args: string[]) => start(cliFile, args, dataDir).ended;
const remember = (dataDir: string, id: string) =>
  whence(dataDir, "remember", "--project", project, "--id", id, "--text", `The lesson called ${id}.`, "--json");

async function idsIn(dataDir: string): Promise<string[]> {
  const Page = z.object({ items: z.array(z.object({ id: z.string() })), next_cursor: z.null() });
  const { out } = await whence(dataDir, "memory", "--project", project, "--limit", "100", "--json");
  return Page.parse(JSON.parse(out)).items.map(({ id }) => id);
}

/** A host's `whence mcp`: writes `count` memories over it and ends it by closing its input. Resolves with the ids that were acknowledged. */
async function writtenOverMcp(dataDir: string, name: string, count: number): Promise<string[]> {
  const mcp = start(cliFile, ["mcp"], dataDir);
  const say = (message: object) => mcp.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "host", version: "1" };
  say({ id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
  await mcp.saying(/("id":0)/);
  say({ method: "notifications/initialized" });
  for (let n = 1; n <= count; n++) {
    const id = `${name}-${n}`;
    const given = { project, id, text: `The lesson called ${id}.` };
    say({ id: n, method: "tools/call", params: { name: "remember", arguments: given } });
  }
  const Reply = z.object({ id: z.number(), result: z.object({ isError: z.boolean().optional() }) });
  const replies = () =>
    mcp
      .out()
      .split("\n")
      .slice(0, -1)
      .map((line) => Reply.safeParse(JSON.parse(line)))
      .flatMap(({ data }) => (data && data.id > 0 ? [data] : []));
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (replies().length === count) resolve();
    };
    mcp.child.stdout?.on("data", look);
    void mcp.ended.then(({ err }) => reject(new Error(`ended early: ${err}`)));
    look();
  });
  mcp.child.stdin?.end();
  expect((await mcp.ended).code).toBe(0);
  return replies().flatMap(({ id, result }) => (result.isError === true ? [] : [`${name}-${id}`]));
}

/** Rows of each host: enough for the two to be at it at the same time. */
const rowsOfHost = 25;

test("A02, E19: server, hosts and commands on one folder have one owner, and nothing acknowledged is lost, whoever is killed", async () => {
  const dataDir = path.join(parent, "one owner");
  const server = await serving(dataDir);

  // A second server is refused by name, and so is what needs the store for itself; hosts and commands go to the owner.
  const dumpFile = path.join(parent, "refused.dump.gz");
  const exported = path.join(parent, "exported");
  const [second, dump, fromDesk, fromEditor, command, writtenOut] = await Promise.all([
    start(serveFile, [], dataDir).ended,
    whence(dataDir, "dump", dumpFile),
    writtenOverMcp(dataDir, "desk", rowsOfHost),
    writtenOverMcp(dataDir, "editor", rowsOfHost),
    remember(dataDir, "by-command"),
    whence(dataDir, "export", exported, "--json"),
  ]);
  for (const refused of [second, dump]) {
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`in use by process ${server.pid} on `);
    expect(refused.err).toContain(server.url);
    expect(refused.err).toMatch(/started 20\d\d-\d\d-\d\dT/);
  }
  expect(existsSync(dumpFile)).toBe(false);
  expect(command).toMatchObject({ code: 0 });
  // An export is written by the owner, while the others go on, and merged back by it.
  expect(writtenOut).toMatchObject({ code: 0 });
  expect(JSON.parse(writtenOut.out)).toMatchObject({ folder: exported });
  expect(existsSync(path.join(exported, "manifest.json"))).toBe(true);
  const merged = await whence(dataDir, "import", "export", exported, "--json");
  expect(JSON.parse(merged.out)).toMatchObject({ added: 0 });
  const acknowledged = [...fromDesk, ...fromEditor, "by-command"];
  expect(acknowledged).toHaveLength(2 * rowsOfHost + 1);

  // Suspended, it keeps what it owns: whoever comes is told so.
  server.child.kill("SIGSTOP");
  const atStopped = await Promise.all([start(serveFile, [], dataDir).ended, remember(dataDir, "while-stopped")]);
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
  expect(await readFile(path.join(dataDir, "owner.json"), "utf8")).toContain(`"pid":${server.pid},`);
  const last = ["left", "right"];
  const outcomes = await Promise.all(last.map((id) => remember(dataDir, id)));
  for (const { code, err } of outcomes) if (code !== 0) expect(err).toMatch(/in use by /);
  const done = last.filter((_, at) => outcomes[at]?.code === 0);
  expect(done.length).toBeGreaterThan(0);

  const expected = [...acknowledged, "after-waking", ...done];
  expect((await idsIn(dataDir)).sort()).toEqual(expected.sort());
  const doctor = await whence(dataDir, "doctor", "--json");
  expect(JSON.parse(doctor.out)).toMatchObject({ healthy: true, counts: { memories_active: expected.length } });
});
