import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import type { FindingLine, Piece } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogLine,
  type LogView,
  textAt,
} from "#server/domain/failure-signature/log-view.ts";
import { repositoryPath } from "#server/domain/failure-signature/repository-path.ts";

/** A line of a stack trace: where in the log its function and its file stand, and whose code it is. */
export type StackFrame = {
  function?: { start: number; end: number };
  path?: { start: number; end: number };
  owner: "repository" | "library" | "runtime";
  /** How the runtime writes a frame; the normalised line is written in the same way. */
  kind: "javascript" | "vitest" | "java" | "dotnet" | "python" | "ruby" | "php";
};

const position = "(?::[0-9]{1,9}){1,2}|(?=\\))|$";
// `at fn (path:1:2)`, `at async Class.method [as alias] (path)`, `at path:1:2`; the same without a position, as in a masked line.
const jsNamed = new RegExp(
  `^[\\s>]{0,40}at (?:async )?(?:new )?([^()\\n]{1,200}?(?: \\[as [^\\]\\n]{1,80}\\])?) \\((.{1,600}?)(?:${position})\\)? ?\\{?,?$`,
  "d",
);
const jsPlain =
  /^[\s>]{0,40}at (?:async )?((?:file:\/\/\/?|node:|https?:\/\/|webpack|[A-Za-z]:[\\/]|\.{0,2}\/|[\w@.-]+[\\/])?[^\s()]{1,500}?\.[\w]{1,10}(?:\?[^\s:]{0,200})?)(?:(?::[0-9]{1,9}){1,2})?\)? ?\{?$/d;
const vitestFrame =
  /^\s{0,20}❯ (?:(\S.{0,200}?) )?((?:file:\/\/\/?|node:|[A-Za-z]:[\\/]|[\w@./\\()[\]-])[^\s:]{1,500}?)(?::[0-9]{1,9}){0,2}$/d;
const geckoFrame =
  /^\s{0,40}([\w$.<>/]{0,200})@((?:https?|file|webpack|app):\/\/[^\s]{1,500}?|\/[^\s]{1,500}?)(?::[0-9]{1,9}){1,2}$/d;
const javaFrame =
  /^\s{0,40}at ((?:[\w$.@-]{1,120}\/{1,2})?[\w$.<>]{1,300})\(([\w$-]{1,200}\.(?:java|kt|scala|groovy|clj)|Native Method|Unknown Source)(?::[0-9]{1,9})?\)(?: ~?\[.{1,200}\])?$/d;
const dotnetFrame =
  /^\s{0,40}at ([\w.<>`+$[\],|]{3,300})\([^()\n]{0,400}\)(?: in (.{1,500}?\.(?:cs|fs|vb|razor|cshtml))(?::line [0-9]{1,9})?)?$/d;
const pythonFrame = /^\s{0,20}(?:\| {1,8})*File "([^"\n]{1,500})"(?:, line [0-9]{1,9})?(?:, in (.{1,200}))?$/;
const rubyFrame = /^\s{0,20}(?:from )?((?:\/|\.\/|[\w.-]+\/)?[\w./ -]{1,400}\.rb)(?::[0-9]{1,9})?:in [`'](.{1,200})'$/d;
const phpFrame =
  /^\s{0,8}#[0-9]{1,4} ((?:\/|[\w@.-]{1,80}\/)?[^\s(:]{1,400}\.php)(?:\([0-9]{1,9}\))?: (.{1,300}?)\(.{0,400}\)$/d;

const foreignJava =
  /^(?:java\.base\/|java\.|javax\.|jakarta\.|jdk\.|sun\.|com\.sun\.|kotlin\.|kotlinx\.|scala\.|groovy\.|org\.(?:junit|testng|apache|gradle|springframework|hibernate|codehaus|eclipse|mockito|assertj|hamcrest|jetbrains|slf4j|jboss|postgresql|objectweb|ow2)\.|io\.(?:netty|grpc|micrometer|vertx|quarkus|reactivex)\.|reactor\.|com\.(?:google|fasterxml|zaxxer|mysql|microsoft|intellij|android|mongodb|squareup)\.|ch\.qos\.|groovyjarjar|worker\.org\.gradle)/;
const foreignDotnet = /^(?:System|Microsoft|Xunit|NUnit|MSTest|Newtonsoft|FluentAssertions|Moq|Npgsql|lambda_method)\b/;

export function parseFrame(line: LogLine, log: LogView): StackFrame | undefined {
  const { text } = line;
  const trimmed = text.trimStart();
  if (trimmed.startsWith("at ") || trimmed.startsWith("> ")) return calledAt(line, log);
  if (trimmed.startsWith("❯ ")) {
    const frame = vitestFrame.exec(text);
    return frame ? owned(line, frame, 1, 2, "vitest", log) : undefined;
  }
  if (trimmed.startsWith("File ") || trimmed.startsWith("| ")) {
    return pythonFrameOf(line, log);
  }
  if (text.includes(".rb") && text.includes(":in ")) {
    const frame = rubyFrame.exec(text);
    if (frame) return owned(line, frame, 2, 1, "ruby", log);
  }
  if (trimmed.startsWith("#")) {
    const frame = phpFrame.exec(text);
    if (frame) return owned(line, frame, 2, 1, "php", log);
  }
  if (text.includes("@")) {
    const frame = geckoFrame.exec(text);
    if (frame) return owned(line, frame, 1, 2, "javascript", log);
  }
  return undefined;
}

/** The path is what stands in the first quotes and the function what stands last, so that the pattern need not say where its groups are. */
function pythonFrameOf(line: LogLine, log: LogView): StackFrame | undefined {
  const [whole, path = "", name] = pythonFrame.exec(line.text) ?? [];
  if (whole === undefined) return undefined;
  const frame: StackFrame = { owner: ownerOf(path, log), kind: "python" };
  const end = line.start + line.text.length;
  if (name !== undefined) frame.function = { start: end - name.length, end };
  const start = line.start + line.text.indexOf('"') + 1;
  frame.path = { start, end: start + path.length };
  return frame;
}

/** `at name(File.java:1)`, `at name (path:1:2)`, `at path:1:2`, `at Name.Space.Method() in path:line 1`. */
function calledAt(line: LogLine, log: LogView): StackFrame | undefined {
  const java = javaFrame.exec(line.text);
  if (java) {
    const name = java[1] ?? "";
    const isForeign = foreignJava.test(name) || foreignJava.test(name.replace(/^[\w.@-]+\//, ""));
    const owner = isForeign ? "library" : "repository";
    return frameOf(line, java, { name: 1, path: 2 }, { owner, kind: "java" });
  }
  const named = jsNamed.exec(line.text);
  if (named && (named[2] ?? "") !== "") return owned(line, named, 1, 2, "javascript", log);
  if (line.text.trim() === "at <anonymous>") return { owner: "runtime", kind: "javascript" };
  const plain = jsPlain.exec(line.text);
  if (plain) return owned(line, plain, undefined, 1, "javascript", log);
  const dotnet = dotnetFrame.exec(line.text);
  if (!dotnet) return undefined;
  const owner = foreignDotnet.test(dotnet[1] ?? "") ? "library" : "repository";
  return frameOf(line, dotnet, { name: 1, path: 2 }, { owner, kind: "dotnet" });
}

/** Written out rather than spread together, because every line of every trace passes here. */
function frameOf(
  line: LogLine,
  match: RegExpExecArray,
  groups: { name: number | undefined; path: number },
  { owner, kind }: Pick<StackFrame, "owner" | "kind">,
): StackFrame {
  const frame: StackFrame = { owner, kind };
  const named = groups.name === undefined ? undefined : captured(line, match, groups.name);
  if (named && named.end > named.start) frame.function = named;
  const filed = captured(line, match, groups.path);
  if (filed && filed.end > filed.start) frame.path = filed;
  return frame;
}

function owned(
  line: LogLine,
  match: RegExpExecArray,
  name: number | undefined,
  path: number,
  kind: StackFrame["kind"],
  log: LogView,
): StackFrame {
  return frameOf(line, match, { name, path }, { owner: ownerOf(match[path] ?? "", log), kind });
}

const builtIn =
  /^(?:node:|internal\/|native$|<anonymous>|unknown|native code|wasm:|eval at|index [0-9]|<frozen |<string>|<stdin>)/;
/** Node before 16 names its own files without a scheme and without a folder. */
const oldNodeFile =
  /^(?:net|events|fs|dns|timers|module|vm|tls|https?|stream|_[a-z_]+|buffer|domain|child_process|zlib|url|util|assert|cluster|dgram|readline|repl|async_hooks|diagnostics_channel|perf_hooks)\.js$/;
const packageStore = /(?:^|[\\/])(?:\.yarn[\\/]|bower_components[\\/]|\.bun[\\/])/;

function ownerOf(path: string, log: LogView): StackFrame["owner"] {
  if (builtIn.test(path) || oldNodeFile.test(path)) return "runtime";
  if (packageStore.test(path)) return "library";
  const { kind } = repositoryPath(path, log.checkout);
  if (kind === "runtime") return "runtime";
  const isInstalled = kind === "library" || (kind === "system" && installed.test(path));
  return isInstalled ? "library" : "repository";
}

const installed =
  /^(?:\/(?:usr|opt|lib|lib64|nix|System|Library|snap)\/|[A-Za-z]:[\\/](?:Program Files|Windows|hostedtoolcache))/;

/** The tool whose errors have frames of a kind. */
export const toolOfFrame = {
  javascript: "node",
  vitest: "vitest",
  java: "java",
  dotnet: "dotnet",
  python: "python",
  ruby: "ruby",
  php: "php",
} as const satisfies Record<StackFrame["kind"], FailureTool>;

/** The first frame of the repository among `from` to `to` (exclusive), where the trace lists the newest call first; the last one otherwise. */
export function decisiveFrame(
  log: LogView,
  from: number,
  to: number,
  newestFirst = true,
): { line: LogLine; frame: StackFrame } | undefined {
  let found: { line: LogLine; frame: StackFrame } | undefined;
  for (let index = from; index < to; index++) {
    const line = log.line(index);
    const frame = line && parseFrame(line, log);
    if (!line || frame?.owner !== "repository") continue;
    found = { line, frame };
    if (newestFirst) break;
  }
  return found;
}

const nameless = /<anonymous>|<module>|<lambda>|^(?:eval|null|undefined)$|\$\$anonfun|lambda\$/;

/**
 * A frame as a normalised line, in the form of its runtime and without the position. The receiver is left out because runtimes name it
 * differently from version to version, and the function of a bundled file because minifiers rename it in each build.
 */
export function frameLine({ line, frame }: { line: LogLine; frame: StackFrame }): FindingLine {
  const name = frame.function && line.text.slice(frame.function.start - line.start, frame.function.end - line.start);
  const path = frame.path && line.text.slice(frame.path.start - line.start, frame.path.end - line.start);
  if (frame.kind === "java") return framed("at ", frame.function, "(", frame.path, ")");
  if (frame.kind === "dotnet") return framed("at ", frame.function, "()", ...(frame.path ? [" in ", frame.path] : []));
  const method = name === undefined || nameless.test(name) || /^https?:/.test(path ?? "") ? undefined : methodOf(name);
  const start = (frame.function?.start ?? 0) + (method?.from ?? 0);
  const called = method && { start, end: start + method.length };
  if (frame.kind === "python") return framed('File "', frame.path, '"', ...(called ? [", in ", called] : []));
  if (frame.kind === "vitest") return framed("❯ ", ...(called ? [called, " "] : []), frame.path);
  if (frame.kind === "ruby") return framed("from ", frame.path, ":in '", called ?? "main", "'");
  if (frame.kind === "php") return framed("#0 ", frame.path, ": ", called ?? "{main}", "()");
  return called ? framed("at ", called, " (", frame.path, ")") : framed("at ", frame.path);
}

function framed(...pieces: (Piece | undefined)[]): FindingLine {
  return indented(4, findingLine("frame", ...pieces));
}

function methodOf(name: string): { from: number; length: number } | undefined {
  const bare = name.replace(/ \[as .*$/, "").replace(/\(\)$/, "");
  const scope = bare.lastIndexOf("::");
  const from = Math.max(bare.lastIndexOf("."), scope < 0 ? -1 : scope + 1, bare.lastIndexOf(" ")) + 1;
  return from < bare.length ? { from, length: bare.length - from } : undefined;
}

const frameForm = /^[\s>]{0,40}(?:at \S|❯ \S|File ")/;
/** What such a line begins with, beside blanks beyond ASCII. */
const frameFirst = new Set([..." \t\v\f\r>aF"].map((character) => character.charCodeAt(0)));

export function isFrame(log: LogView, index: number): boolean {
  const text = textAt(log, index);
  const first = text.charCodeAt(0);
  return (first > 0x7f || frameFirst.has(first)) && frameForm.test(text);
}
