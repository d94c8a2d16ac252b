import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RememberInput } from "#server/contracts/memories.ts";
import { AddReferenceInput } from "#server/contracts/references.ts";
import { type ZipEntry, zipArchive } from "#server/testing/zip-archive.ts";
import type { ImportItem } from "./import-item.ts";
import { readActionsLogs } from "./read-actions-logs.ts";
import { readDocuments } from "./read-documents.ts";
import { readMemoryExport } from "./read-memory-export.ts";

const project = "github.com/acme/shop";
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "whence-import-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): string {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

test("instruction files, rules and decision records are documents; other Markdown only where it is asked for", () => {
  write("CLAUDE.md", "# Rules\nUse pnpm.");
  write("web/AGENTS.md", "Run the tests.");
  write(".cursor/rules/style.mdc", "---\nglobs: '*.ts'\n---\nNo default exports.");
  write("docs/adr/0001-use-postgres.md", "# Use Postgres");
  write("README.md", "# Shop");
  write("docs/decisions/empty.md", "  \n");
  write("node_modules/x/CLAUDE.md", "not ours");
  const found = readDocuments(folder, "agent-files", project);
  expect(found.items.map(({ source }) => source)).toEqual([
    ".cursor/rules/style.mdc",
    "CLAUDE.md",
    "docs/adr/0001-use-postgres.md",
    "web/AGENTS.md",
  ]);
  expect(found.items[0]?.input).toEqual({ path: ".cursor/rules/style.mdc", markdown: "No default exports.", project });
  expect(found.skipped).toEqual([{ source: "docs/decisions/empty.md", reason: "holds no text" }]);
  expect(readDocuments(folder, "markdown", undefined).items.map(({ source }) => source)).toContain("README.md");
  for (const { input } of found.items) expect(AddReferenceInput.safeParse(input).success).toBe(true);
});

test("an entity of a memory server is one lesson with its observations and relations", () => {
  const file = write(
    "memory.jsonl",
    [
      { type: "entity", name: "cart", entityType: "service", observations: ["rounds prices", "needs redis"] },
      { type: "entity", name: "empty", entityType: "service", observations: [] },
      { type: "relation", from: "cart", to: "billing", relationType: "calls" },
    ]
      .map((record) => JSON.stringify(record))
      .join("\n"),
  );
  const found = readMemoryExport(file, "mcp-memory", project);
  expect(found.items).toHaveLength(1);
  expect(found.items[0]?.input.text).toBe("cart (service)\n- rounds prices\n- needs redis\n- calls billing");
  expect(found.skipped).toEqual([expect.objectContaining({ reason: "holds no text" })]);
  write("memory.jsonl", '{"type":"entity"}\n{broken');
  expect(() => readMemoryExport(file, "mcp-memory", project)).toThrow(/line 2: is no JSON/);
});

test("records of claude-mem and mem0 are lessons; the same text is one, and reading again gives the same ids", () => {
  const claudeMem = write(
    "claude-mem.json",
    JSON.stringify({
      observations: [
        {
          title: "Cart rounding",
          narrative: "Prices are cents.",
          facts: '["never floats"]',
          files_modified: '["src/cart.ts","/etc/x"]',
        },
        { title: "", narrative: "" },
      ],
      summaries: [{ learned: "Redis must run first." }],
    }),
  );
  const found = readMemoryExport(claudeMem, "claude-mem", project);
  expect(found.items.map(({ input }) => input.text)).toEqual([
    "Cart rounding\nPrices are cents.\n- never floats",
    "Redis must run first.",
  ]);
  expect(found.items[0]?.input.ground).toEqual(["src/cart.ts"]);
  expect(readMemoryExport(claudeMem, "claude-mem", project)).toEqual(found);
  const mem0 = write(
    "mem0.json",
    JSON.stringify({ results: [{ id: "1", memory: "Use tabs." }, { memory: "Use tabs." }] }),
  );
  const ofMem0 = readMemoryExport(mem0, "mem0", project);
  expect(ofMem0.items).toHaveLength(1);
  expect(ofMem0.skipped).toEqual([expect.objectContaining({ reason: "says the same as an earlier one" })]);
  for (const { input } of [...found.items, ...ofMem0.items]) expect(RememberInput.safeParse(input).success).toBe(true);
});

const failedLog = "2026-07-02T10:00:00.0000000Z ##[error]Process completed with exit code 1.\n";
/** Names as GitHub gives them: a log for each job, and a folder with the logs of its steps. */
const run: Record<string, string> = {
  "0_build (ubuntu, 20).txt": failedLog,
  "1_lint.txt": "all fine\n",
  "build (ubuntu, 20)/2_Run npm test.txt": failedLog,
  "build (ubuntu, 20)/system.txt": failedLog,
  "deploy/1_Set up job.txt": failedLog,
};
const zipped = (entries: readonly ZipEntry[], name = "logs_17.zip") => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, zipArchive(entries));
  return file;
};
const entriesOf = (files: Record<string, string>) =>
  Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
const readAll = async (place: string) => {
  const { items, skipped } = readActionsLogs(place, project);
  const read: ImportItem[] = [];
  for await (const item of items) read.push(item);
  return { items: read, skipped };
};

test("a failed job of an Actions archive is evidence once; passed jobs and the logs of its steps are left out", async () => {
  const { items, skipped } = await readAll(zipped([{ name: "build (ubuntu, 20)/" }, ...entriesOf(run)]));
  expect(items.map(({ source }) => source)).toEqual(["0_build (ubuntu, 20).txt", "deploy/1_Set up job.txt"]);
  expect(items[0]?.input).toMatchObject({
    project,
    level: "L0",
    kind: "evidence",
    text: "A run of GitHub Actions failed: 0_build (ubuntu, 20).txt",
    signature_source: failedLog,
  });
  expect(skipped).toEqual([{ source: "1_lint.txt", reason: "holds no failed step" }]);
  for (const { input } of items) expect(RememberInput.safeParse(input).success).toBe(true);
});

test("an archive gives the same memories packed, unpacked, packed in another order and beside others", async () => {
  const inputs = async (place: string) => (await readAll(place)).items.map(({ input }) => input);
  const packed = await inputs(zipped(entriesOf(run)));
  expect(packed).toHaveLength(2);
  expect(
    await inputs(
      zipped(
        entriesOf(run)
          .toReversed()
          .map((entry) => ({ ...entry, isStored: true })),
      ),
    ),
  ).toEqual(packed);
  rmSync(path.join(folder, "logs_17.zip"));
  for (const [name, text] of Object.entries(run)) write(`unpacked/${name}`, text);
  expect(await inputs(path.join(folder, "unpacked"))).toEqual(packed);
  rmSync(path.join(folder, "unpacked"), { recursive: true });
  zipped(entriesOf(run), "runs/logs_17.zip");
  const { items } = await readAll(folder);
  expect(items.map(({ input }) => input)).toEqual(packed);
  expect(items[0]?.source).toBe("runs/logs_17.zip/0_build (ubuntu, 20).txt");
});

test("of a long log the end is taken, from a line start", async () => {
  const line = `${"x".repeat(1_023)}\n`;
  const text = `##[error]left out\n${line.repeat(3_000)}##[error]kept\n`;
  const { items } = await readAll(zipped([{ name: "0_build.txt", bytes: Buffer.from(text) }]));
  const log = String(items[0]?.input.signature_source);
  expect(log.endsWith("\n##[error]kept\n")).toBe(true);
  expect(log.startsWith("xxx")).toBe(true);
  expect(log.length).toBeGreaterThan(1_046_000);
  expect(log.length).toBeLessThanOrEqual(1_048_576);
});

const failed = { name: "0_build.txt", bytes: Buffer.from(failedLog) };
test.each<[string, ZipEntry[], RegExp]>([
  ["leads out of it", [failed, { name: "../../etc/x.txt" }], /logs_17\.zip.*invalid relative path.*\.\.\/etc/],
  ["is absolute", [failed, { name: "/etc/x.txt" }], /logs_17\.zip.*absolute path/],
  ["has a backslash", [failed, { name: "..\\x.txt" }], /logs_17\.zip.*invalid characters/],
  ["is encrypted", [failed, { name: "1_x.txt", isEncrypted: true }], /1_x\.txt is encrypted/],
  ["says more than it holds", [failed, { name: "1_x.txt", sizeSaid: 9 }], /1_x\.txt cannot be read/],
  [
    "holds more than it says",
    [failed, { name: "1_x.txt", bytes: Buffer.alloc(8_000_000), sizeSaid: 9 }],
    /1_x\.txt cannot be read.*too many bytes/,
  ],
  [
    "is too large",
    [failed, { name: "1_x.txt", sizeSaid: 2 ** 30 }],
    /unpacks to \d+ bytes, over the limit of 1073741824/,
  ],
])("an archive with an entry that %s is refused by name before anything of it is read", async (_, entries, why) => {
  const { items } = readActionsLogs(zipped(entries), project);
  const read: unknown[] = [];
  const reading = (async () => {
    for await (const item of items) read.push(item);
  })();
  await expect(reading).rejects.toThrow(why);
  expect(read).toEqual([]);
});

test("an archive that is none, is cut or has too many entries is refused by name", async () => {
  await expect(readAll(write("x.zip", "not a zip"))).rejects.toThrow(/x\.zip cannot be read as a zip archive/);
  await expect(readAll(write("empty.zip", ""))).rejects.toThrow(/empty\.zip cannot be read as a zip archive/);
  const whole = zipArchive(entriesOf(run));
  const cut = path.join(folder, "cut.zip");
  for (const part of [whole.subarray(0, 300), whole.subarray(200)]) {
    writeFileSync(cut, part);
    await expect(readAll(cut)).rejects.toThrow(/cut\.zip/);
  }
  const many = Array.from({ length: 10_001 }, (_, number) => ({ name: `${number}_x.txt` }));
  await expect(readAll(zipped(many))).rejects.toThrow(/holds 10001 entries, over the limit of 10000/);
});
