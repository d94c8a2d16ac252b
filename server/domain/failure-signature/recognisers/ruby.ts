import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogLine,
  type LogView,
  textAt,
} from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { frameLine, parseFrame } from "#server/domain/failure-signature/stack-frame.ts";

const place = "(?:<internal:[^>\\n]{1,200}>|-e|[^\\s:]{1,400}|[A-Za-z]:[^\\s:]{1,400})";
/** `file:1:in 'name': message (Class)`, `file:1: message (Class)`, and as a masked text has it, `message (Class)` above a frame. */
const raised = new RegExp(
  `^(?:${place}:[0-9]{1,9}:in [\`'](?:.{1,200}?)': |(?:${place}:[0-9]{1,9}|ruby|-e): )?(.{1,1000} \\((?:[A-Z]\\w{0,80}::){0,8}[A-Z]\\w{0,80}\\))$`,
  "d",
);
const header = new RegExp(`^(${place}):[0-9]{1,9}:in [\`'](.{1,200}?)': `, "d");
const syntax = new RegExp(`^(${place}):(?:[0-9]{1,9}|<n>): (syntax error.{1,400})$`, "d");
const from = /^\s{1,8}(?:[0-9]{1,4}: )?from \S/;
const longestMessage = 12;
const deepest = 400;

/** An exception of Ruby that ended the program: its message, its class, and the newest frame of the repository. */
export const rubyError: Recogniser = {
  name: "ruby_error",
  hint: /:in [`']|\((?:[A-Z]\w{0,80}::){0,8}[A-Z]\w{0,80}\)$|: syntax error/,
  read(log, index) {
    const line = log.line(index);
    if (!line) return undefined;
    const wrong = syntax.exec(line.text);
    if (wrong && /\.rb$|\.ru$|-e$|file$/.test(wrong[1] ?? ""))
      return found(
        index,
        [findingLine("diagnostic", captured(line, wrong, 1), ":<n>: ", captured(line, wrong, 2))],
        index + 1,
      );
    const match = raised.exec(line.text);
    if (!match) return undefined;
    const { first, end } = framesBelow(log, index);
    const own = header.exec(line.text);
    const isPlaced = own !== null || /^(?:-e: |ruby: |(?:-e|\S{1,400}\.(?:rb|ru|rake|gemspec)):[0-9])/.test(line.text);
    if (!isPlaced && first === undefined) return undefined;
    // Code on the command line and options have no file; the program then stands before the message.
    const said = line.text.startsWith("-e:") ? "-e: " : line.text.startsWith("ruby: ") ? "ruby: " : undefined;
    const frame = said ? undefined : frameOf(log, line, own, first, end);
    const lines = [findingLine("message", said ?? (frame ? undefined : "ruby: "), captured(line, match, 1))];
    if (frame) lines.push(frame);
    return found(index, lines, end);
  },
};

function found(at: number, lines: FindingLine[], end: number) {
  return { findings: [{ rule: "ruby_error", tool: "ruby" as const, rank: "cause" as const, at, lines }], end };
}

/** The frames below a message, between which newer versions show the code. */
function framesBelow(log: LogView, index: number): { first?: number; end: number } {
  let first: number | undefined;
  let end = index + 1;
  for (let at = index + 1; at < Math.min(log.lineCount, index + deepest); at++) {
    if (from.test(textAt(log, at))) {
      first ??= at;
      end = at + 1;
    } else if (first !== undefined || at > index + longestMessage) break;
  }
  return first === undefined ? { end } : { first, end };
}

/** The place in the message itself where it is of the repository, else the first frame that is. */
function frameOf(
  log: LogView,
  line: LogLine,
  own: RegExpExecArray | null,
  first: number | undefined,
  end: number,
): FindingLine | undefined {
  const path = own?.[1] ?? "";
  if (own && isOwn(path)) {
    const name = own[2] ?? "";
    const method = captured(line, own, 2);
    const from = Math.max(name.lastIndexOf("#"), name.lastIndexOf("."), name.lastIndexOf(" ")) + 1;
    const called = method && !name.includes("<") ? { start: method.start + from, end: method.end } : undefined;
    return indented(4, findingLine("frame", "from ", captured(line, own, 1), ":in '", called ?? "main", "'"));
  }
  for (let at = first ?? end; at < end; at++) {
    const below = log.line(at);
    const frame = below && parseFrame(below, log);
    if (below && frame?.owner === "repository") return frameLine({ line: below, frame });
  }
  return undefined;
}

function isOwn(path: string): boolean {
  return !/^<internal:|\/(?:gems|rubygems|vendor_ruby|lib\/ruby)\//.test(path);
}

const example = /^\s{1,8}[0-9]{1,6}\) (\S.{0,300})$/d;
const failing = /^\s{2,12}Failure\/Error: ?(.{0,300})$/d;
const rspecEnd = /^(?:Finished in |Failed examples:|[0-9]{1,7} examples?, )/;
const rspecFrame = /^\s{2,12}# /;

/** An example of RSpec that failed: its title, the line of the test, and what it says. */
export const rspecFailure: Recogniser = {
  name: "rspec_failure",
  hint: /^\s{1,8}[0-9]{1,6}\) \S/,
  read(log, index) {
    const line = log.line(index);
    const match = line && log.includes("Failure/Error:") ? example.exec(line.text) : null;
    if (!line || !match) return undefined;
    const code = [index + 1, index + 2].find((at) => failing.test(textAt(log, at)));
    if (code === undefined) return undefined;
    const lines = [indented(2, findingLine("diagnostic", "1) ", captured(line, match, 1)))];
    const below = log.line(code);
    const fault = below && failing.exec(below.text);
    if (below && fault)
      lines.push(indented(5, findingLine("diagnostic", "Failure/Error: ", captured(below, fault, 1))));
    let end = code + 1;
    let said = 0;
    let isSaid = false;
    for (; end < Math.min(log.lineCount, code + 120); end++) {
      const next = log.line(end);
      if (!next || example.test(next.text) || rspecEnd.test(next.text)) break;
      const text = next.text.trim();
      if (text === "" && said > 0) isSaid = true;
      // Below a blank line newer versions show the code, or the difference in colours.
      if (text === "" || isSaid || said >= 4 || rspecFrame.test(next.text)) continue;
      said += 1;
      const start = next.start + next.text.indexOf(text);
      lines.push(indented(5, findingLine("assertion", { start, end: start + text.length })));
    }
    return { findings: [{ rule: "rspec_failure", tool: "rspec", rank: "cause", at: index, lines }], end };
  },
};

const minitestHead = /^\s{0,4}(?:[0-9]{1,6}\) )?(Failure|Error):$/;
const minitestCase = /^(\w{1,120}(?:::\w{1,120}){0,6}#test_\S{1,200})(?: \[(.{1,300}?)(?::[0-9]{1,9})?\])?:$/d;

/** A test of minitest that failed: its name and what it says. */
export const minitestFailure: Recogniser = {
  name: "minitest_failure",
  hint: /^\s{0,4}(?:[0-9]{1,6}\) )?(?:Failure|Error):$/,
  read(log, index) {
    const head = minitestHead.exec(textAt(log, index));
    const line = log.line(index + 1);
    const match = line && minitestCase.exec(line.text);
    if (!head || !line || !match) return undefined;
    const lines = [findingLine("diagnostic", `${head[1]}:`), findingLine("diagnostic", captured(line, match, 1), ":")];
    let end = index + 2;
    for (; end < Math.min(log.lineCount, index + 60); end++) {
      const next = log.line(end);
      const text = next?.text.trim() ?? "";
      if (!next || next.marker || text === "" || /^\s{2,8}\S{1,300}:[0-9]{1,9}:in /.test(next.text)) break;
      if (lines.length > 5) continue;
      const start = next.start + next.text.indexOf(text);
      lines.push(findingLine("assertion", { start, end: start + text.length }));
    }
    return { findings: [{ rule: "minitest_failure", tool: "minitest", rank: "cause", at: index, lines }], end };
  },
};

/** What rake, Bundler and RubyGems say in one line. */
export const rubyTools = lineRecognisers(/Gemfile|gem '|gemspec|Rakefile|build task|Bundler|ruby/i, [
  {
    name: "bundler_error",
    tool: "ruby",
    rank: "cause",
    profile: "message",
    pattern:
      /^((?:Could not (?:find (?:gem|compatible versions)|locate Gemfile|find \S{1,120}-[0-9][\w.]{0,40} in)|Bundler could not find compatible versions|Your Ruby version is .{1,80} but your Gemfile|The gemspec at |There was an error while trying to load the gem|You must use Bundler |Your bundle only supports|The bundle currently has).{0,300}|ERROR: {1,2}(?:Could not find a valid gem|Error installing|Failed to build gem|While executing gem).{0,300}|An error occurred while installing \S{1,120} \(.{1,60}\), and Bundler cannot continue\.?|Don't know how to build task '.{1,160}'.{0,160}|No Rakefile found.{0,160})$/d,
  },
  {
    name: "ruby_file",
    tool: "ruby",
    rank: "cause",
    profile: "message",
    pattern:
      /^(?:\S{1,200}\/)?ruby: ((?:No such file or directory -- .{1,300}|invalid option .{1,120}|no Ruby script found.{0,80}))$/d,
    shape: ["ruby: ", 1],
  },
]);
