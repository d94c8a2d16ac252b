import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import type { Finding, FindingRank, Piece } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  type LogLine,
  type LogView,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import type { MaskProfile } from "#server/domain/failure-signature/masks.ts";

/**
 * What a recogniser took from the log: its findings, and the index of the first line that it did not read. `dropped`: a failure of a rank of which
 * enough are kept stands there, and was not built.
 */
export type Reading = { findings: Finding[]; end: number; dropped?: FindingRank };

/**
 * Knows the form in which one tool reports a failure. Recognisers are tried in order at each line; the first that reads there takes the lines,
 * so that a test runner keeps the errors of its tests and a later, more general recogniser does not see them.
 */
export type Recogniser = {
  name: string;
  /** Cheap test of the line: without a match `read` is not tried. */
  hint: RegExp;
  /** `read` begins with the hint itself, so that it is not tested before. */
  readsHint?: true;
  /** Lines that it leaves alone, unless the runner marks them as errors. Asked once a line for all recognisers that share the pattern. */
  leaves?: RegExp;
  /** `isFull` tells of a rank whether enough failures of it are kept, for those that many lines of a long log may hold. */
  read: (log: LogView, index: number, isFull: (rank: FindingRank) => boolean) => Reading | undefined;
};

/** An error that stands in one line. The whole line identifies the failure unless the pattern captures the part that does. */
export type LineForm = {
  name: string;
  tool: FailureTool | null;
  rank: FindingRank;
  profile: MaskProfile;
  /** Made with the `d` flag. Without groups the whole line is taken; with groups, those that took part. */
  pattern: RegExp;
  /**
   * How the groups make up the normalised line: numbers of groups, and words between them; a group that took no part takes the words before it
   * along. The line should read as the tool wrote it, so that a masked text is recognised like the log it came from. Default: one blank between.
   */
  shape?: readonly (number | string)[];
};

/**
 * Recognisers of errors that stand in one line, one a form, so that a line meets only the forms of which it holds the words. `hint` must match as
 * well; it is asked last, because a form is told by how the line begins, and a hint only once the whole line was looked through.
 */
export function lineRecognisers(hint: RegExp, forms: readonly LineForm[]): Recogniser[] {
  return forms.map((form) => ({
    name: form.name,
    hint: form.pattern,
    readsHint: true,
    read(log, index, isFull) {
      const line = log.line(index);
      if (!line) return undefined;
      if (isFull(form.rank)) {
        const isFailure = form.pattern.test(line.text) && hint.test(line.text);
        return isFailure ? { findings: [], end: index + 1, dropped: form.rank } : undefined;
      }
      const match = form.pattern.exec(line.text);
      return match && hint.test(line.text)
        ? { findings: [ofLine(form, line, index, match)], end: index + 1 }
        : undefined;
    },
  }));
}

function ofLine(form: LineForm, line: LogLine, index: number, match: RegExpExecArray): Finding {
  const content =
    match.length === 1 ? wholeLine(form.profile, line) : findingLine(form.profile, ...shaped(form, line, match));
  return { rule: form.name, tool: form.tool, rank: form.rank, at: index, lines: [content] };
}

function shaped({ shape }: LineForm, line: LogLine, match: RegExpExecArray): Piece[] {
  const plan = shape ?? match.slice(1).flatMap((_, group) => (group === 0 ? [1] : [" ", group + 1]));
  const pieces: Piece[] = [];
  let words: string[] = [];
  for (const step of plan) {
    if (typeof step === "string") {
      words.push(step);
      continue;
    }
    const group = captured(line, match, step);
    // Blanks between groups stand for nothing before the first one that took part.
    if (group) pieces.push(...(pieces.length === 0 && shape === undefined ? [] : words), group);
    words = [];
  }
  return [...pieces, ...words];
}

/** Index of the first line at or after `from` that is not blank, and before `limit`; `limit` where there is none. */
export function skipBlank(log: LogView, from: number, limit: number): number {
  let index = from;
  while (index < limit && textAt(log, index).trim() === "") index += 1;
  return index;
}

export function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
