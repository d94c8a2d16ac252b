import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { BootRecordBody } from "#server/contracts/boot-record.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { commitAll, gitAs, repositoryOf, temporaryFolder, writeFiles } from "#server/testing/case-repositories.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { bootAgent } from "./boot-agent.ts";
import { readLookup } from "./browse-lookups.ts";
import type { FileReranker } from "./ports.ts";
import { remember } from "./remember.ts";
import { replayLookup } from "./replay-lookup.ts";

const { folder, remove } = temporaryFolder();
afterAll(remove);
const root = shopRepository(join(folder, "shop"));
const project = "github.com/acme/shop";

/** A small shop in which the words of a task and the history point at different files. */
function shopRepository(place: string): string {
  repositoryOf(place, {
    "CLAUDE.md":
      "# Rules\n\n- Never import `left-pad` in `src/`.\n- Prices must go through `roundPrice`.\n- Always use `removedHelper` for dates.\n- Say hello.\n",
    "src/index.ts": 'import { checkout } from "./checkout.ts";\nexport const start = () => checkout([]);\n',
    "src/checkout.ts":
      'import { roundPrice } from "./price.ts";\n/** Sums the basket and asks for payment. */\nexport function checkout(basket: number[]) {\n  return roundPrice(basket.reduce((sum, one) => sum + one, 0));\n}\n',
    "src/price.ts":
      "/** Rounds to whole cents. */\nexport function roundPrice(value: number) {\n  return Math.round(value * 100) / 100;\n}\n",
    "src/mail.ts":
      'import leftPad from "left-pad";\nexport function sendReceipt(to: string) {\n  return leftPad(to, 40);\n}\n',
    "src/receipt-template.ts": "export const layout = 1;\n",
    "test/price.test.ts": 'import { roundPrice } from "../src/price.ts";\nroundPrice(1.005);\n',
  });
  gitAs(place, "remote", "add", "origin", "https://token@github.com/acme/shop.git");
  for (let turn = 1; turn <= 3; turn += 1) {
    writeFiles(place, {
      "src/mail.ts": `import leftPad from "left-pad";\nexport function sendReceipt(to: string) {\n  return leftPad(to, ${turn});\n}\n`,
      "src/receipt-template.ts": `export const layout = ${turn + 1};\n`,
    });
    commitAll(place, `change the letter head (${turn})`);
  }
  return place;
}

describeEachStore("agent.boot", (store) => {
  let context: TestContext;
  // Indexed once: what the tests ask for adds to the store and takes nothing away.
  beforeAll(async () => {
    context = await anOperationContext(store.db, {
      repositories: gitRepositoryReader({
        workerFile: await parseWorkerFile(),
        packageFolder: process.cwd(),
        countTokens,
      }),
    });
  });
  const boot = async (goal: string, repo = root) => bodyOf(await bootAgent.call(context, { goal, repo }));

  test("leads to the file a task names, with map, rules and lessons, and keeps a record that replays bit for bit", async () => {
    const first = await boot("roundPrice rounds 1.005 down");
    expect(first).toMatchObject({ project, shallow: false });
    expect(first.candidates[0]?.path).toBe("src/price.ts");
    expect(first.candidates[0]?.factors.symbol_mention).toBeGreaterThan(0);
    expect(first.repoMap).toContain("src/price.ts");
    bodyOf(
      await remember.call(context, {
        project,
        id: "cents",
        text: "roundPrice must add an epsilon before it rounds 1.005.",
      }),
    );
    const second = await boot("roundPrice rounds 1.005 down");
    expect(second.lessons).toEqual(["roundPrice must add an epsilon before it rounds 1.005."]);
    const { record } = bodyOf(await readLookup.call(context, { id: second.lookup_id ?? "" }));
    expect(record).toMatchObject({ operation: "agent.boot", versions: { graph_commit: second.commit } });
    const replay = bodyOf(await replayLookup.call(context, { id: record.id }));
    expect(replay).toMatchObject({ identical: true, differences: [] });
    expect(JSON.stringify(second)).not.toContain("token@");
  });

  test("the same goal at the same commit gives the same bytes, by folder and by name", async () => {
    const byFolder = await boot("send the receipt by mail");
    const again = await boot("send the receipt by mail");
    const byName = await boot("send the receipt by mail", project);
    expect(JSON.stringify(again)).toBe(JSON.stringify(byFolder));
    expect(JSON.stringify(byName)).toBe(JSON.stringify(byFolder));
    const other = await boot("round a price");
    expect([other.repoMap, other.invariants]).toEqual([byFolder.repoMap, byFolder.invariants]);
  });

  test("rules come from the instruction file with the state they are in", async () => {
    const { invariants } = await boot("send the receipt by mail");
    expect(invariants).toEqual([
      "Never import left-pad in src/. (CLAUDE.md:3; not kept everywhere)",
      "Prices must go through roundPrice. (CLAUDE.md:4)",
      "Always use removedHelper for dates. (CLAUDE.md:5; names code that is gone)",
    ]);
  });

  test("what does not depend on the goal comes first in words, byte for byte the same for every goal", async () => {
    const renderedOf = async (goal: string) => {
      const { lookup_id } = await boot(goal);
      const { record } = bodyOf(await readLookup.call(context, { id: lookup_id ?? "" }));
      return BootRecordBody.parse(record).rendered;
    };
    const [one, other] = [await renderedOf("send the receipt by mail"), await renderedOf("round a price")];
    // The block of the map, up to where that of the task opens.
    const shared = one.slice(0, one.indexOf("\n<untrusted-"));
    expect(shared).not.toContain("Files to open first");
    expect(shared).toContain("Rules of this repository:");
    expect(shared).toContain("src/index.ts");
    expect(other.startsWith(shared)).toBe(true);
  });

  test("a model may order the first candidates; slow, failing or talking nonsense, it costs its opinion alone", async () => {
    const goal = "send the receipt by mail";
    const own = await boot(goal);
    const shown: string[][] = [];
    const bootWith = async (rerank: FileReranker["rerank"]) =>
      bodyOf(
        await bootAgent.call(
          {
            ...context,
            clock: { ...context.clock, after: (_ms, call) => context.clock.after(1, call) },
            fileReranker: { model: "small", rerank },
          },
          { goal, repo: root },
        ),
      );
    const turned = await bootWith(async ({ files }) => {
      shown.push(files.map(({ path }) => path));
      return ["src/never-heard-of.ts", ...files.map(({ path }) => path).toReversed()];
    });
    expect(shown[0]?.length).toBeGreaterThan(1);
    expect(turned.candidates.map(({ path }) => path)).toEqual(shown[0]?.toReversed().slice(0, 5));
    const { record } = bodyOf(await readLookup.call(context, { id: turned.lookup_id ?? "" }));
    expect(record).toMatchObject({ rerank: { model: "small", status: "answered" } });
    expect(bodyOf(await replayLookup.call(context, { id: record.id }))).toMatchObject({ identical: true });
    for (const [status, rerank] of [
      ["timeout", () => new Promise<string[]>(() => {})],
      ["failed", async () => Promise.reject(new Error("503"))],
      ["nonsense", async () => ["src/never-heard-of.ts"]],
    ] as const) {
      const found = await bootWith(rerank);
      expect(found.candidates).toEqual(own.candidates);
      expect(found.notes).toContain(`The model did not re-rank (${status}); the order is that of the factors.`);
    }
  });

  test("a caller over a network may name no folder, and an unknown project says what to do", async () => {
    const remote = { ...context, access: { keyId: "k1", projects: "all" as const, canWrite: true } };
    expect(await bootAgent.call(remote, { goal: "x", repo: root })).toMatchObject({ failure: { code: "FORBIDDEN" } });
    expect(await bootAgent.call(context, { goal: "x", repo: "github.com/acme/none" })).toMatchObject({
      failure: { code: "NOT_FOUND", errors: [{ path: "repo" }] },
    });
  });
});
