import { captured, findingLine } from "#server/domain/failure-signature/log-view.ts";
import type { Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const said =
  /^((?:Could not (?:open|read|find) (?:file or uri|certificate|private key|public key|key|CRL|PKCS).{0,300}?)(?:: .{1,120})?)$/d;
const code =
  /^(?:[0-9A-F]{6,20}|<hash>|<address>):error:[0-9A-F]{6,10}:[^:\n]{0,120}:[^:\n]{0,120}:([^:\n]{1,200})(?::.{0,300})?$/d;
const consequence = /^[Uu]nable to load .{1,200}$/;

/**
 * What OpenSSL could not load, and the reason of the last error in its queue below it. The codes of that queue are those of every file that
 * is missing, and the functions in it those of one version.
 */
export const opensslLoad: Recogniser = {
  name: "openssl_load",
  hint: /^Could not (?:open|read|find) /,
  read(log, index) {
    const line = log.line(index);
    const match = line && said.exec(line.text);
    if (!line || !match) return undefined;
    let end = index + 1;
    let reason: { start: number; end: number } | undefined;
    for (; end < log.lineCount; end++) {
      const below = log.line(end);
      const found = below && code.exec(below.text);
      if (below && found) reason = captured(below, found, 1);
      else if (!below || !consequence.test(below.text)) break;
    }
    const words = findingLine("message", captured(line, match, 1), ...(reason ? [": ", reason] : []));
    return {
      findings: [{ rule: "openssl_load", tool: "openssl", rank: "cause", at: index, lines: [words] }],
      end,
    };
  },
};
