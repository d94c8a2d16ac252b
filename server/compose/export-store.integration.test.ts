import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attentionMemories, attentionRecords } from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { type ExportManifest, ExportUnreadable } from "#server/db/export-format.ts";
import { ExportNotMergeable } from "#server/db/export-not-mergeable.ts";
import { exportStore } from "#server/db/export-store.ts";
import { importExport } from "#server/db/import-export.ts";
import { keptRulesets } from "#server/domain/failure-signature/explain-failure.ts";
import { addReference } from "#server/operations/add-reference.ts";
import { addSkill } from "#server/operations/add-skill.ts";
import { browseLookups } from "#server/operations/browse-lookups.ts";
import { mergeSignature, renameSignature } from "#server/operations/change-signature.ts";
import { checkExportedRow } from "#server/operations/check-exported-row.ts";
import { deleteMemory } from "#server/operations/delete-memory.ts";
import { forgetMemoriesIn } from "#server/operations/forget-memories.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { lookUpPrior } from "#server/operations/look-up-prior.ts";
import { applyPolicy, browsePolicies, savePolicy } from "#server/operations/manage-policies.ts";
import { recordDecision, recordOutcome } from "#server/operations/record-decision.ts";
import { remember } from "#server/operations/remember.ts";
import { replayLookup } from "#server/operations/replay-lookup.ts";
import { runDoctor } from "#server/operations/run-doctor.ts";
import { supersedeMemory } from "#server/operations/supersede-memory.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "whence-export-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const project = "github.com/acme/shop";
const log = (name: string) =>
  `npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/${name}\nnpm error 404 '${name}@1' is not in this registry.\n`;
const texts = [
  "Write the name of the package left-pad with its dash before publishing.",
  'Quotes " and \\ and {"braces": [1]} in the cart total stay as they are.',
  "Die Summe des Warenkorbs rundet erst am Ende, nie je Zeile. \u2028 👩‍👩‍👧",
  "購物車の合計は最後に丸める。",
  "Retry the checkout service once when the socket hangs up.",
];

async function fill(context: TestContext): Promise<void> {
  for (const [number, text] of texts.entries()) {
    const input = { project, session: `s-${number}`, id: `lesson-${number}`, text };
    bodyOf(
      await remember.call(context, { ...input, ...(number < 2 ? { signature_source: log(`pad-${number}`) } : {}) }),
    );
    const ground = ["src/cart.ts", `src/file-${number}.ts`];
    const decision = { ...input, id: `decision-${number}`, text: number === 0 ? "Keep the cart small." : text };
    bodyOf(await recordDecision.call(context, { ...decision, task_id: `t-${number}`, ground }));
  }
  const verdict = { session: "s-0", verdict: "fail", rationale: "It broke again." };
  bodyOf(await recordOutcome.call(context, { ...verdict, decision_id: "decision-2" }));
  bodyOf(
    await supersedeMemory.call(context, { id: "lesson-4", successor: { text: "Retry it twice." }, reason: "Too few." }),
  );
  bodyOf(await addReference.call(context, { project, path: "docs/cart.md", markdown: `# Cart\n\n${texts[2]}\n` }));
  bodyOf(await addSkill.call(context, { name: "cart", description: "Sum a cart without rounding.", body: "Do it." }));
  const answer = bodyOf(await lookUpContext.call(context, { project, signature_source: log("pad-0") }));
  bodyOf(await renameSignature.call(context, { id: answer.signature?.id, name: "Wrong name", reason: "Known." }));
}

const lookups = async (context: TestContext) => {
  await context.retrieval.sync();
  await context.priorCorpus.sync();
  const answers: unknown[] = [];
  for (const text of [...texts, "sum a cart", "socket hang up in checkout"]) {
    answers.push(bodyOf(await lookUpContext.call(context, { project, task: text, session: "asks" })));
    const asked = { project, session: "asks", task_text: text, current_nodes: ["src/cart.ts"] };
    answers.push(bodyOf(await lookUpPrior.call(context, asked)));
  }
  for (const name of ["pad-0", "pad-1", "pad-2"]) {
    answers.push(bodyOf(await lookUpContext.call(context, { project, signature_source: log(name) })));
  }
  return answers;
};

let named = 0;
const newFolder = () => path.join(folder, `export-${++named}`);
const origin = { workspaceId: "test", whenceVersion: "1.2.3", now: new Date("2026-11-29T12:00:00Z") };
const exportFrom = async (db: Database) => {
  const place = newFolder();
  await exportStore(db, place, origin);
  return place;
};
const importInto = (db: Database, place: string, { isDryRun = false } = {}) =>
  importExport(db, place, {
    workspaceId: "test",
    secret: "00".repeat(32),
    now: origin.now,
    isDryRun,
    rulesets: keptRulesets.map(({ version }) => version),
    checkRow: checkExportedRow,
    forget: forgetMemoriesIn,
  });
const readManifest = async (place: string): Promise<ExportManifest> =>
  JSON.parse(await readFile(path.join(place, "manifest.json"), "utf8"));
/** What a store holds, as checksums of the files of its export. */
const contentOf = async (db: Database) => (await readManifest(await exportFrom(db))).files;
const sumOf = ({ files }: { files: Record<string, { added: number; found: number }> }, of: "added" | "found") =>
  Object.values(files).reduce((sum, counts) => sum + counts[of], 0);

/** The export of each kind of store, for the other kind. */
const exportOf = new Map<string, string>();

describeEachStore("an export", (store) => {
  let place = "";
  let answers: unknown[] = [];
  let source: TestContext;
  beforeAll(async () => {
    source = await anOperationContext(store.db);
    const { version } = bodyOf(await savePolicy.call(source, { fields: { leg_timeout_ms: 60_000 }, note: "tests" }));
    bodyOf(await applyPolicy.call(source, { version }));
    await fill(source);
    place = await exportFrom(store.db);
    exportOf.set(store.kind, place);
    answers = await lookups(source);
  });
  beforeEach(() => store.clear());
  /** As the source, on the store as it is now. Its ids go on where those of the source ended. */
  const contextHere = () => anOperationContext(store.db, { newId: source.newId });

  test("read into an empty store gives the same rows and the same lookups, and replays", async () => {
    const before = await contentOf(store.db);
    const tried = await importInto(store.db, place, { isDryRun: true });
    expect(await contentOf(store.db)).toEqual(before);
    const first = await importInto(store.db, place);
    expect(first).toEqual({ ...tried, isDryRun: false });
    expect(sumOf(first, "added")).toBe(sumOf(first, "found"));
    expect(first.files["memories.jsonl"]).toEqual({ found: 11, added: 11, known: 0, leftOut: 0 });
    const { files } = await readManifest(place);
    expect(await contentOf(store.db)).toEqual(files);

    expect(sumOf(await importInto(store.db, place), "added")).toBe(0);
    expect(await contentOf(store.db)).toEqual(files);

    const here = await contextHere();
    expect(await lookups(here)).toEqual(answers);
    for (const { record_id } of bodyOf(await browseLookups.call(here, {})).items) {
      expect(bodyOf(await replayLookup.call(here, { id: record_id }))).toMatchObject({ identical: true });
    }
    expect(bodyOf(await runDoctor.call(here, {}))).toMatchObject({ healthy: true });
  });

  test("of either kind of store gives the same rows in this kind", async () => {
    for (const other of exportOf.values()) {
      await store.clear();
      await importInto(store.db, other);
      expect(await contentOf(store.db)).toEqual((await readManifest(other)).files);
    }
  });

  test("holds no secret of the store, says so, and is readable by its owner only", async () => {
    const { files, left_out } = await readManifest(place);
    expect(Object.keys(left_out)).toEqual([
      "access_keys",
      "failure_counts",
      "failure_days",
      "idempotency",
      "parsed_blobs",
      "vectors",
      "workspaces",
    ]);
    expect((await readdir(place)).sort()).toEqual([...Object.keys(files), "manifest.json"].sort());
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(place)) {
      expect((await stat(path.join(place, file))).mode & 0o777, file).toBe(0o600);
      expect(await readFile(path.join(place, file), "utf8"), file).not.toContain("00".repeat(32));
    }
  });

  test("is whole or not there: what stands at its place stays, and a failure leaves nothing", async () => {
    const before = await readFile(path.join(place, "manifest.json"));
    await expect(exportStore(store.db, place, origin)).rejects.toThrow(/exists already/);
    expect(await readFile(path.join(place, "manifest.json"))).toEqual(before);
    const names = await readdir(folder);
    const broken = { ...origin, workspaceId: "not\u0000text" };
    await expect(exportStore(store.db, newFolder(), broken)).rejects.toThrow();
    expect(await readdir(folder)).toEqual(names);
  });

  test("that is cut, changed or foreign is refused by name, and nothing is changed", async () => {
    await importInto(store.db, place);
    const here = await contentOf(store.db);
    const memories = await readFile(path.join(place, "memories.jsonl"), "utf8");
    const relabel =
      (text: string, rows = 11) =>
      async (bad: string) => {
        const manifest = await readManifest(place);
        const file = manifest.files["memories.jsonl"];
        if (!file) throw new Error("The export holds no memories.");
        const sha256 = createHash("sha256").update(text).digest("hex");
        manifest.files["memories.jsonl"] = { ...file, rows, sha256 };
        await writeFile(path.join(bad, "memories.jsonl"), text);
        await writeFile(path.join(bad, "manifest.json"), JSON.stringify(manifest));
      };
    const remanifest = (change: (manifest: ExportManifest) => unknown) => async (bad: string) =>
      writeFile(path.join(bad, "manifest.json"), JSON.stringify(change(await readManifest(place))));
    const wrong: [RegExp, (bad: string) => Promise<unknown>][] = [
      [/holds no manifest\.json/, (bad) => rm(path.join(bad, "manifest.json"))],
      [/memories\.jsonl is missing/, (bad) => rm(path.join(bad, "memories.jsonl"))],
      [/memories\.jsonl was cut off/, (bad) => truncate(path.join(bad, "memories.jsonl"), memories.length - 20)],
      [/should hold 11 rows and holds 10/, (bad) => writeFile(path.join(bad, "memories.jsonl"), cutLine(memories))],
      [
        /checksum of memories\.jsonl/,
        (bad) => writeFile(path.join(bad, "memories.jsonl"), memories.replace("dash", "mash")),
      ],
      [/manifest\.json is damaged, or of another/, (bad) => writeFile(path.join(bad, "manifest.json"), "{}")],
      [/of another program or version/, remanifest((manifest) => ({ ...manifest, version: 2 }))],
      [
        /this version knows no "\.\.\/memories\.jsonl"/,
        remanifest((manifest) => renamed(manifest, "../memories.jsonl")),
      ],
      [/this version knows no "access_keys\.jsonl"/, remanifest((manifest) => renamed(manifest, "access_keys.jsonl"))],
      [/memories\.jsonl, line 1: has a column "shade"/, relabel(memories.replace("{", '{"shade":1,'))],
      [/line 1: lacks a column/, relabel(memories.replace(/"task_id":[^,]*,/, ""))],
      [
        /line 1: level is "L9"|line 1: is no JSON|level is "L9", which is unknown/,
        relabel(memories.replace('"L1"', '"L9"')),
      ],
      [/line 1: is no JSON object/, relabel(memories.replace("{", "["))],
      [
        /memories\.jsonl holds a value that its column cannot: .*soon/,
        relabel(memories.replace(/"created_at":"[^"]*"/, '"created_at":"soon"')),
      ],
      [
        /has a column "shade", which this version does not know/,
        remanifest((manifest) => withColumn(manifest, "memories.jsonl", "shade")),
      ],
    ];
    for (const [why, spoil] of wrong) {
      const bad = newFolder();
      await cp(place, bad, { recursive: true });
      await spoil(bad);
      const refused = await importInto(store.db, bad).catch((error: unknown) => error);
      expect(refused instanceof ExportUnreadable || refused instanceof ExportNotMergeable, String(why)).toBe(true);
      expect(String(refused)).toMatch(why);
    }
    expect(await contentOf(store.db)).toEqual(here);
  });

  test("merged into a store that lived on: what is here stays, what was deleted here stays deleted", async () => {
    await importInto(store.db, place);
    const here = await contextHere();
    bodyOf(await deleteMemory.call(here, { id: "lesson-0" }));
    // Here retention has taken the records as well: those of the export come anew, with the text in them.
    await store.db.delete(attentionRecords);
    await store.db.delete(attentionMemories);
    const { version } = bodyOf(await savePolicy.call(here, { fields: { top_k: 3 }, note: "here" }));
    bodyOf(await applyPolicy.call(here, { version }));
    bodyOf(await addReference.call(here, { project, path: "docs/cart.md", markdown: "# Cart\n\nOf here.\n" }));
    const { active } = bodyOf(await browsePolicies.call(here, {}));
    const summary = await importInto(store.db, place);
    expect(summary.notes).toEqual([
      "1 memories were deleted here, and stay so.",
      "1 documents have another text here, which stays.",
    ]);
    expect(bodyOf(await browsePolicies.call(here, {})).active).toBe(active);
    const held = await exportFrom(store.db);
    for (const file of ["memories.jsonl", "attention_records.jsonl", "signature_examples.jsonl"]) {
      const text = await readFile(path.join(held, file), "utf8");
      expect(text, file).not.toContain("with its dash");
    }
    expect(await readFile(path.join(held, "attention_records.jsonl"), "utf8")).toContain("[removed");
    expect(await readFile(path.join(held, "signature_examples.jsonl"), "utf8")).not.toContain("pad-0");
    expect(await readFile(path.join(held, "reference_chunks.jsonl"), "utf8")).toContain("Of here.");
    expect(sumOf(await importInto(store.db, place), "added")).toBe(0);
    expect(bodyOf(await runDoctor.call(here, {}))).toMatchObject({ healthy: true });
  });

  test("two stores that contradict one another are not merged, and it is said in what", async () => {
    const supersede = async (id: string, successor_id: string) =>
      bodyOf(await supersedeMemory.call(await contextHere(), { id, successor_id, reason: "It says more." }));
    await importInto(store.db, place);
    await supersede("lesson-3", "lesson-1");
    const theirs = await exportFrom(store.db);
    await store.clear();
    await importInto(store.db, place);
    await supersede("lesson-1", "lesson-3");
    const before = await contentOf(store.db);
    const circle = importInto(store.db, theirs);
    await expect(circle).rejects.toThrow(/Nothing was imported: .*a memory replaces itself \(lesson-1, lesson-3\)/);
    expect(await contentOf(store.db)).toEqual(before);

    await store.clear();
    bodyOf(await remember.call(await contextHere(), { project, id: "lesson-2", text: "Something else altogether." }));
    const other = importInto(store.db, theirs);
    await expect(other).rejects.toThrow(/Nothing was imported: lesson-2 stand for other memories here/);
    expect((await contentOf(store.db))["memories.jsonl"]?.rows).toBe(1);
  });

  test("signatures that were joined in either store stand for one another after the merge", async () => {
    await importInto(store.db, place);
    const here = await contextHere();
    const idOf = async (name: string) =>
      bodyOf(await lookUpContext.call(here, { project, signature_source: log(name) })).signature?.id;
    const unjoined = await exportFrom(store.db);
    bodyOf(await mergeSignature.call(here, { id: await idOf("pad-0"), into: await idOf("pad-1"), reason: "One." }));
    const joined = await exportFrom(store.db);
    await store.clear();
    await importInto(store.db, unjoined);
    await importInto(store.db, joined);
    const { files } = await readManifest(joined);
    expect((await contentOf(store.db))["signatures.jsonl"]).toEqual(files["signatures.jsonl"]);
  });
});

const cutLine = (text: string) => `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`;
const renamed = (manifest: ExportManifest, name: string) => {
  const { "memories.jsonl": memories, ...files } = manifest.files;
  return { ...manifest, files: { ...files, [name]: memories } };
};
const withColumn = (manifest: ExportManifest, name: string, column: string) => {
  const file = manifest.files[name];
  return {
    ...manifest,
    files: { ...manifest.files, [name]: { ...file, columns: [...(file?.columns ?? []), column] } },
  };
};
