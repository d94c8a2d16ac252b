import type { Diagnostic, Location, TraceFrame } from "#server/domain/diagnostics/diagnostic.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";
import type { Draft, ParserKind } from "#server/domain/diagnostics/output-parser.ts";
import { cleanPath, relativeTo } from "#server/domain/diagnostics/source-path.ts";

/** A draft with where it came from. */
export type Reading = {
  draft: Draft;
  parser: string;
  kind: ParserKind;
  package: string | null;
  stream: number;
  line: number;
};

function normalTest(name: string): string {
  return name.replaceAll("::", ".").replaceAll(/ (?:>|›) /g, " ");
}

/** True when one name is the other or its end: `adds` and `sums adds`, `CartTest.adds` and `com.acme.CartTest.adds`. */
function isSameTest(one: string, other: string): boolean {
  const [left, right] = [normalTest(one), normalTest(other)];
  if (left === right) return true;
  const [long, short] = left.length > right.length ? [left, right] : [right, left];
  return long.endsWith(short) && /[\s.>]/.test(long.charAt(long.length - short.length - 1));
}

/**
 * Drops what only repeats or only happened along the way: a runner's summary rows of failures that it told in full, and stray stack traces in
 * the output of tests. A trace stays where no test runner spoke, for then it is the failure.
 */
export function withoutEchoes(readings: readonly Reading[], runnerStreams: ReadonlySet<number>): Reading[] {
  const told = new Map<string, Set<string>>();
  const toldFiles = new Map<string, Set<string>>();
  for (const { draft, parser, stream } of readings) {
    if (draft.isTrace) continue;
    const key = `${stream} ${parser}`;
    const tests = told.get(key) ?? new Set();
    const files = toldFiles.get(key) ?? new Set();
    if (draft.test !== undefined) tests.add(draft.test);
    else if (draft.file !== null) files.add(cleanPath(draft.file));
    told.set(key, tests);
    toldFiles.set(key, files);
  }
  const byEnding = new Map<string, Map<string, string[]>>();
  for (const [key, tests] of told) {
    const endings = new Map<string, string[]>();
    for (const test of tests) {
      const ending = normalTest(test).slice(-12);
      endings.set(ending, [...(endings.get(ending) ?? []), test]);
    }
    byEnding.set(key, endings);
  }
  return readings.filter(({ draft, parser, kind, stream }) => {
    if (!draft.isTrace) return true;
    if (kind === "trace" || kind === "generic") return !runnerStreams.has(stream);
    const key = `${stream} ${parser}`;
    if (draft.test === undefined)
      return draft.file === null || !(toldFiles.get(key)?.has(cleanPath(draft.file)) ?? false);
    const name = draft.test;
    const near = byEnding.get(key)?.get(normalTest(name).slice(-12)) ?? [];
    if (near.slice(0, 50).some((test) => isSameTest(test, name))) return false;
    // Names shorter than an ending are compared with all.
    return name.length >= 12 || ![...(told.get(key) ?? [])].slice(0, 200).some((test) => isSameTest(test, name));
  });
}

function mapPlace<T extends Location>(place: T, root: string): T {
  return { ...place, file: relativeTo(cleanPath(place.file), root) };
}

/** A draft with its paths in one spelling, relative to the root where they lie below it. */
export function toDiagnostic({ draft, parser, package: named }: Reading, root: string): Diagnostic {
  const file = draft.file === null || draft.file === "" ? null : relativeTo(cleanPath(draft.file), root);
  const diagnostic: Diagnostic = {
    file: file === "" ? null : file,
    line: draft.line,
    column: draft.column,
    severity: draft.severity,
    code: draft.code ?? null,
    message: draft.message,
    parser,
  };
  const owner = named ?? draft.package;
  if (owner !== undefined) diagnostic.package = owner;
  if (draft.test !== undefined) diagnostic.test = draft.test;
  if (draft.codeFrame !== undefined) diagnostic.codeFrame = draft.codeFrame;
  if (draft.function !== undefined) diagnostic.function = draft.function;
  if (draft.trace !== undefined) diagnostic.trace = draft.trace.map((frame): TraceFrame => mapPlace(frame, root));
  if (draft.related !== undefined && draft.related.length > 0) {
    diagnostic.related = draft.related.slice(0, outputLimits.related).map((place) => mapPlace(place, root));
  }
  if (draft.isPartialPath && diagnostic.file !== null) diagnostic.isPartialPath = true;
  if (diagnostic.file !== null && isForeignPath(diagnostic.file)) diagnostic.isForeign = true;
  return diagnostic;
}

const errorNames = /^(?:(?:uncaught )?[\w.$]*(?:error|exception)(?: \[[\w ]+\])?: )+/;
const bucketLimit = 40;

function gist(message: string): string {
  const [first = ""] = message.split("\n", 1);
  return first
    .toLowerCase()
    .replace(errorNames, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 80);
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  const columns = one.column === null || other.column === null || one.column === other.column;
  const tests =
    one.test === undefined || other.test === undefined || one.test === other.test || isSameTest(one.test, other.test);
  const codes = one.code === null || other.code === null || one.code === other.code;
  return columns && tests && codes && one.package === other.package;
}

function fill(kept: Diagnostic, other: Diagnostic): void {
  kept.column ??= other.column;
  kept.code ??= other.code;
  if (other.message.length > kept.message.length && kept.parser === "github_annotations") kept.message = other.message;
  if (kept.test === undefined && other.test !== undefined) kept.test = other.test;
  if (kept.codeFrame === undefined && other.codeFrame !== undefined) kept.codeFrame = other.codeFrame;
  if (kept.trace === undefined && other.trace !== undefined) kept.trace = other.trace;
}

/** One diagnostic for what was printed twice: inline and in a summary, by a tool and by its annotation. The first place in the order is kept. */
export function mergeRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const buckets = new Map<string, Diagnostic[]>();
  const kept: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const key = `${diagnostic.file}\n${diagnostic.line}\n${gist(diagnostic.message)}`;
    const bucket = buckets.get(key) ?? [];
    if (bucket.length === 0) buckets.set(key, bucket);
    const same = bucket.find((other) => isSame(other, diagnostic));
    if (same !== undefined) {
      fill(same, diagnostic);
      continue;
    }
    kept.push(diagnostic);
    if (bucket.length < bucketLimit) bucket.push(diagnostic);
  }
  return kept;
}

/** Order of the output, with findings in foreign files after all others. */
export function foreignLast(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics.filter((one) => !one.isForeign), ...diagnostics.filter((one) => one.isForeign)];
}
