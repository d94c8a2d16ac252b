import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { commitAll, gitAs, repositoryOf, temporaryFolder, writeFiles } from "#server/testing/case-repositories.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { bootAgent } from "./boot-agent.ts";
import { browseContexts } from "./browse-contexts.ts";
import { bulkUpsertContexts } from "./bulk-upsert-contexts.ts";
import { rebuildProject, undoRebuild } from "./rebuild-project.ts";

const { folder, remove } = temporaryFolder();
afterAll(remove);
const project = "github.com/acme/shop";

describeEachStore("code.rebuild", (store) => {
  let context: TestContext;
  let root: string;
  beforeAll(async () => {
    root = repositoryOf(join(folder, store.kind), {
      "AGENTS.md": "- Prices must go through `roundPrice`.\n- Never import `left-pad` in `src/`.\n",
      "src/price.ts": "export function roundPrice(value: number) {\n  return Math.round(value);\n}\n",
      "src/old.ts": "export const old = 1;\n",
    });
    gitAs(root, "remote", "add", "origin", "https://github.com/acme/shop.git");
    context = await anOperationContext(store.db, {
      repositories: gitRepositoryReader({
        workerFile: await parseWorkerFile(),
        packageFolder: process.cwd(),
        countTokens,
      }),
    });
    bodyOf(await bootAgent.call(context, { goal: "round a price", repo: root }));
    const file = (path: string) => ({
      externalId: `code:${project}:${path}`,
      title: path,
      description: "A file.",
      body: `${path}\nlang: typescript\n\n## Signatures\n_none_\n\n## Summary\nA file.\n\n## Related\n_none_`,
      type: "reference",
      tags: ["code"],
      metadata: {
        kind: "code-file",
        content_hash: "a".repeat(64),
        lang: "typescript",
        preset: "standard",
        symbols: [],
      },
    });
    bodyOf(
      await bulkUpsertContexts.call(context, {
        workspace: "shop",
        runId: "r-1",
        diffSha: "d1",
        capsule: {
          repo: project,
          task: "t",
          verdict: "pass",
          filesTouched: [],
          filesNotRead: [],
          invariants: [],
          nextSteps: [],
        },
        contexts: [file("src/old.ts"), file("src/price.ts")],
      }),
    );
    gitAs(root, "rm", "-q", "src/old.ts");
    writeFiles(root, {
      "src/price.ts":
        'import pad from "left-pad";\nexport function roundCents(value: number) {\n  return pad(value);\n}\n',
    });
    commitAll(root, "rename and break rules");
  });
  const rebuild = async (apply: boolean) => {
    // What is known of two commits at one instant has no newest.
    context.clock.advance(1_000);
    return bodyOf(await rebuildProject.call(context, { path: root, apply }));
  };
  test("shows in a dry run what it would change, writes nothing, then does exactly that, once, and takes it back", async () => {
    const dry = await rebuild(false);
    expect(dry).toMatchObject({ applied: false, rebuild_id: null, project });
    expect(dry.changes).toMatchObject({
      any: true,
      commits: { before: 1, after: 2, added: 1, removed: 0 },
      files: { removed: ["src/old.ts"], removed_count: 1, added_count: 0 },
      archived_contexts: [{ external_id: `code:${project}:src/old.ts`, path: "src/old.ts" }],
      invariants: [
        { rule: "Prices must go through roundPrice.", before: "holds", after: "symbol_missing" },
        { rule: "Never import left-pad in src/.", before: "holds", after: "violated" },
      ],
    });
    expect(await context.scopeCorpus.newest(project)).not.toMatchObject({ snapshot: { commit: dry.commit } });
    expect(await paths("active")).toEqual(["src/old.ts", "src/price.ts"]);

    const applied = await rebuild(true);
    expect(applied.changes).toEqual(dry.changes);
    expect(await context.scopeCorpus.newest(project)).toMatchObject({ snapshot: { commit: dry.commit } });
    expect(await paths("active")).toEqual(["src/price.ts"]);
    expect(await paths("archived")).toEqual(["src/old.ts"]);

    const again = await rebuild(true);
    expect(again).toMatchObject({ rebuild_id: null, changes: { any: false, archived_contexts: [] } });

    const id = applied.rebuild_id ?? "";
    expect(bodyOf(await undoRebuild.call(context, { id }))).toMatchObject({ project, restored_contexts: 1 });
    expect(await paths("active")).toEqual(["src/old.ts", "src/price.ts"]);
    expect(await context.scopeCorpus.newest(project)).not.toMatchObject({ snapshot: { commit: dry.commit } });
    expect(await undoRebuild.call(context, { id })).toMatchObject({ failure: { code: "CONFLICT" } });
    expect((await rebuild(false)).changes).toEqual(dry.changes);
  });

  test("is refused to a caller over a network", async () => {
    const remote = { ...context, access: { keyId: "k1", projects: "all" as const, canWrite: true } };
    expect(await rebuildProject.call(remote, { path: root })).toMatchObject({ failure: { code: "FORBIDDEN" } });
  });

  async function paths(state: "active" | "archived"): Promise<string[]> {
    const { items } = bodyOf(await browseContexts.call(context, { state }));
    return items.map(({ title }) => title).sort();
  }
});
