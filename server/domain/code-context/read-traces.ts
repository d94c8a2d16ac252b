import { capture } from "#server/domain/diagnostics/capture.ts";
import { readPythonFrame, readStackFrame } from "#server/domain/diagnostics/stack-frame.ts";

/** Traces of a text, each as the files of its frames, innermost first; and the text without the lines of frames. */
export type ReadTraces = { traces: string[][]; rest: string };

const mostTraces = 20;
const mostFrames = 100;
/** A longer line is no frame that anybody printed. */
const longestLine = 1_000;
/** Lines of source that a runtime may print between two frames of one trace. */
const widestGap = 40;

/** Runtimes agree neither on the form of a frame nor on which end of a trace is the innermost. */
type Order = "innermost first" | "outermost first";
type Frame = { file: string; order: Order };

const otherFrames: readonly { order: Order; form: RegExp }[] = [
  // IPython: `~/app/shop/cart.py in total(self)`, `File ~/app/shop/cart.py:12, in total(self)`
  { order: "outermost first", form: /^[>\s]*(?:File )?(?<file>[^\s:"'()]+\.pyx?)(?::\d+,?)? in [\w.<>]+/ },
  // pytest: `shop/cart.py:12: in total`, and the last one, `shop/cart.py:12: TypeError`
  { order: "outermost first", form: /^\s*(?<file>[^\s:"'()]+\.py):\d+: (?:in [\w.<>]+|\w*(?:Error|Exception))\s*$/ },
  // Ruby: `from lib/cart.rb:12:in 'total'`
  { order: "innermost first", form: /^\s*(?:\d+: )?(?:from )?(?<file>[^\s:"'()]+\.rb):\d+:in [`']/ },
  // Go: `/srv/shop/cart.go:12 +0x1d`
  { order: "innermost first", form: /^\s*(?<file>[^\s:"'()]+\.go):\d+ \+0x[0-9a-f]+/ },
];

/** Linear. A trace ends where another begins (a cause, an error raised while handling one) or long after its last frame. */
export function readTraces(text: string): ReadTraces {
  const traces: { order: Order; files: string[] }[] = [];
  const rest: string[] = [];
  let open: { order: Order; files: string[]; lastLine: number } | null = null;
  for (const [at, line] of text.split("\n").entries()) {
    const frame = line.length > longestLine ? null : frameOf(line);
    if (frame === null) {
      if (/^[\s|+]*(?:Traceback \(most recent call last\)|Caused by: )/.test(line)) open = null;
      rest.push(line);
      continue;
    }
    if (open === null || open.order !== frame.order || at - open.lastLine > widestGap) {
      open = { order: frame.order, files: [], lastLine: at };
      if (traces.length < mostTraces) traces.push(open);
    }
    open.lastLine = at;
    open.files.push(frame.file);
  }
  return {
    traces: traces.map(({ order, files }) =>
      (order === "innermost first" ? files : files.toReversed()).slice(0, mostFrames),
    ),
    rest: rest.join("\n"),
  };
}

function frameOf(line: string): Frame | null {
  const python = readPythonFrame(line);
  if (python?.file) return { file: python.file, order: "outermost first" };
  const frame = readStackFrame(line);
  if (frame?.file) return { file: frame.file, order: "innermost first" };
  for (const { order, form } of otherFrames) {
    const found = capture(form, line);
    if (found !== null) return { file: found("file"), order };
  }
  return null;
}
