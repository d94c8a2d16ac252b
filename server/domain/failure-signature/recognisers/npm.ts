import type { Finding, FindingLine, FindingRank, Piece } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  type LogLine,
  type LogView,
  slice,
  textAt,
} from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const prefix = /^(?:npm (?:ERR!|error))(?: |$)/;
/** Advice, usage and facts about the machine, which npm prints with every failure. */
const advice =
  /^(?:A complete log of this run|For a full report|See .{1,300} for a full report|This is (?:probably )?not a problem with npm|There is likely additional logging|Fix the upstream dependency|this command with --force|to accept an incorrect|If you are behind a proxy|'proxy' config|network (?:This is a problem|In most cases|'proxy'|If you are behind|settings)|It is likely you do not have|the command again as|cwd\b|node v|npm {1,2}v|node -v|npm -v|System |argv |errno\b|syscall\b|dest\b|gyp info|enoent This is related|enolocal|Did you mean|To see a list of|Please include|npm bugs|If you need help|While resolving:|Clean install a project|Usage:|Run "npm help|aliases?\b|Options:|In most cases|notarget In most cases|Note that you can also install|or retry|(?:E[A-Z]+ )?code\b|path\b|location\b|workspace\b|\/\S{1,400}\.(?:log|txt)$|[A-Za-z]:\\\S{1,400}\.(?:log|txt)$|.{0,200}[\\/]_logs[\\/]|https:\/\/docs\.npmjs\.com|If you believe this might be|404 Note that|404 {2,4}If you|Log in with|This command requires you|You can provide a one-time|an authenticator|or specify|allow-scripts)/;
const hint =
  /^(?:In most cases|a package version that|on a server you do not|tarball, folder|Note that you can also|This is related to npm not|Actual: |Not compatible with your|You should bug the author|Failed to parse JSON data|Note: package\.json must be|Please resolve the|If you need this module|It was specified as a dependency|the authentication token|You may not perform that action|previously seen)/;
/** The stack and the properties of an error, which npm prints behind its message. They change with the version of npm. */
const trace = /^(?:at \S|\{ \[?[A-Z]|[{}\]]|\w{1,20}: |cause:?$|isOperational\b)/;
/** npm speaks about itself: the reason stands above. */
const ownFault = /^(?:cb\(\) never called!|This is an error with npm itself|<?https:\/\/github\.com\/npm\/)/;
/** What a compiler or node-gyp says among the lines of a package that cannot be built. */
const built =
  /(?:gyp ERR! stack (Error: (?!.{0,40}(?:make|msbuild).{0,40} failed)\S.{1,300})|(\S{1,300}: (?:fatal )?error: .{1,300}))$/di;
/** Codes whose message changes with the version of npm and says no more than the code. */
const wholeCodes = /^(?:EJSONPARSE|ENEEDAUTH|EOTP|ENOLOCK)$/;
const networkCode =
  /\b(ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EPIPE|ESOCKETTIMEDOUT|ERR_SOCKET_TIMEOUT|EPROTO|CERT_HAS_EXPIRED|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|DEPTH_ZERO_SELF_SIGNED_CERT)\b/d;
const host = /\b(https?:\/\/[^\s/"',]{1,200})/d;

type Said = { line: LogLine; index: number; text: string; from: number };

/** A block of `npm error` lines: the code, and what npm says about it without advice, usage and facts about the machine. */
export const npmError: Recogniser = {
  name: "npm_error",
  hint: /^npm (?:ERR!|error)/,
  read(log, index) {
    const said: Said[] = [];
    let end = index;
    for (; end < log.lineCount; end++) {
      const line = log.line(end);
      const lead = line && prefix.exec(line.text);
      if (!line || !lead) break;
      const from = lead[0].length;
      said.push({ line, index: end, text: line.text.slice(from), from });
    }
    if (said.length === 0) return undefined;
    const finding = findingOf(log, said, index);
    return { findings: finding ? [finding] : [], end };
  },
};

function findingOf(log: LogView, said: Said[], index: number): Finding | undefined {
  const code = said.find(({ text }) => /^code \S/.test(text));
  const name = code?.text.slice(5).trim() ?? "";
  const network = networkLines(log, said, index);
  if (network) return finding(index, "cause", network);
  if (name === "ERESOLVE") return finding(index, "cause", [codeLine(code), ...conflictLines(said)]);
  if (
    name === "ELIFECYCLE" ||
    /^[0-9]{1,3}$/.test(name) ||
    said.some(({ text }) => /^(?:Lifecycle script|command failed|Failed at the)/.test(text))
  ) {
    return lifecycle(said, index);
  }
  const lines = wholeCodes.test(name) ? [] : messageLines(said);
  const isOwn = said.some(({ text }) => ownFault.test(text));
  // One stray blank or advice line at the end of a cut log says nothing.
  if (lines.length === 0 && !code) return undefined;
  return finding(index, isOwn && !code ? "consequence" : "cause", [...(code ? [codeLine(code)] : []), ...lines]);
}

function finding(at: number, rank: FindingRank, lines: FindingLine[]): Finding {
  return { rule: "npm_error", tool: "npm", rank, at, lines };
}

function said(profile: FindingLine["profile"], { line, from }: Said, skipped = 0): FindingLine {
  return findingLine(profile, "npm error ", slice(line, from + skipped, line.text.trimEnd().length));
}

function codeLine(code: Said | undefined): FindingLine {
  return code ? said("diagnostic", code) : findingLine("diagnostic", "npm error");
}

/** The first paragraphs, up to the usage text. `npm ci` puts its one-line summary right before that. */
function messageLines(all: Said[]): FindingLine[] {
  const usage = all.findIndex(({ text }) => /^(?:Usage:|Options:)/.test(text));
  const body = usage >= 0 ? all.slice(0, usage) : all;
  const lines: FindingLine[] = [];
  for (const line of body) {
    const text = line.text.trim();
    // Each line repeats the topic: `404 `, `notarget `.
    const words = text.replace(/^(?:[0-9]{3}|[a-z]{4,12})(?: |$)/, "");
    if (
      words === "" ||
      advice.test(text) ||
      (lines.length > 0 && trace.test(text)) ||
      hint.test(words) ||
      /^npm (?:run|link|install|ci|start|test|publish|login)\b/.test(text)
    )
      continue;
    lines.push(said("message", line));
    // The status line names the request; what npm makes of it is worded anew with each version.
    if (lines.length >= 8 || /^[45][0-9]{2} /.test(text)) break;
  }
  return lines;
}

/** A conflict is the package that is there, and the peer that does not accept it. Who asked for them first is the project. */
function conflictLines(all: Said[]): FindingLine[] {
  return all
    .filter(({ text }) => /^(?:Found: |peer(?:Optional)? |Conflicting peer dependency: )/.test(text))
    .slice(0, 6)
    .map((line) => said("message", line));
}

/** A registry that does not answer is one failure, whichever package was asked for first. */
function networkLines(log: LogView, all: Said[], index: number): FindingLine[] | undefined {
  if (all.some(({ text }) => /^code (?:E4|E5|ERESOLVE|EUSAGE|ETARGET|EINTEGRITY|ENOENT|EACCES|E[0-9])/.test(text)))
    return undefined;
  const code =
    networkCodeIn(all) ??
    (all.some(({ text }) => /fetch failed|network|request to/.test(text)) ? retryCode(log, index) : undefined);
  if (!code) return undefined;
  const address = all.flatMap(({ line }) => {
    const match = host.exec(line.text);
    return match ? [captured(line, match, 1)] : [];
  })[0];
  const pieces: Piece[] = ["npm error network ", code, ...(address ? [" ", address] : [])];
  return [{ profile: "message", pieces }];
}

function networkCodeIn(all: Said[]): Piece | undefined {
  for (const { line, text } of all) {
    if (!/^(?:code|errno|network|request|fetch|FetchError|Error:|audit|fetch failed|.{0,200}reason:)/.test(text))
      continue;
    const match = networkCode.exec(line.text);
    const piece = match && captured(line, match, 1);
    if (piece) return piece;
  }
  return undefined;
}

/** Before it gives up, npm warns with the reason of each retry. */
function retryCode(log: LogView, index: number): Piece | undefined {
  for (let at = index - 1; at >= Math.max(0, index - 8); at--) {
    const line = log.line(at);
    if (!line || !/^npm (?:WARN|warn)/.test(textAt(log, at))) continue;
    const match = networkCode.exec(line.text);
    const piece = match && captured(line, match, 1);
    if (piece) return piece;
  }
  return undefined;
}

/** A script that failed: its own output says why. A package that cannot be installed is a cause of its own. */
function lifecycle(all: Said[], index: number): Finding {
  const command =
    all.find(({ text }) => /^command (?!failed)\S/.test(text)) ??
    all.find(({ text }) => /^[\w@./-]{1,200}@\S{1,60} [\w:-]{1,60}: `/.test(text));
  const path = all.find(({ text }) => /^path .{0,400}node_modules/.test(text));
  const script = all.find(({ text }) => /^Lifecycle script `/.test(text));
  const pieces: FindingLine[] = [];
  if (command) pieces.push(commandLine(command));
  else if (script) pieces.push(said("message", script));
  if (path)
    pieces.push(
      findingLine("message", "npm error path ", slice(path.line, path.from + 5, path.line.text.trimEnd().length)),
    );
  if (path) pieces.push(...reasonOf(all));
  if (pieces.length === 0) pieces.push(findingLine("message", "npm error command failed"));
  return finding(index, path ? "cause" : "consequence", pieces);
}

function reasonOf(all: Said[]): FindingLine[] {
  for (const { line } of all) {
    const match = built.exec(line.text);
    const words = match && (captured(line, match, 1) ?? captured(line, match, 2));
    if (words) return [findingLine("message", "npm error gyp ERR! stack ", words)];
  }
  return [];
}

/** npm 6 names the script as `app@1.0.0 test: \`jest\``; the name and version of the project are left out. */
function commandLine(command: Said): FindingLine {
  const old = /^[\w@./-]{1,200}@\S{1,60} ([\w:-]{1,60}: `.{1,400})$/.exec(command.text.trimEnd());
  if (!old?.[1]) return said("message", command);
  return findingLine(
    "message",
    "npm error ",
    slice(command.line, command.line.text.trimEnd().length - old[1].length, command.line.text.trimEnd().length),
  );
}

/** node-gyp by itself, as other package managers show it. */
export const gypLines = lineRecognisers(/gyp ERR! /, [
  {
    name: "gyp_tool",
    tool: "npm",
    rank: "consequence",
    profile: "message",
    pattern: /^gyp ERR! stack (Error: .{0,40}(?:make|[Mm][Ss][Bb]uild).{0,60} failed.{1,120})$/d,
    shape: ["gyp ERR! stack ", 1],
  },
  {
    name: "gyp_error",
    tool: "npm",
    rank: "cause",
    profile: "message",
    pattern: /^gyp ERR! stack (Error: .{1,300})$/d,
    shape: ["gyp ERR! stack ", 1],
  },
]);
