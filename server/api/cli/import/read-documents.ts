import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { FoundAtOnce } from "./import-item.ts";

const largest = 2 * 1024 * 1024;
const leftAside = new Set(["node_modules", ".git", "dist", "build", "vendor", ".next"]);
/** Where teams write down how to work and what was decided. */
const known = [
  /^(?:.*\/)?(?:CLAUDE|AGENTS|GEMINI)\.md$/,
  /^\.cursor\/rules\/.+\.mdc?$/,
  /^\.cursorrules$/,
  /^(?:.*\/)?(?:adrs?|decisions|architecture-decisions)\/.+\.md$/i,
];

/**
 * Markdown of a folder as reference documents. `agent-files` takes only instruction files and decision records of a
 * checkout, `markdown` every Markdown file below the folder. Links are not followed.
 */
export function readDocuments(
  folder: string,
  which: "agent-files" | "markdown",
  project: string | undefined,
): FoundAtOnce {
  const found: FoundAtOnce = { items: [], skipped: [] };
  for (const file of filesBelow(folder, "")) {
    const isWanted = which === "markdown" ? /\.mdx?$/i.test(file) : known.some((pattern) => pattern.test(file));
    if (!isWanted) continue;
    const full = path.join(folder, file);
    if (statSync(full).size > largest) {
      found.skipped.push({ source: file, reason: "is larger than 2 MiB" });
      continue;
    }
    const markdown = withoutFrontMatter(readFileSync(full, "utf8"));
    if (markdown.trim() === "") found.skipped.push({ source: file, reason: "holds no text" });
    else {
      const input = { path: file, markdown, ...(project === undefined ? {} : { project }) };
      found.items.push({ source: file, operation: "reference.add", input });
    }
  }
  return found;
}

function* filesBelow(folder: string, under: string): Generator<string> {
  const entries = readdirSync(path.join(folder, under), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const relative = under === "" ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory() && !leftAside.has(entry.name)) yield* filesBelow(folder, relative);
    else if (entry.isFile()) yield relative;
  }
}

/** The settings of a Cursor rule say when it applies and are no text of it. */
function withoutFrontMatter(text: string): string {
  return /^---\r?\n[\s\S]*?\r?\n---\r?\n/.test(text) ? text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "") : text;
}
