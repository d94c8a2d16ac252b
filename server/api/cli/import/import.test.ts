import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RememberInput } from "#server/contracts/memories.ts";
import { AddReferenceInput } from "#server/contracts/references.ts";
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

test("a failed job of an Actions archive is evidence once; passed jobs and the logs of its steps are left out", async () => {
  write("0_build.txt", "2026-07-02T10:00:00.0000000Z ##[error]Process completed with exit code 1.\n");
  write("build/3_Run tests.txt", "##[error]Process completed with exit code 1.\n");
  write("1_lint.txt", "all fine\n");
  const { items, skipped } = await readActionsLogs(folder, project);
  expect(items.map(({ source }) => source)).toEqual(["0_build.txt"]);
  expect(items[0]?.input).toMatchObject({ project, level: "L0", kind: "evidence" });
  expect(skipped).toEqual([{ source: "1_lint.txt", reason: "holds no failed step" }]);
  expect(RememberInput.safeParse(items[0]?.input).success).toBe(true);
});
