import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { handle } from "#server/api/http/handle.ts";
import { insertSnapshot, packSnapshot } from "#server/db/graphs.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { ContextCapsule } from "#server/domain/capsule/build-capsule.ts";
import { parseRuleVersion } from "#server/domain/code-graph/parsed-blob.ts";
import { bestEffortBrain } from "#server/operations/best-effort-brain.ts";
import { bootAgent } from "#server/operations/boot-agent.ts";
import { browseCapsules, browseContexts } from "#server/operations/browse-contexts.ts";
import { findOperation } from "#server/operations/catalogue.ts";
import { indexProject } from "#server/operations/index-project.ts";
import type { ContextBrain } from "#server/operations/ports.ts";
import { remember } from "#server/operations/remember.ts";
import { steerFailure } from "#server/operations/steer-failure.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { commitAll, gitAs, repositoryOf, temporaryFolder } from "#server/testing/case-repositories.ts";
import { hastyTimer } from "#server/testing/fixed-clock.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { contextqBrain } from "./contextq-brain.ts";
import { localBrain } from "./local-brain.ts";

const { folder, remove } = temporaryFolder();
afterAll(remove);
const project = "github.com/acme/shop";
const output = "src/cart.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
const never = new AbortController().signal;
const quiet = { info: () => {}, error: () => {} };
const capsule: ContextCapsule = {
  runId: "r-1",
  diffSha: "d1",
  repo: project,
  task: "Round prices",
  verdict: "pass",
  filesTouched: ["src/cart.ts"],
  filesNotRead: [],
  invariants: [],
  nextSteps: [],
  contexts: [
    {
      externalId: `code:${project}:src/cart.ts`,
      title: "src/cart.ts",
      description: "",
      body: "src/cart.ts\n\n## Summary\nDeclares `total`.",
      type: "reference",
      tags: ["code"],
      metadata: {
        kind: "code-file",
        content_hash: "a",
        lang: "typescript",
        preset: "standard",
        symbols: ["total"],
        symbols_from: "grammar",
      },
    },
  ],
};

describeEachStore("a team's brain beside this machine's", (store) => {
  let team: TestContext;
  let own: TestContext;
  let servers: Server[];
  beforeEach(async () => {
    await store.clear();
    servers = [];
    team = await anOperationContext(store.db, { workspaceId: "team" });
    own = await anOperationContext(store.db, { workspaceId: "own" });
    const commit = "c".repeat(40);
    const snapshot = {
      commit,
      ruleVersion: parseRuleVersion,
      nodes: [
        { id: "file:src/cart.ts", kind: "file" as const, path: "src/cart.ts" },
        { id: "file:src/page.ts", kind: "file" as const, path: "src/page.ts" },
      ],
      edges: [{ from: "file:src/page.ts", to: "file:src/cart.ts", kind: "imports" as const }],
      files: [
        {
          path: "src/cart.ts",
          objectId: "0",
          language: "typescript" as const,
          symbolsFrom: "grammar" as const,
          symbols: [{ name: "total", kind: "function" as const, line: 3 }],
        },
      ],
      skipped: [],
      imports: { resolved: 1, external: 0, ambiguous: 0, unresolved: 0 },
    };
    await inTransaction(store.db, async (tx) =>
      insertSnapshot(tx, {
        workspaceId: "team",
        projectId: project,
        commit,
        ruleVersion: parseRuleVersion,
        fileCount: 2,
        snapshot: await packSnapshot(snapshot),
        indexedAt: team.clock.now(),
      }),
    );
    const lesson = { project, signature_source: output };
    bodyOf(await remember.call(team, { ...lesson, text: "The team parses prices with toCents." }));
    bodyOf(await remember.call(own, { ...lesson, text: "This machine rounds prices first." }));
  });
  afterEach(async () => {
    await Promise.all(
      servers.map((server) => {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
      }),
    );
  });

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  /** A second Whence over its own workspace, reached over HTTP. */
  const teamUrl = () =>
    listen(
      createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(Buffer.from(chunk));
        const headers = { host: request.headers.host ?? "", "content-type": "application/json" };
        const answer = await handle(
          new Request(`http://${request.headers.host}${request.url}`, {
            method: "POST",
            headers,
            body: Buffer.concat(chunks),
          }),
          { context: async () => team, hosts: { names: new Set<string>() } },
        );
        response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
      }),
    );
  const answering = (status: number, body: string) =>
    listen(
      createServer((_request, response) =>
        response.writeHead(status, { "content-type": "application/json" }).end(body),
      ),
    );
  const silent = () => listen(createServer(() => {}));
  const moved = (to: string) =>
    listen(createServer((_request, response) => response.writeHead(307, { location: to }).end()));

  const brainAt = (url: string) => contextqBrain({ url, key: undefined, workspace: "own" });
  const local = () =>
    localBrain(async (name, input) => {
      const outcome = await findOperation(name)?.call(own, input);
      if (!outcome) throw new Error(`no operation ${name}`);
      return outcome.ok ? { ok: true, value: outcome.value.body } : outcome;
    });
  const brain = (url: string) => bestEffortBrain({ team: brainAt(url), local: local(), log: quiet });

  test("a recall comes from the team's store, with the place of a symbol and the commit it speaks of", async () => {
    const found = await brainAt(await teamUrl()).recall({ error: output, repo: project, symbol: "total" }, never);
    expect(found).toMatchObject({
      pastFix: "The team parses prices with toCents.",
      refs: ["src/cart.ts:3"],
      callPath: ["src/cart.ts", "src/page.ts"],
      commit: "c".repeat(40),
    });
    expect(await brainAt(await teamUrl()).recall({ symbol: "nowhere", repo: project }, never)).toBeNull();
  });

  test("unreachable, slow, nonsensical, moved or refusing, the run goes on with this machine's result", async () => {
    const elsewhere = await teamUrl();
    const faults = [
      "http://127.0.0.1:9",
      await silent(),
      await answering(200, "<html>busy</html>"),
      await answering(200, '{"pastFix":7}'),
      await answering(503, "{}"),
      await answering(200, `"${"x".repeat(9_000_000)}"`),
      await moved(`${elsewhere}/api/search`),
    ];
    for (const url of faults) {
      const found = await brain(url).recall({ error: output, repo: project }, never);
      expect(found?.pastFix).toBe("This machine rounds prices first.");
    }
  });

  test("a capsule is in the local store whatever the team's server does, and in the team's where that answers", async () => {
    await brain(await silent().then(() => "http://127.0.0.1:9")).carry(capsule, never);
    expect(bodyOf(await browseContexts.call(own, {})).items).toHaveLength(1);
    expect(bodyOf(await browseContexts.call(team, {})).items).toHaveLength(0);
    await brain(await teamUrl()).carry(capsule, never);
    expect(bodyOf(await browseContexts.call(team, {})).items).toMatchObject([
      { workspace: "own", path: "src/cart.ts" },
    ]);
    expect(bodyOf(await browseCapsules.call(team, {})).items).toMatchObject([{ run_id: "r-1", files_touched: 1 }]);
  });

  test("a boot that the team's server cannot answer in shape is the local one's to answer", async () => {
    const asked: string[] = [];
    const here = { ...local(), boot: async (goal: string) => ({ repoMap: goal, invariants: [], lessons: [] }) };
    for (const url of [await answering(200, '{"repoMap":1}'), "http://127.0.0.1:9"]) {
      const found = await bestEffortBrain({ team: brainAt(url), local: here, log: quiet }).boot(
        "the goal",
        project,
        never,
      );
      asked.push(found.repoMap);
    }
    expect(asked).toEqual(["the goal", "the goal"]);
    const right = await answering(200, '{"repoMap":"map","invariants":["i"],"lessons":[],"more":1}');
    expect(await bestEffortBrain({ team: brainAt(right), local: here, log: quiet }).boot("g", project, never)).toEqual({
      repoMap: "map",
      invariants: ["i"],
      lessons: [],
    });
  });

  test("beside a steer a recall is labelled committed_state, and changes neither diagnostics nor what to read next", async () => {
    const plain = bodyOf(await steerFailure.call(own, { output, project }));
    const withTeam = async (url: string) =>
      bodyOf(
        await steerFailure.call(
          { ...own, clock: { ...own.clock, after: hastyTimer }, teamBrain: brainAt(url) },
          { output, project },
        ),
      );
    // Asked without a limit first, and then told at once: how fast a team's server is, is no law.
    const told = await brainAt(await teamUrl()).recall({ error: output, repo: project }, never);
    const prompt = { ...brainAt("http://127.0.0.1:9"), recall: async () => told };
    const beside = bodyOf(await steerFailure.call({ ...own, teamBrain: prompt }, { output, project }));
    expect(beside.recall).toMatchObject({
      state: "committed_state",
      commit: "c".repeat(40),
      pastFix: "The team parses prices with toCents.",
    });
    for (const answer of [beside, await withTeam(await silent()), await withTeam(await answering(200, "[]"))]) {
      expect([answer.diagnostics, answer.read_next, answer.complete]).toEqual([
        plain.diagnostics,
        plain.read_next,
        plain.complete,
      ]);
    }
    expect((await withTeam("http://127.0.0.1:9")).recall).toBeUndefined();
  });

  test("a run that begins in a checkout is told the team's lessons too; cut off, slow or nonsensical, it goes on with its own", async () => {
    const places = { workerFile: await parseWorkerFile(), packageFolder: process.cwd() };
    const repositories = gitRepositoryReader({ ...places, countTokens });
    const root = join(folder, `shop-${store.kind}`);
    repositoryOf(root, {
      "src/cart.ts": "/** Sums prices. */\nexport const total = 1;\n",
      "AGENTS.md": "- Never round prices in `total`.\n",
    });
    gitAs(root, "remote", "add", "origin", "https://github.com/acme/shop.git");
    commitAll(root, "first");
    for (const side of [team, own]) bodyOf(await indexProject.call({ ...side, repositories }, { path: root }));
    const goal = "round the prices that parse to cents on this machine";
    const boot = async (teamBrain: ContextBrain | null, repo = root) =>
      bodyOf(await bootAgent.call({ ...own, repositories, teamBrain }, { goal, repo }));
    const alone = await boot(null);
    expect(alone.lessons).toEqual(["This machine rounds prices first."]);

    const asked: string[] = [];
    const told = await brainAt(await teamUrl()).boot(goal, project, never);
    const prompt: ContextBrain = {
      ...brainAt("http://127.0.0.1:9"),
      boot: async (_goal, repo) => {
        asked.push(repo);
        return told;
      },
    };
    const joined = await boot(prompt);
    expect(joined).toEqual({
      ...alone,
      lessons: [...alone.lessons, "The team parses prices with toCents."],
      notes: [...alone.notes, "The last lesson is from the team's server."],
      lookup_id: joined.lookup_id,
    });
    expect(asked).toEqual([project]);

    const right = { repoMap: "m", invariants: [], lessons: [] };
    const faults = [
      brainAt("http://127.0.0.1:9"),
      brainAt(await silent()),
      brainAt(await answering(200, "<html>")),
      brainAt(await answering(200, '{"repoMap":"m","invariants":[],"lessons":[7]}')),
      brainAt(await answering(503, JSON.stringify(right))),
      brainAt(await moved(await answering(200, JSON.stringify({ ...right, lessons: ["from elsewhere"] })))),
      { ...prompt, boot: () => new Promise<typeof right>(() => {}) },
    ];
    for (const found of await Promise.all(faults.map((brain) => boot(brain)))) {
      expect({ ...found, lookup_id: null }).toEqual({ ...alone, lookup_id: null });
    }
    // By its name a project is asked about by other servers, and two of them must not ask each other in a circle.
    asked.length = 0;
    expect((await boot(prompt, project)).lessons).toEqual(alone.lessons);
    expect(asked).toEqual([]);
  });
});
