import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import { captured, findingLine } from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const pnpmLine = /^\s{0,4}(?:\[?ERROR\]?:? {1,2})?(ERR_PNPM_[A-Z0-9_]{2,80})(?:\s{1,4}(.{0,1000}))?$/d;
/** Codes that say all there is; the sentence behind them changes with the version of pnpm and names the manifest that was read. */
const wholeCodes =
  /^ERR_PNPM_(?:OUTDATED_LOCKFILE|FROZEN_LOCKFILE_WITH_OUTDATED_LOCKFILE|NO_LOCKFILE|LOCKFILE_CONFIG_MISMATCH|NO_PKG_MANIFEST|IGNORED_BUILDS|BROKEN_LOCKFILE|LOCKFILE_BREAKING_CHANGE|LOCKFILE_MISSING_DEPENDENCY)$/;
const consequences = /^ERR_PNPM_(?:RECURSIVE_(?:RUN|EXEC)_FIRST_FAIL|RECURSIVE_FAIL)$/;
const networkFailure =
  /\b(ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ERR_SOCKET_TIMEOUT|CERT_HAS_EXPIRED|SELF_SIGNED_CERT_IN_CHAIN)\b/d;
const host = /\b(https?:\/\/[^\s/"',:]{1,200})/d;

export const pnpmError: Recogniser = {
  name: "pnpm_error",
  hint: /ERR_PNPM_/,
  read(log, index) {
    const line = log.line(index);
    const match = line && pnpmLine.exec(line.text);
    if (!line || !match) return undefined;
    const name = match[1] ?? "";
    const code = captured(line, match, 1);
    if (consequences.test(name)) {
      const lines = [findingLine("message", code, " ", captured(line, match, 2))];
      return {
        findings: [{ rule: "pnpm_error", tool: "pnpm", rank: "consequence", at: index, lines }],
        end: index + 1,
      };
    }
    const network = networkFailure.exec(line.text);
    const address = network && host.exec(line.text);
    let content: FindingLine;
    if (wholeCodes.test(name)) content = findingLine("message", code);
    else if (network)
      content = findingLine(
        "message",
        code,
        " ",
        captured(line, network, 1),
        ...(address ? [" ", captured(line, address, 1)] : []),
      );
    else content = findingLine("message", code, " ", captured(line, match, 2));
    return {
      findings: [{ rule: "pnpm_error", tool: "pnpm", rank: "cause", at: index, lines: [content] }],
      end: index + 1,
    };
  },
};

const berryLine =
  /^(?:➤ )?(YN(?!0000|0007|0013|0009|0002|0060|0086|0019|0076)[0-9]{4}): (?:[│┌└] ?){0,2}([^\s+-].{0,600})$/d;
const berryDetail = /^(?:➤ )?(YN[0-9]{4}): (?:[│┌└] ?){0,2} {1,8}(\S.{0,600})$/d;

/** An error of Yarn 2 and later. What stands below it with the same code and further in (the status of an answer, say) belongs to it. */
export const yarnBerryError: Recogniser = {
  name: "yarn_berry_error",
  hint: /YN[0-9]{4}: /,
  read(log, index) {
    const line = log.line(index);
    const match = line && berryLine.exec(line.text);
    if (!line || !match) return undefined;
    const lines = [findingLine("message", "➤ ", captured(line, match, 1), ": │ ", captured(line, match, 2))];
    let end = index + 1;
    for (; end < log.lineCount && lines.length < 5; end++) {
      const below = log.line(end);
      const detail = below && berryDetail.exec(below.text);
      if (!below || !detail || detail[1] !== match[1]) break;
      lines.push(findingLine("message", "➤ ", captured(below, detail, 1), ": │   ", captured(below, detail, 2)));
    }
    return { findings: [{ rule: "yarn_berry_error", tool: "yarn", rank: "cause", at: index, lines }], end };
  },
};

export const yarnAndBun = lineRecognisers(/^error |^error: |^Usage Error|^Internal Error/, [
  {
    name: "yarn_lockfile",
    tool: "yarn",
    rank: "cause",
    profile: "message",
    pattern: /^(error Your lockfile needs to be updated.{0,200})$/d,
  },
  {
    name: "yarn_package",
    tool: "yarn",
    rank: "cause",
    profile: "message",
    pattern:
      /^(error (?:Couldn't find (?:package|any versions for|a package\.json|match for)|An unexpected error occurred: |The engine |.{1,120}: The (?:engine|platform|CPU architecture) |Integrity check failed|Incorrect integrity|Received malformed response|Extracting tar content|Package ".{1,200}" refers to|Outdated lockfile|Lockfile does not contain|Missing list of packages|Command ".{1,120}" not found).{0,600})$/d,
  },
  {
    name: "corepack_usage",
    tool: "corepack",
    rank: "cause",
    profile: "message",
    pattern: /^(?:Usage|Internal) Error: .{1,400}$/d,
  },
  {
    name: "bun_install",
    tool: "bun",
    rank: "cause",
    profile: "message",
    pattern:
      /^(error: (?:No version matching|lockfile had changes|failed to resolve|.{1,200} failed to resolve$|Package ".{1,200}" has a dependency loop|Module not found ".{1,200}"|Script not found ".{1,200}"|Cannot find (?:module|package) ['"].{1,200}|GET https?:\/\/).{0,400})$/d,
  },
]);

const bunTest = /^\(fail\) (.{1,600}?)(?: \[[0-9.]{1,12}m?s\])?$/d;

/** Bun's test runner prints the error first and `(fail) suite > test` below it. */
export const bunFailure: Recogniser = {
  name: "bun_failure",
  hint: /^\(fail\) /,
  read(log, index) {
    const line = log.line(index);
    const match = line && bunTest.exec(line.text);
    if (!line || !match) return undefined;
    const lines = [findingLine("assertion", "(fail) ", captured(line, match, 1))];
    for (let at = index - 1; at >= Math.max(0, index - 40); at--) {
      const above = log.line(at);
      if (!above || /^\((?:fail|pass|skip)\) /.test(above.text)) break;
      const error = /^(error: .{1,600})$/d.exec(above.text);
      if (!error) continue;
      lines.unshift(findingLine("assertion", captured(above, error, 1)));
      break;
    }
    return { findings: [{ rule: "bun_failure", tool: "bun", rank: "cause", at: index, lines }], end: index + 1 };
  },
};
