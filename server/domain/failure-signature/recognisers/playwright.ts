import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import { captured, findingLine, type LogView, textAt, wholeLine } from "#server/domain/failure-signature/log-view.ts";
import { type Recogniser, skipBlank } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { isFrame } from "#server/domain/failure-signature/stack-frame.ts";

const heading =
  /^\s{0,8}[0-9]{1,5}\) (?:\[[^\]\n]{1,80}\] › )?((?:[\w@.()[\]-]{1,80}[\\/]){0,12}[\w@.()[\]-]{1,120}\.[cm]?[jt]sx?)(?::[0-9]{1,9}){0,2} › (.{1,600}?)[ ─]{0,200}$/d;
const longestBlock = 200;

/** `1) [browser] › file:3:1 › suite › test ──`, with the error below it; retries repeat the error and are not read again. */
export const playwrightFailure: Recogniser = {
  name: "playwright_failure",
  hint: /^\s{0,8}[0-9]{1,5}\) .{0,600} › /,
  read(log, index) {
    const line = log.line(index);
    const match = line && heading.exec(line.text);
    if (!line || !match) return undefined;
    const end = endOfBlock(log, index + 1);
    const message = messageOf(log, skipBlank(log, index + 1, end), end);
    if (message.length === 0) return undefined;
    const title = findingLine("assertion", "1) ", captured(line, match, 1), " › ", captured(line, match, 2));
    return {
      findings: [
        { rule: "playwright_failure", tool: "playwright", rank: "cause", at: index, lines: [title, ...message] },
      ],
      end,
    };
  },
};

function endOfBlock(log: LogView, from: number): number {
  for (let at = from; at < Math.min(log.lineCount, from + longestBlock); at++) {
    const text = textAt(log, at);
    if (
      heading.test(text) ||
      /^\s{0,4}[0-9]{1,6} (?:failed|passed|flaky|skipped|interrupted)/.test(text) ||
      log.line(at)?.marker
    )
      return at;
  }
  return Math.min(log.lineCount, from + longestBlock);
}

/** The first line of the error, and what was looked for, expected and received. */
function messageOf(log: LogView, from: number, to: number): FindingLine[] {
  const lines: FindingLine[] = [];
  for (let at = from; at < Math.min(to, from + 20) && lines.length < 5; at++) {
    const line = log.line(at);
    if (
      !line ||
      isFrame(log, at) ||
      /^\s{0,8}>?\s{0,8}[0-9]{1,7} \||^\s{0,8}(?:Call log:|Retry #|attachment #)/.test(line.text)
    )
      break;
    const text = line.text.trim();
    if (text === "") continue;
    if (lines.length === 0 || /^(?:Locator|Expected|Received)\b/.test(text)) lines.push(wholeLine("assertion", line));
  }
  return lines;
}
