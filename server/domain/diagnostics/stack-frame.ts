import { capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { TraceFrame } from "#server/domain/diagnostics/diagnostic.ts";
import { isForeignJavaClass, isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { splitLocation } from "#server/domain/diagnostics/located-text.ts";
import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";
import { cleanPath, isPlausiblePath } from "#server/domain/diagnostics/source-path.ts";

/** One line of a stack trace. `file` is `null` for frames without a source (native, `Promise.all`, wasm). */
export type StackFrame = {
  file: string | null;
  line: number | null;
  column: number | null;
  function: string | null;
  isForeign: boolean;
  /** The frame names only the file of a class; the folder is guessed from the package. */
  isPartialPath: boolean;
};

const noSource = { file: null, line: null, column: null, isForeign: true, isPartialPath: false } as const;

function frameAt(place: string, name: string): StackFrame {
  const found = splitLocation(place);
  const named = name === "" ? null : name;
  if (found === null) return { ...noSource, function: named };
  const isForeign = isForeignPath(found.file) || isForeignPath(cleanPath(found.file));
  return { ...found, function: named, isForeign, isPartialPath: false };
}

const javaFrame =
  /^(?<owner>[\w$]+(?:\.[\w$]+)*)\.(?<method>[\w$<>-]+)\((?<file>[\w$-]+\.(?:java|kt|scala|groovy|clj))(?::(?<line>\d+))?\)/;
const dotnetFrame = /^(?<method>[^()]+\(.*?\)) in (?<file>.+):line (?<line>\d+)$/;

function javaFrameOf(rest: string): StackFrame | null {
  const open = rest.indexOf("(");
  if (open < 0) return null;
  // A class loader and a module may stand first: `app//com.acme.Cart.total(…)`, `java.base/java.lang.Thread.run(…)`.
  const at = capture(javaFrame, rest.slice(rest.lastIndexOf("/", open) + 1));
  if (at === null) return null;
  const owner = at("owner");
  const lastDot = owner.lastIndexOf(".");
  const folder = lastDot < 0 ? "" : `${owner.slice(0, lastDot).replaceAll(".", "/")}/`;
  return {
    file: folder + at("file"),
    line: toPosition(at("line")),
    column: null,
    function: `${owner}.${at("method")}`,
    isForeign: isForeignJavaClass(owner),
    isPartialPath: true,
  };
}

/** The innermost source position of `eval at run (/a/b.js:4:5), <anonymous>:6:8`: that file called `eval`. */
function evalOrigin(place: string): string {
  let rest = place;
  for (let depth = 0; depth < 8; depth += 1) {
    const open = /^eval at [^(]{0,200}\(/.exec(rest);
    if (open === null) break;
    rest = rest.slice(open[0].length);
  }
  const close = rest.indexOf("),");
  return close < 0 ? rest : rest.slice(0, close);
}

function nodeFrameOf(rest: string): StackFrame | null {
  if (!rest.endsWith(")")) {
    const isPlace = /:\d+$/.test(rest) || /^(?:wasm|native|node):/.test(rest);
    return isPlace ? frameAt(rest, "") : null;
  }
  const open = rest.indexOf(" (");
  if (open < 0) return rest.startsWith("(") ? frameAt(rest.slice(1, -1), "") : null;
  const name = rest.slice(0, open);
  const place = rest.slice(open + 2, -1);
  if (place.startsWith("eval at ")) return frameAt(evalOrigin(place), name);
  return /:\d+$/.test(place) || /^(?:index \d+|native|<anonymous>)$/.test(place) ? frameAt(place, name) : null;
}

/**
 * Reads one frame of JavaScript (`at f (path:1:2)`, `at async path:1:2`, `f@url:1:2`), Java and Kotlin (`at a.B.c(B.java:1)`) and
 * .NET (`at A.B() in path:line 1`). `null` where the line is no frame.
 */
export function readStackFrame(line: string): StackFrame | null {
  const text = line.trim();
  if (text.startsWith("at ")) {
    const rest = text
      .slice(3)
      .replace(/^async /, "")
      .replace(/ \{$/, "")
      .replace(/ ~?\[[^\]]*\]$/, "");
    const dotnet = rest.includes(":line ") ? capture(dotnetFrame, rest) : null;
    if (dotnet !== null) {
      const file = dotnet("file");
      const line = toPosition(dotnet("line"));
      return {
        file,
        line,
        column: null,
        function: dotnet("method"),
        isForeign: isForeignPath(cleanPath(file)),
        isPartialPath: false,
      };
    }
    return javaFrameOf(rest) ?? nodeFrameOf(rest);
  }
  const gecko = capture(
    /^(?<name>[\w$./<>*-]{0,120})@(?<place>(?:https?|file|webpack|webpack-internal):\/\/\S+:\d+:\d+)$/,
    text,
  );
  return gecko === null ? null : frameAt(gecko("place"), gecko("name"));
}

/** Reads a frame that Vitest points at: `❯ src/a.ts:1:2` or `❯ method src/a.ts:1:2`. */
export function readPointerFrame(line: string): StackFrame | null {
  const text = line.trim();
  if (!text.startsWith("❯ ") && !text.startsWith("> ")) return null;
  const found = splitLocation(text.slice(2).trim());
  if (found === null || found.column === null) return null;
  const words = found.file.split(" ");
  let name = "";
  // A method holds no slash; once a word does, the rest is the path, blanks and all.
  while (words.length > 1 && !/[/\\]/.test(words[0] ?? "") && isPlausiblePathTail(words.slice(1).join(" "))) {
    name = `${name} ${words.shift()}`.trim();
  }
  const file = words.join(" ");
  return {
    ...found,
    file,
    function: name === "" ? null : name,
    isForeign: isForeignPath(cleanPath(file)),
    isPartialPath: false,
  };
}

function isPlausiblePathTail(text: string): boolean {
  return isPlausiblePath(text) || isForeignPath(text) || text.includes(" ");
}

/** Reads a frame of a Python traceback: `File "a.py", line 3, in f`. */
export function readPythonFrame(line: string): StackFrame | null {
  const at = capture(/^\s*(?:[|+]\s*)*File "(?<file>[^"]+)", line (?<line>\d+)(?:, in (?<name>.+))?$/, line);
  if (at === null) return null;
  const file = at("file");
  return {
    file,
    line: toPosition(at("line")),
    column: null,
    function: at("name") === "" ? null : at("name"),
    isForeign: isForeignPath(cleanPath(file)),
    isPartialPath: false,
  };
}

/** Playwright names a frame once by its last part and once in full; the full one is enough. */
function withoutShortNames(frames: readonly StackFrame[]): readonly StackFrame[] {
  const hasShort = frames.some((frame) => frame.column === null && frame.file !== null && !/[/\\]/.test(frame.file));
  if (!hasShort) return frames;
  const full = new Set(
    frames
      .filter((frame) => frame.column !== null)
      .map((frame) => `${frame.file?.split(/[/\\]/).at(-1)}:${frame.line}`),
  );
  return frames.filter((frame) => frame.column !== null || !full.has(`${frame.file}:${frame.line}`));
}

/** Project frames with a source as trace entries, at most `outputLimits.traceFrames`. */
export function projectTrace(frames: readonly StackFrame[]): TraceFrame[] {
  const trace: TraceFrame[] = [];
  const seen = new Set<string>();
  for (const frame of withoutShortNames(frames)) {
    if (frame.isForeign || frame.file === null) continue;
    // Recursion and retries repeat a frame.
    const key = `${frame.file}:${frame.line}:${frame.column}`;
    if (seen.has(key)) continue;
    seen.add(key);
    trace.push({ file: frame.file, line: frame.line, column: frame.column, function: frame.function });
    if (trace.length === outputLimits.traceFrames) break;
  }
  return trace;
}

/** The frame to show for a failure: the innermost of the project, else the innermost with a source. */
export function leadingFrame(all: readonly StackFrame[]): StackFrame | null {
  const frames = withoutShortNames(all);
  return (
    frames.find((frame) => !frame.isForeign && frame.file !== null) ??
    frames.find((frame) => frame.file !== null && frame.line !== null) ??
    null
  );
}
