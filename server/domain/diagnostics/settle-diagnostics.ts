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

/** The drafts that a parser told in full in one stream, for finding what repeats them. */
type Told = { byEnding: Map<string, Draft[]>; untested: Draft[] };

const endingLength = 8;
const nearLimit = 60;

function endingOf(name: string): string {
  return normalTest(name).slice(-endingLength);
}

function toldOf(readings: readonly Reading[]): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const { draft, parser, stream } of readings) {
    if (draft.isTrace) continue;
    const key = `${stream} ${parser}`;
    const held: Told = told.get(key) ?? { byEnding: new Map(), untested: [] };
    told.set(key, held);
    if (draft.test === undefined) held.untested.push(draft);
    else {
      const near = held.byEnding.get(endingOf(draft.test)) ?? [];
      near.push(draft);
      held.byEnding.set(endingOf(draft.test), near);
    }
  }
  return told;
}

function isSameFile(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [left, right] = [cleanPath(one), cleanPath(other)];
  return left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`);
}

/** The told draft that a summary row repeats. It may lack the test's name or the file, which only the row gives. */
function originalOf(row: Draft, { byEnding, untested }: Told): Draft | undefined {
  const name = row.test;
  if (name === undefined) return untested.slice(0, nearLimit).find((draft) => isSameFile(draft.file, row.file));
  const near = byEnding.get(endingOf(name)) ?? [];
  const named = near.slice(0, nearLimit).find((draft) => draft.test !== undefined && isSameTest(draft.test, name));
  if (named !== undefined) return named;
  const said = gist(row.message).replace(/…$/, "");
  return said === ""
    ? undefined
    : untested.slice(0, nearLimit).find((draft) => draft.test === undefined && gist(draft.message).startsWith(said));
}

/**
 * Drops what only repeats or only happened along the way: a runner's summary rows of failures that it told in full, and stray stack traces in
 * the output of tests. A trace stays where no test runner spoke, for then it is the failure.
 */
export function withoutEchoes(readings: readonly Reading[], runnerStreams: ReadonlySet<number>): Reading[] {
  const told = toldOf(readings);
  return readings.filter(({ draft, parser, kind, stream }) => {
    if (!draft.isTrace) return true;
    if (kind === "trace" || kind === "generic") return !runnerStreams.has(stream);
    const held = told.get(`${stream} ${parser}`);
    const original = held === undefined ? undefined : originalOf(draft, held);
    if (original === undefined) return true;
    original.file ??= draft.file;
    if (original.test === undefined && draft.test !== undefined) original.test = draft.test;
    return false;
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
    const related = draft.related.map((place) => mapPlace(place, root)).filter((place) => !isForeignPath(place.file));
    if (related.length > 0) diagnostic.related = related.slice(0, outputLimits.related);
  }
  if (draft.isPartialPath && diagnostic.file !== null) diagnostic.isPartialPath = true;
  if (diagnostic.file !== null && isForeignPath(diagnostic.file)) diagnostic.isForeign = true;
  return diagnostic;
}

const errorNames = /^(?:(?:uncaught )?[\w.$]*(?:error|exception)(?: \[[\w ]+\])?: )+/;
const bucketLimit = 40;

/** The first line of a message without the name of its error, for comparing. */
export function gist(message: string): string {
  const [first = ""] = message.split("\n", 1);
  return first
    .toLowerCase()
    .replace(errorNames, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 80);
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  const isVague = one.file !== null && (one.line === null || other.line === null) && one.parser === other.parser;
  if (one.line !== other.line && !isVague) return false;
  const columns = one.column === null || other.column === null || one.column === other.column;
  const tests =
    one.test === undefined || other.test === undefined || one.test === other.test || isSameTest(one.test, other.test);
  const codes = one.code === null || other.code === null || one.code === other.code;
  return columns && tests && codes && one.package === other.package;
}

function fill(kept: Diagnostic, other: Diagnostic): void {
  kept.line ??= other.line;
  kept.column ??= other.column;
  kept.code ??= other.code;
  if (other.message.length > kept.message.length && kept.parser === "github_annotations") kept.message = other.message;
  if (kept.test === undefined && other.test !== undefined) kept.test = other.test;
  if (kept.codeFrame === undefined && other.codeFrame !== undefined) kept.codeFrame = other.codeFrame;
  if (kept.trace === undefined && other.trace !== undefined) kept.trace = other.trace;
}

/**
 * One diagnostic for what was printed twice: inline and in a summary, by a tool and by its annotation, once without the line. The first one
 * in the order is kept and completed.
 */
export function mergeRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const buckets = new Map<string, Diagnostic[]>();
  const kept: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const key = `${diagnostic.file}\n${gist(diagnostic.message)}`;
    const bucket = buckets.get(key) ?? [];
    if (bucket.length === 0) buckets.set(key, bucket);
    const same = bucket.find((other) => isSame(other, diagnostic));
    if (same !== undefined) {
      fill(same, diagnostic);
      continue;
    }
    kept.push(diagnostic);
    if (bucket.length < bucketLimit) bucket.push(diagnostic);
    // Repeats stand near each other; the oldest ones make room.
    else bucket[kept.length % bucketLimit] = diagnostic;
  }
  return kept;
}

/** Order of the output, with findings in foreign files after all others. */
export function foreignLast(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics.filter((one) => !one.isForeign), ...diagnostics.filter((one) => one.isForeign)];
}
