import { captured, findingLine } from "#server/domain/failure-signature/log-view.ts";
import type { Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const entry = /^\s{0,4}[0-9]{1,6}\) ((?:\w{1,80}\\){0,10}\w{1,120}::\w{1,160}(?: with data set .{1,200}?)?)$/d;
const place = /^\S{1,400}\.php(?::[0-9]{1,9})?$/;

/** A test of PHPUnit that failed: its name and what it says. */
export const phpunitFailure: Recogniser = {
  name: "phpunit_failure",
  hint: /^\s{0,4}[0-9]{1,6}\) .{1,1000}::/,
  read(log, index) {
    const line = log.line(index);
    const match = line && entry.exec(line.text);
    if (!line || !match) return undefined;
    const lines = [findingLine("diagnostic", "1) ", captured(line, match, 1))];
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 60); end++) {
      const next = log.line(end);
      const text = next?.text.trim() ?? "";
      if (!next || next.marker || text === "" || place.test(text)) break;
      if (lines.length > 4) continue;
      const start = next.start + next.text.indexOf(text);
      lines.push(findingLine("assertion", { start, end: start + text.length }));
    }
    if (lines.length === 1) return undefined;
    return { findings: [{ rule: "phpunit_failure", tool: "phpunit", rank: "cause", at: index, lines }], end };
  },
};
