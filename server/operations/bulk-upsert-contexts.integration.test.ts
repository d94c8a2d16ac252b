import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { readTouchSet } from "#server/db/contexts.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { purgeProject } from "#server/db/purge-project.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { browseCapsules, browseContexts, browseRejections, readCapsule, readContext } from "./browse-contexts.ts";
import { bulkUpsertContexts } from "./bulk-upsert-contexts.ts";

const repo = "github.com/acme/agent-solution";
const externalId = `code:${repo}:src/core/repoMap.ts`;
const file = {
  externalId,
  title: "src/core/repoMap.ts",
  description: "Token-budgeted skeleton of a repository.",
  body: "src/core/repoMap.ts\nlang: typescript\n\n## Signatures\nexport async function buildRepoMap(opts: RepoMapOpts): Promise<string>\nfunction rankFiles(files: FileEntry[], refs: RefMap): FileEntry[]\n\n## Summary\nExtracts symbols, computes a PageRank score per file, trims to the token budget. Entry point for SCOPE.\n\n## Related\nsrc/core/cachePolicy.ts",
  type: "reference",
  tags: ["code"],
  metadata: {
    kind: "code-file",
    content_hash: "a".repeat(64),
    lang: "typescript",
    preset: "standard",
    symbols: ["buildRepoMap", "rankFiles"],
  },
};
const inventing = { ...file, body: file.body.replace("Entry point", "`inventedSymbol` is the entry point") };
const sent = {
  workspace: "agent-solution",
  runId: "r-17",
  diffSha: "d1",
  capsule: {
    repo,
    task: "Trim the map to its budget",
    verdict: "pass",
    filesTouched: ["src/core/repoMap.ts"],
    filesNotRead: [{ path: "src/cli.ts", why: "only prints" }],
    invariants: ["The map never exceeds its budget."],
    nextSteps: [],
    "…": "other senders add what they like",
  },
  contexts: [file],
};

describeEachStore("what a run leaves behind", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });
  const carry = async (body: object) => bodyOf(await bulkUpsertContexts.call(context, body)).results;
  /** Row versions of everything that CARRY writes. */
  const versions = () =>
    executeRows(
      store.db,
      sql`select xmin::text as version, external_id as name from contexts
        union all select xmin::text, run_id from capsules union all select xmin::text, path from touched_files
        union all select xmin::text, external_id from context_rejections order by 2, 1`,
      (row) => [row.text("name"), row.text("version")],
    );

  test("the example of the contract is accepted, and sent again unchanged it writes nothing", async () => {
    expect(await carry(sent)).toEqual([{ externalId, status: "created", reasons: [] }]);
    const before = await versions();
    context.clock.advance(60_000);
    expect(await carry(sent)).toEqual([{ externalId, status: "unchanged", reasons: [] }]);
    expect(await versions()).toEqual(before);
  });

  test("a summary that names a symbol which does not exist is refused by name, and the others go on", async () => {
    const other = { ...file, externalId: `code:${repo}:src/b.ts`, title: "src/b.ts" };
    expect(await carry({ ...sent, contexts: [inventing, other] })).toEqual([
      { externalId, status: "rejected", reasons: ["unknown symbol: inventedSymbol"] },
      { externalId: other.externalId, status: "created", reasons: [] },
    ]);
    expect(bodyOf(await browseContexts.call(context, {})).items.map((item) => item.external_id)).toEqual([
      other.externalId,
    ]);
    expect(bodyOf(await browseRejections.call(context, { project: repo })).items).toMatchObject([
      { external_id: externalId, unknown_symbols: ["inventedSymbol"], run_id: "r-17", written_by: "caller" },
    ]);
  });

  test("the gate comes first: an entry that it refuses is rejected although the same text is held unchanged", async () => {
    await carry(sent);
    const [result] = await carry({
      ...sent,
      contexts: [{ ...inventing, metadata: { ...file.metadata, content_hash: "b".repeat(64) } }],
    });
    expect(result?.status).toBe("rejected");
    expect(bodyOf(await readContext.call(context, { external_id: externalId })).body).toBe(file.body);
  });

  test("an entry is unchanged only while hash and body are both equal", async () => {
    await carry(sent);
    const otherHash = { ...file, metadata: { ...file.metadata, content_hash: "b".repeat(64) } };
    expect((await carry({ ...sent, runId: "r-18", contexts: [otherHash] }))[0]?.status).toBe("updated");
    expect(
      (await carry({ ...sent, runId: "r-19", contexts: [{ ...otherHash, body: "src/core/repoMap.ts" }] }))[0]?.status,
    ).toBe("updated");
  });

  test("entries of differently named workspaces never meet, and a name opens no other tenant", async () => {
    await carry(sent);
    expect((await carry({ ...sent, workspace: "other" }))[0]?.status).toBe("created");
    const elsewhere = await anOperationContext(store.db, { workspaceId: "elsewhere" });
    expect(bodyOf(await browseContexts.call(elsewhere, {})).items).toEqual([]);
    expect(bodyOf(await browseContexts.call(context, {})).items).toHaveLength(2);
  });

  test("the first capsule of a run and diff stands; another diff of the run is another capsule", async () => {
    await carry(sent);
    await carry({ ...sent, capsule: { ...sent.capsule, task: "something else" } });
    context.clock.advance(1_000);
    await carry({
      ...sent,
      diffSha: "d2",
      capsule: { ...sent.capsule, filesTouched: ["src/b.ts", "src/core/repoMap.ts"] },
    });
    const { items } = bodyOf(await browseCapsules.call(context, { project: repo }));
    expect(items.map(({ diff_sha, task, files_touched }) => [diff_sha, task, files_touched])).toEqual([
      ["d2", "Trim the map to its budget", 2],
      ["d1", "Trim the map to its budget", 1],
    ]);
    const one = bodyOf(await readCapsule.call(context, { run_id: "r-17", diff_sha: "d1" }));
    expect(one).toMatchObject({
      files: ["src/core/repoMap.ts"],
      files_not_read: [{ path: "src/cli.ts", why: "only prints" }],
    });
    expect(await readTouchSet(store.db, context.workspaceId, repo)).toMatchObject([
      { path: "src/b.ts", runs: 1 },
      { path: "src/core/repoMap.ts", runs: 1 },
    ]);
  });

  test("the same id twice in one call is the later one", async () => {
    const later = { ...file, body: "src/core/repoMap.ts\n\n## Summary\nLater." };
    expect((await carry({ ...sent, contexts: [file, later] })).map((result) => result.status)).toEqual([
      "created",
      "updated",
    ]);
    expect(bodyOf(await readContext.call(context, { external_id: externalId })).body).toBe(later.body);
  });

  test("a run id that could leave its folder, too many entries and a missing hash are refused by field", async () => {
    const refusal = async (body: object) => {
      const outcome = await bulkUpsertContexts.call(context, body);
      return outcome.ok ? null : outcome.failure.errors[0]?.path;
    };
    for (const runId of ["..", ".", "a/b", "", "x".repeat(65), "a\\b"])
      expect(await refusal({ ...sent, runId })).toBe("runId");
    const many = Array.from({ length: 1_001 }, (_, at) => ({ ...file, externalId: `n:${at}` }));
    expect(await refusal({ ...sent, contexts: many })).toBe("contexts");
    expect(await refusal({ ...sent, contexts: [{ ...file, metadata: {} }] })).toBe("contexts.0.metadata.content_hash");
  });

  test("A17: a key of one project can neither write nor read what belongs to another", async () => {
    await carry(sent);
    const narrow = { ...context, access: { keyId: "k", projects: ["github.com/acme/other"], canWrite: true } };
    expect(await bulkUpsertContexts.call(narrow, sent)).toMatchObject({ ok: false, failure: { code: "NOT_FOUND" } });
    expect(await readContext.call(narrow, { external_id: externalId })).toMatchObject({
      failure: { code: "NOT_FOUND" },
    });
    expect(bodyOf(await browseContexts.call(narrow, {})).items).toEqual([]);
    expect(bodyOf(await browseCapsules.call(narrow, {})).items).toEqual([]);
    const reader = { ...context, access: { keyId: "k", projects: "all" as const, canWrite: false } };
    expect(await bulkUpsertContexts.call(reader, sent)).toMatchObject({ failure: { code: "FORBIDDEN" } });
  });

  test("pages go through all of them once, also where many share an instant", async () => {
    const contexts = Array.from({ length: 7 }, (_, at) => ({ ...file, externalId: `code:${repo}:src/f${at}.ts` }));
    await carry({ ...sent, contexts });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = bodyOf(await browseContexts.call(context, { limit: 3, cursor }));
      seen.push(...page.items.map((item) => item.external_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(contexts.map((one) => one.externalId).toReversed());
  });

  test("purging a project takes its capsules, contexts, touched files and rejections with it", async () => {
    await carry({ ...sent, contexts: [file, { ...inventing, externalId: `code:${repo}:src/c.ts` }] });
    await inTransaction(store.db, (tx) => purgeProject(tx, context.workspaceId, repo));
    expect(await versions()).toEqual([]);
  });
});
