import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkoutFiles } from "#server/adapters/checkout/checkout-files.ts";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { commitAll, gitAs, repositoryOf, temporaryFolder, writeFiles } from "#server/testing/case-repositories.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { browseContexts, readCapsule, readContext } from "./browse-contexts.ts";
import { carryRun } from "./carry-run.ts";

const { folder, remove } = temporaryFolder();
afterAll(remove);
const project = "github.com/acme/shop";
const secret = "topsecret123456";
const root = join(folder, "shop");

beforeAll(() => {
  repositoryOf(root, {
    "src/cart.ts": "/** Sums a basket. */\nexport function total(items: number[]) {\n  return items.length;\n}\n",
    "src/café (1).ts": "export const one = 1;\n",
  });
  gitAs(root, "remote", "add", "origin", `https://ana:${secret}@github.com/acme/shop.git`);
  commitAll(root, "first");
  writeFiles(folder, { "outside.ts": "export const outsideSecret = 1;\n" });
  writeFiles(root, {
    "src/cart.ts": "/** Sums a basket. */\nexport function totalOf(items: number[]) {\n  return items.length;\n}\n",
    "src/café (1).ts": "export const two = 2;\n",
  });
  symlinkSync(join(folder, "outside.ts"), join(root, "src/linked.ts"));
  gitAs(root, "add", "-A");
});

describeEachStore("carrying a run", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    const places = { workerFile: await parseWorkerFile(), packageFolder: process.cwd() };
    context = await anOperationContext(store.db, {
      repositories: gitRepositoryReader({ ...places, countTokens }),
      checkoutFiles: checkoutFiles(places),
    });
  });
  const asked = (more: object = {}) => ({
    path: root,
    run_id: "r-1",
    task: "Rename total",
    verdict: "pass",
    diff: gitAs(root, "diff", "--cached"),
    ...more,
  });

  test("C01, C23: the capsule names real paths, holds the files as they are now, and lies in the run's folder", async () => {
    const answer = bodyOf(await carryRun.call(context, asked({ next_steps: ["Rename the callers"] })));
    expect(answer).toMatchObject({ project, file: ".local/runs/r-1/context.md" });
    expect(answer.files_touched).toEqual(["src/café (1).ts", "src/cart.ts", "src/linked.ts"]);
    const text = readFileSync(join(root, answer.file), "utf8");
    expect(text).toContain("- `src/café (1).ts`");
    expect(text).toContain("## Invariants relied on\n\n_none_");
    const id = `code:${project}:src/cart.ts`;
    const held = bodyOf(await readContext.call(context, { external_id: id }));
    expect(held.body).toContain("export function totalOf(items: number[])");
    expect(held.metadata).toMatchObject({
      content_hash: sha256Hex(readFileSync(join(root, "src/cart.ts"), "utf8")),
      symbols: ["totalOf"],
    });
    const again = bodyOf(await carryRun.call(context, asked({ next_steps: ["Rename the callers"] })));
    expect(again.results.map(({ status }) => status)).toEqual(["unchanged", "unchanged"]);
  });

  test("C14: what a link leads to is in no capsule, and a run's folder that is a link is written to by nobody", async () => {
    bodyOf(await carryRun.call(context, asked()));
    const { items } = bodyOf(await browseContexts.call(context, {}));
    expect(items.map(({ path }) => path)).not.toContain("src/linked.ts");
    const other = join(folder, `other-${store.kind}`);
    repositoryOf(other, { "a.ts": "export const a = 1;\n" });
    commitAll(other, "first");
    const elsewhere = join(folder, `elsewhere-${store.kind}`);
    writeFiles(elsewhere, { "keep.txt": "" });
    symlinkSync(elsewhere, join(other, ".local"));
    expect(await carryRun.call(context, asked({ path: other }))).toMatchObject({
      ok: false,
      failure: { code: "CONFLICT" },
    });
    expect(readdirSync(elsewhere)).toEqual(["keep.txt"]);
  });

  test("C10: the credentials of the remote are in no answer, no file and no row", async () => {
    const answer = bodyOf(await carryRun.call(context, asked()));
    const capsule = bodyOf(await readCapsule.call(context, { run_id: "r-1" }));
    const { items } = bodyOf(await browseContexts.call(context, {}));
    const said = JSON.stringify([answer, capsule, items]) + readFileSync(join(root, answer.file), "utf8");
    expect(said).not.toContain(secret);
    expect(said).not.toContain("ana:");
  });

  test("a folder of this machine is nobody's business who came over a network", async () => {
    const remote = { ...context, access: { keyId: "k", projects: "all" as const, canWrite: true } };
    expect(await carryRun.call(remote, asked())).toMatchObject({ failure: { code: "FORBIDDEN" } });
  });
});
