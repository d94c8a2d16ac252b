import { readFileSync } from "node:fs";
import { textAt, valueAt } from "../../hooks/at-path.ts";
import type { FoundAtOnce, ImportItem } from "./import-item.ts";
import { memoryItem } from "./memory-item.ts";

export const memoryFormats = ["mcp-memory", "claude-mem", "mem0"] as const;
export type MemoryFormat = (typeof memoryFormats)[number];

/**
 * The export of another memory system. Each record becomes a lesson of the project; a record that says nothing is passed
 * over with its reason.
 * - `mcp-memory`: the JSON lines of the reference memory server; an entity with its observations and relations is one lesson
 * - `claude-mem`: its JSON export with `observations` and `summaries`
 * - `mem0`: its JSON export, a list or `{ results: [{ memory }] }`
 */
export function readMemoryExport(file: string, format: MemoryFormat, project: string): FoundAtOnce {
  const text = readFileSync(file, "utf8");
  const records = format === "mcp-memory" ? entities(text, file) : recordsOf(parsedJson(text, file));
  const found: FoundAtOnce = { items: [], skipped: [] };
  const ids = new Set<unknown>();
  for (const [position, record] of records.entries()) {
    const source = `${file}#${position + 1}`;
    const item = format === "mcp-memory" ? entityItem(source, record, project) : recordItem(source, record, project);
    if (item === null) found.skipped.push({ source, reason: "holds no text" });
    else if (ids.has(item.input.id)) found.skipped.push({ source, reason: "says the same as an earlier one" });
    else {
      ids.add(item.input.id);
      found.items.push(item);
    }
  }
  return found;
}

type Entity = { name: string; type: string; observations: string[]; relations: string[] };

/** Entities with their observations, and with the relations that start at them. */
function entities(text: string, file: string): Entity[] {
  const byName = new Map<string, Entity>();
  for (const [position, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const record = parsedJson(line, `${file}, line ${position + 1}`);
    const kind = textAt(record, "type");
    if (kind === "entity") {
      const observations = valueAt(record, "observations");
      byName.set(textAt(record, "name"), {
        name: textAt(record, "name"),
        type: textAt(record, "entityType"),
        observations: Array.isArray(observations) ? observations.map(String) : [],
        relations: [],
      });
    } else if (kind === "relation") {
      const from = byName.get(textAt(record, "from"));
      from?.relations.push(`${textAt(record, "relationType")} ${textAt(record, "to")}`);
    }
  }
  return [...byName.values()];
}

function entityItem(source: string, entity: unknown, project: string): ImportItem | null {
  const lists = [valueAt(entity, "observations"), valueAt(entity, "relations")];
  const lines = lists
    .flatMap((list) => (Array.isArray(list) ? list.map(String) : []))
    .filter((line) => line.trim() !== "");
  if (lines.length === 0) return null;
  const type = textAt(entity, "type");
  const text = `${textAt(entity, "name")}${type === "" ? "" : ` (${type})`}\n${lines.map((line) => `- ${line}`).join("\n")}`;
  return memoryItem(source, { project, text });
}

function recordsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return ["results", "memories", "observations", "summaries"].flatMap((name) => {
    const list = valueAt(value, name);
    return Array.isArray(list) ? list : [];
  });
}

/** Fields in the order in which they are read: what it is called, what was found, why and what comes next. */
const texts = [
  "title",
  "subtitle",
  "memory",
  "text",
  "narrative",
  "request",
  "investigated",
  "learned",
  "completed",
  "next_steps",
];

function recordItem(source: string, record: unknown, project: string): ImportItem | null {
  const facts = listAt(record, "facts").map((fact) => `- ${fact}`);
  const lines = [...texts.map((name) => textAt(record, name).trim()).filter((line) => line !== ""), ...facts];
  if (lines.length === 0) return null;
  const ground = [...listAt(record, "files_modified"), ...listAt(record, "files_read")].filter(
    (file) => file !== "" && !file.startsWith("/"),
  );
  return memoryItem(source, { project, text: [...new Set(lines)].join("\n"), ground: [...new Set(ground)] });
}

/** A list, or the JSON of one in a text, as SQLite exports have it. */
function listAt(record: unknown, name: string): string[] {
  const value = valueAt(record, name);
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== "string" || !value.startsWith("[")) return [];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

function parsedJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${where}: is no JSON.`);
  }
}
