import { capture } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { hasSourceName } from "#server/domain/diagnostics/source-path.ts";
import { neverTasks, type TaskPrefixRule, taskPrefixRules } from "#server/domain/diagnostics/task-prefix-rules.ts";

/** The output of one task, without what the task runner put in front of its lines. */
export type TaskStream = { package: string | null; lines: OutputLine[] };

type Prefix = { key: string; package: string | null; length: number };

const nesting = 3;
/** Share of the lines that must carry a prefix of a doubtful shape before it is believed. */
const repeatedShare = 0.6;
const repeatedLines = 3;

/** No rule takes a line that begins with a blank or holds none of the marks that end a prefix. Most lines end here. */
function mayHavePrefix(text: string): boolean {
  if (text === "" || text[0] === " " || text[0] === "\t") return false;
  const head = text.slice(0, 260);
  return /^\[|^#\d|^\d{4}-|\t|: |:$| \||\$ /.test(head);
}

function prefixOf(text: string, rule: TaskPrefixRule): Prefix | null {
  const found = rule.pattern.exec(text);
  if (found === null) return null;
  const task = found.groups?.task ?? "";
  const named = found.groups?.package ?? "";
  if (rule.trust === "time") return { key: "", package: null, length: found[0].length };
  const [head = ""] = task.split(/[:\s]/);
  if (neverTasks.has(task.toLowerCase()) || neverTasks.has(head.toLowerCase()) || hasSourceName(head)) return null;
  const [, script = ""] = /[:\s]([\w.-]+)$/.exec(task) ?? [];
  if (neverTasks.has(script.toLowerCase()) && rule.name === "folder_script" && script !== "test") return null;
  return { key: `${rule.name} ${task}`, package: named === "" ? null : named, length: found[0].length };
}

/** The rules that this output may use: all certain ones, and a doubtful one where most lines carry it. */
function trustedRules(lines: readonly OutputLine[]): TaskPrefixRule[] {
  const carried = new Map<TaskPrefixRule, number>();
  let written = 0;
  for (const { text } of lines) {
    if (text === "") continue;
    written += 1;
    if (!mayHavePrefix(text)) continue;
    for (const rule of taskPrefixRules) {
      if (rule.trust !== "repeated" || prefixOf(text, rule) === null) continue;
      carried.set(rule, (carried.get(rule) ?? 0) + 1);
    }
  }
  return taskPrefixRules.filter((rule) => {
    if (rule.trust !== "repeated") return true;
    const count = carried.get(rule) ?? 0;
    return count >= repeatedLines && count >= repeatedShare * written;
  });
}

function firstPrefix(text: string, rules: readonly TaskPrefixRule[]): Prefix | null {
  if (!mayHavePrefix(text)) return null;
  for (const rule of rules) {
    const prefix = prefixOf(text, rule);
    if (prefix !== null) return prefix;
  }
  return null;
}

/**
 * Takes interleaved output apart into one stream per task, so that a message over several lines is whole again. Lines keep their number
 * in the output. Streams come in the order of their first line. Output without prefixes is one stream.
 */
export function splitTasks(lines: readonly OutputLine[]): TaskStream[] {
  const streams = new Map<string, TaskStream>();
  let current = lines;
  let keys: string[] = lines.map(() => "");
  let packages: (string | null)[] = lines.map(() => null);
  for (let round = 0; round < nesting; round += 1) {
    const rules = trustedRules(current);
    let isChanged = false;
    const next: OutputLine[] = [];
    const nextKeys: string[] = [];
    const nextPackages: (string | null)[] = [];
    for (const [at, line] of current.entries()) {
      const prefix = firstPrefix(line.text, rules);
      nextKeys.push(prefix === null ? (keys[at] ?? "") : `${keys[at] ?? ""}${prefix.key}`);
      nextPackages.push(prefix?.package ?? packages[at] ?? null);
      if (prefix === null) {
        next.push(line);
        continue;
      }
      isChanged = true;
      const cut: OutputLine = { ...line, text: line.text.slice(prefix.length) };
      if (line.whole !== undefined) cut.whole = line.whole.slice(prefix.length);
      next.push(cut);
    }
    if (!isChanged) break;
    [current, keys, packages] = [next, nextKeys, nextPackages];
  }
  for (const [at, line] of current.entries()) {
    const key = keys[at] ?? "";
    const stream = streams.get(key);
    if (stream === undefined) streams.set(key, { package: packages[at] ?? null, lines: [line] });
    else stream.lines.push(line);
  }
  return [...streams.values()];
}

/** The folder that a pnpm prefix names, `null` for package names. */
export function folderOfPackage(name: string): string | null {
  const at = capture(/^(?<folder>(?:[\w.-]+\/)+[\w@.-]+)$/, name);
  return at === null ? null : at("folder");
}
