import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { textAt } from "#server/domain/diagnostics/output-parser.ts";
import { readStackFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";

export type JavaTrace = { message: string[]; frames: StackFrame[]; end: number };

/**
 * An exception with its frames and causes. The frames of the deepest cause come first: it is what went wrong, the exceptions around it
 * only carried it up.
 */
export function readJavaTrace(lines: readonly OutputLine[], from: number, ends: (text: string) => boolean): JavaTrace {
  const message: string[] = [];
  let group: StackFrame[] = [];
  const groups: StackFrame[][] = [group];
  let end = from;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end).trim();
    if (ends(textAt(lines, end))) break;
    if (/^Caused by: /.test(text)) {
      message.push(text);
      group = [];
      groups.push(group);
      continue;
    }
    const frame = text.startsWith("at ") ? readStackFrame(text) : null;
    if (frame !== null) group.push(frame);
    else if (text === "" ? groups.some((frames) => frames.length > 0) : /^Suppressed: /.test(text)) break;
    else if (group.length === 0 && !/^\.\.\. \d+ (?:more|common frames omitted)/.test(text))
      message.push(textAt(lines, end));
  }
  return { message, frames: groups.toReversed().flat(), end };
}

/** The folder and file of a Java class by convention: `com.acme.CartTest` lies in `com/acme/CartTest.java` below some source root. */
export function fileOfClass(name: string, extension = "java"): string {
  return `${(name.split("$")[0] ?? name).replaceAll(".", "/")}.${extension}`;
}
