import { capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { indentOf } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { type CountWords, readCounts } from "#server/domain/diagnostics/parsers/test-summary.ts";
import { hasSourceName } from "#server/domain/diagnostics/source-path.ts";
import { readPythonFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const section = /^={3,} (?<title>.*?) ={3,}$/;
const blockHead = /^_{3,} (?<title>\S.*?) _{3,}$/;
const entryRuler = /^(?:_ )+_?$/;
const capturedRuler = /^-{3,} (?:Captured|Live|generated) .* ?-{3,}$/i;
const place = /^(?<file>\S.*?):(?<line>\d+): (?<rest>\S.*)$/;
const placeAlone = /^(?<file>\S.*?):(?<line>\d+):$/;
const errorLine = /^E(?: {3,}\S.*)?$/;
const summaryLine = /^(?<result>FAILED|ERROR) (?<id>\S.*?)(?: - (?<message>.*))?$/;
const plainTotals =
  /^(?<counts>\d+ (?:failed|passed|skipped|errors?|xfailed|xpassed|deselected|warnings?|rerun)(?:, \d+ \w+)*) in [\d.]+s?(?: \(.*\))?$/;
const totals = /^\d+ [a-z].* in [\d.]+\s?s/;
const usage =
  /^ERROR: (?<message>(?:usage: |file or directory not found|not found|found no collectors|unrecognized arguments).*)$/;
const xdistLine = /^\[gw\d+\] /;

const words: CountWords = new Map([
  ["passed", "passed"],
  ["failed", "failed"],
  ["error", "failed"],
  ["errors", "failed"],
  ["skipped", "skipped"],
  ["xfailed", "skipped"],
  ["xpassed", "passed"],
  ["deselected", "ignored"],
  ["warning", "ignored"],
  ["warnings", "ignored"],
  ["rerun", "ignored"],
  ["reruns", "ignored"],
  ["subtests passed", "ignored"],
  ["subtests failed", "failed"],
]);

type Entry = { frame: StackFrame; errors: string[] };

function frameOf(file: string, line: string, name: string | null): StackFrame {
  return {
    file,
    line: toPosition(line),
    column: null,
    function: name,
    isForeign: isForeignPath(file),
    isPartialPath: false,
  };
}

/** The place that Python names for what it cannot parse: `E     File "a.py", line 3`. */
function syntaxPlace(errors: readonly string[]): StackFrame | null {
  if (!errors.some((text) => /^\s*(?:Syntax|Indentation|Tab)Error: /.test(text))) return null;
  for (const text of errors) {
    const frame = readPythonFrame(text);
    if (frame !== null && frame.function === null) return frame;
  }
  return null;
}

type Traceback = { entries: Entry[]; loose: string[]; unplaced: string[]; end: number };

/** Entries of one failure block, outermost first, in the styles long, short, native and value. */
function readEntries(lines: readonly OutputLine[], from: number, ends: (text: string) => boolean): Traceback {
  const entries: Entry[] = [];
  const loose: string[] = [];
  let errors: string[] = [];
  let isCaptured = false;
  let nativeErrors = false;
  let end = from;
  for (; end < lines.length && !ends(textAt(lines, end)); end += 1) {
    const text = textAt(lines, end);
    if (capturedRuler.test(text)) isCaptured = true;
    if (isCaptured) continue;
    if (errorLine.test(text)) {
      errors.push(text.slice(1));
      // In the short style the reason stands below its place.
      const last = entries.at(-1);
      if (last !== undefined && isShortEntry(last)) last.errors.push(text.slice(1));
      continue;
    }
    const native = /^\s+File "/.test(text) ? readPythonFrame(text) : null;
    if (native !== null) {
      entries.push({ frame: native, errors: [] });
      nativeErrors = true;
      continue;
    }
    const at = indentOf(text) === 0 ? (capture(place, text) ?? capture(placeAlone, text)) : null;
    if (at !== null && /\.\w+$|^<|[/\\]/.test(at("file")) && !at("file").includes("  ")) {
      const inside = /^in (\S.*)$/.exec(at("rest"));
      entries.push({
        frame: frameOf(at("file"), at("line"), inside?.[1] ?? null),
        errors: inside === null ? errors : [],
      });
      errors = [];
    } else if (nativeErrors && indentOf(text) === 0 && /^[\w.]+(?:: .*)?$/.test(text) && text.trim() !== "") {
      entries.at(-1)?.errors.push(text);
      nativeErrors = false;
    } else if (text.trim() !== "" && !xdistLine.test(text) && !entryRuler.test(text)) loose.push(text);
  }
  return { entries, loose, unplaced: errors, end };
}

function isShortEntry(entry: Entry): boolean {
  return entry.frame.function !== null;
}

function blockDraft(title: string, { entries, loose, unplaced }: Traceback): Draft {
  const said = entries.filter((entry) => entry.errors.length > 0);
  const told = said.at(-1)?.errors ?? unplaced;
  // The innermost entry is the last; pytest calls it the crash.
  const frames = entries.map((entry) => entry.frame).toReversed();
  const syntax = syntaxPlace(told);
  if (syntax !== null) frames.unshift(syntax);
  const collecting = /^ERROR collecting (?<file>\S.*)$/.exec(title)?.groups?.file;
  const test = collecting === undefined ? title.replace(/^ERROR at (?:setup|teardown) of /, "") : undefined;
  const named = told.length > 0 ? told : loose.filter((text) => !/^(?:Traceback|Hint:)/.test(text)).slice(0, 40);
  return failureDraft({
    test,
    messageLines:
      syntax === null
        ? named
        : named
            .filter((text) => readPythonFrame(text) === null)
            .toReversed()
            .slice(0, 1),
    frames,
    declaredAt: collecting === undefined ? null : { file: collecting, line: null, column: null },
  });
}

function endsBlock(text: string): boolean {
  return blockHead.test(text) || section.test(text);
}

/** `--tb=line`: one place per failure, without block heads. */
function readLineStyle(lines: readonly OutputLine[], at: number): { draft: Draft; end: number } | null {
  const part = capture(/^(?<file>\S.*?):(?<line>\d+): (?<message>\S.*)$/, textAt(lines, at));
  if (part === null || !hasSourceName(part("file"))) return null;
  return {
    draft: failureDraft({ messageLines: [part("message")], frames: [frameOf(part("file"), part("line"), null)] }),
    end: at + 1,
  };
}

function readSection(lines: readonly OutputLine[], at: number): Block | null {
  const title = capture(section, textAt(lines, at))?.("title") ?? "";
  if (!/^(?:FAILURES|ERRORS)$/.test(title)) return null;
  const diagnostics: Draft[] = [];
  let end = at + 1;
  while (end < lines.length && !section.test(textAt(lines, end))) {
    const head = capture(blockHead, textAt(lines, end));
    if (head !== null) {
      const traceback = readEntries(lines, end + 1, endsBlock);
      diagnostics.push(blockDraft(head("title"), traceback));
      end = traceback.end;
      continue;
    }
    const single = readLineStyle(lines, end);
    if (single !== null) diagnostics.push(single.draft);
    end += 1;
  }
  return { end, diagnostics, verdict: "failed", ...(end >= lines.length ? { isCut: true } : {}) };
}

/** `FAILED tests/test_a.py::test_b - reason`. Repeats the blocks above; stands alone with `--tb=no` or where the output was cut. */
function readSummary(lines: readonly OutputLine[], at: number): Block | null {
  if (capture(section, textAt(lines, at))?.("title") !== "short test summary info") return null;
  const diagnostics: Draft[] = [];
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (section.test(text) || plainTotals.test(text)) break;
    const part = capture(summaryLine, text);
    if (part === null) continue;
    const [file = "", ...names] = part("id").split("::");
    const draft: Draft = {
      file,
      line: null,
      column: null,
      severity: "error",
      message: part("message") || "failed",
      isTrace: true,
    };
    if (names.length > 0) draft.test = names.join("::");
    diagnostics.push(draft);
  }
  return { end, diagnostics };
}

function readTotals(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const stated = capture(plainTotals, text)?.("counts") ?? capture(section, text)?.("title") ?? "";
  if (/^no tests ran/.test(stated)) return { end: at + 1, diagnostics: [], verdict: "failed" };
  if (!totals.test(stated) && !plainTotals.test(text)) return null;
  const read = readCounts(stated.replace(/ in [\d.]+\s?s.*$/, ""), words);
  if (read === null) return null;
  if (read.unknown.length > 0)
    return { end: at + 1, diagnostics: [], unparsed: [text], ...(read.counts.failed > 0 ? { verdict: "failed" } : {}) };
  return {
    end: at + 1,
    diagnostics: [],
    counts: read.counts,
    ...(read.counts.failed > 0 ? { verdict: "failed" } : read.counts.passed > 0 ? { verdict: "passed" } : {}),
  };
}

/** What keeps a run from starting: a broken conftest, a wrong path. */
function readStartup(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const conftest = /^\w*Error while loading conftest '(?<file>[^']+)'\.$/.exec(text)?.groups?.file;
  if (conftest !== undefined) {
    const traceback = readEntries(lines, at + 1, (line) => line.trim() === "" || section.test(line));
    const draft = blockDraft(`ERROR collecting ${conftest}`, traceback);
    return { end: traceback.end, diagnostics: [draft], verdict: "failed" };
  }
  const wrong = capture(usage, text);
  if (wrong === null) return null;
  return {
    end: at + 1,
    diagnostics: [{ file: null, line: null, column: null, severity: "error", message: wrong("message") }],
    verdict: "failed",
  };
}

/** Source: pytest's terminal reporter and `_pytest/_code/code.py`, styles auto, long, short, line, native and no. */
export const pytestParser: OutputParser = {
  name: "pytest",
  kind: "test_runner",
  tools: ["pytest", "py.test", "tox", "nox"],
  reads: "pytest's terminal report in every traceback style",
  signs: [
    /^={3,} (?:test session starts|FAILURES|ERRORS|short test summary info) ={3,}$/,
    plainTotals,
    /^={3,} .*\d+ \w+.* in [\d.]+s.* ={3,}$/,
    /^\w*Error while loading conftest '/,
  ],
  run: { opens: /^={3,} test session starts ={3,}$/, closes: /^={3,} .* in [\d.]+\s?s.* ={3,}$|^={3,} no tests ran/ },
  read(lines, at) {
    if (/^collected \d+ items?/.test(textAt(lines, at))) return { end: at + 1, diagnostics: [] };
    return readSection(lines, at) ?? readSummary(lines, at) ?? readTotals(lines, at) ?? readStartup(lines, at);
  },
};
