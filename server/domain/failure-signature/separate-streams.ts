import { TextBlocks, TextBuilder } from "#server/domain/failure-signature/text-blocks.ts";

/**
 * Puts lines of one task together again where a runner mixed the output of several and named each line's task: docker compose, turbo, pnpm,
 * lerna, nx, concurrently and docker build. The names are removed. Tasks follow in the order of their first line; lines without a name
 * come first. Names are only believed where the runner's own format gives them away, because `word: text` is also how errors look. Undefined where no
 * line has one. `settle` is done to what the names stood before.
 */
export function separateStreams(lines: TextBlocks, settle: (lines: TextBlocks) => TextBlocks): TextBlocks | undefined {
  const namers = namersOf(lines);
  if (namers.length === 0) return undefined;
  const main = new TextBuilder();
  const streams = new Map<string, TextBuilder>();
  let hasMain = false;
  lines.eachLine((line) => {
    const named = nameOf(line, namers);
    if (named === undefined) {
      main.push(line);
      hasMain = true;
      return true;
    }
    const stream = streams.get(named.name) ?? new TextBuilder();
    streams.set(named.name, stream);
    stream.push(named.rest);
    return true;
  });
  if (streams.size === 0) return undefined;
  const settled = [...streams.values()].map((stream) => settle(stream.build()));
  return new TextBlocks([...(hasMain ? [main.build()] : []), ...settled].flatMap(({ blocks }) => blocks));
}

type Namer = (line: string) => { name: string; rest: string } | undefined;

function nameOf(line: string, namers: Namer[]): { name: string; rest: string } | undefined {
  for (const namer of namers) {
    const named = namer(line);
    if (named) return named;
  }
  return undefined;
}

const buildLine =
  /^#([0-9]{1,4}) (?:[0-9]{1,6}\.[0-9]{1,3} |(?=\[|DONE|CACHED|CANCELED|ERROR|sha256:|transferring|extracting|resolve|naming|exporting|writing))/;
const composeLine = /^([A-Za-z][\w.-]{0,80}?) {0,60}\| ?/;
const composeReplica = /[-_][0-9]{1,4}$/;
const composeAttach = /^Attaching to (.{1,2000})$/;
const turboLine = /^((?:@[\w.-]{1,60}\/)?[\w.-]{1,60}):([A-Za-z][\w.-]{0,40}(?::[A-Za-z][\w.-]{0,40})?): /;
const turboNotice = /^(?: *Tasks: +[0-9]|• Running .{1,80} in [0-9]|• Packages in scope: )/;
const usualTasks = new Set([
  "build",
  "test",
  "lint",
  "typecheck",
  "type-check",
  "check",
  "dev",
  "start",
  "compile",
  "format",
  "e2e",
  "generate",
]);
const pnpmCommand = /^((?:@[\w.-]{1,60}\/)?[\w./@-]{1,120}) ([A-Za-z][\w.:-]{0,60})\$ /;
const pnpmLine = /^((?:@[\w.-]{1,60}\/)?[\w./@-]{1,120}) ([A-Za-z][\w.:-]{0,60}): /;
const lernaNotice = /^lerna (?:notice|info|success|ERR!)/;
const nxNotice = /(?:^> nx run(?:-many)? |^ {0,4}NX {2,4}\S)/;
const colonLine = /^((?:@[\w.-]{1,60}\/)?[a-z][\w.-]{0,60}): /;
const bracketLine = /^\[([\w@./:-]{1,60})\] /;
const concurrentlyNotice = /^\[[\w@./:-]{1,60}\] .{1,400} exited with code [0-9]/;
const neverNames =
  /^(?:error|warning|warn|info|debug|notice|note|fatal|npm|yarn|pnpm|lerna|nx|hint|remote|make|ld|gcc|cc|bash|sh|curl|git|http|https|caused)$/i;
const severityTag = /^(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|SEVERE|[0-9]+\/[0-9]+)$/i;

const indentedNotice = /^ {0,4}(?:Tasks:|NX )/;

function namersOf(lines: TextBlocks): Namer[] {
  const namers: Namer[] = [];
  const compose = new Set<string>();
  const pnpm = new Set<string>();
  const turbo = new Map<string, number>();
  let hasBuild = false;
  let hasTurbo = false;
  let hasColonRunner = false;
  let hasBracketRunner = false;
  // What no line holds need not be looked for in each.
  const hasBar = lines.includes("|");
  const hasDollar = lines.includes("$ ");
  lines.eachLine((line) => {
    const first = line.charCodeAt(0);
    // Blank and indented lines carry no name; only the notices of turbo and nx are indented.
    if (line.length < 4 || (first === 0x20 && !indentedNotice.test(line))) return true;
    hasBuild ||= first === 0x23 && buildLine.test(line);
    const bar = hasBar ? line.indexOf("|") : -1;
    if (bar > 0 && bar < 142) {
      const name = composeLine.exec(line)?.[1];
      if (name && composeReplica.test(name)) compose.add(name);
    }
    const attached = first === 0x41 ? composeAttach.exec(line)?.[1] : undefined;
    for (const name of attached?.split(",") ?? []) compose.add(name.trim());
    // Notices begin with a blank or with one of `T`, `•`, `l`, `N` and `>`.
    if (first === 0x20 || first === 0x54 || first === 0x2022) hasTurbo ||= turboNotice.test(line);
    if (first === 0x6c) hasColonRunner ||= lernaNotice.test(line);
    if (first === 0x20 || first === 0x4e || first === 0x3e) hasColonRunner ||= nxNotice.test(line);
    hasBracketRunner ||= first === 0x5b && concurrentlyNotice.test(line);
    const colonAt = line.indexOf(": ");
    if (colonAt > 0 && colonAt < 200 && line.lastIndexOf(":", colonAt - 1) > 0) {
      const task = turboLine.exec(line);
      if (task?.[1] && task[2] && !/\.\w{1,4}$/.test(task[1])) {
        const name = `${task[1]}:${task[2]}`;
        turbo.set(name, (turbo.get(name) ?? 0) + (usualTasks.has(task[2]) ? 2 : 1));
      }
    }
    const dollar = hasDollar ? line.indexOf("$ ") : -1;
    if (dollar > 2 && dollar < 200) {
      const command = pnpmCommand.exec(line);
      if (command) pnpm.add(`${command[1]} ${command[2]}`);
    }
    return true;
  });
  if (hasBuild) namers.push((line) => split(line, buildLine, ([, step]) => `#${step}`));
  if (compose.size > 0)
    namers.push((line) => split(line, composeLine, ([, name]) => (compose.has(name ?? "") ? name : undefined)));
  if (pnpm.size > 0) {
    const known = ([, path, script]: string[]) => (pnpm.has(`${path} ${script}`) ? `${path} ${script}` : undefined);
    namers.push((line) => (line.includes(": ") ? split(line, pnpmLine, known) : undefined));
  }
  const tasks = new Set([...turbo].filter(([, weight]) => hasTurbo || weight >= 3).map(([name]) => name));
  if (tasks.size > 0) {
    const known = ([, name, task]: string[]) => (tasks.has(`${name}:${task}`) ? `${name}:${task}` : undefined);
    namers.push((line) => split(line, turboLine, known));
  }
  const packages = hasColonRunner ? packagesOf(lines) : new Set<string>();
  if (packages.size > 0) {
    namers.push((line) => split(line, colonLine, ([, name]) => (packages.has(name ?? "") ? name : undefined)));
  }
  if (hasBracketRunner || hasColonRunner) {
    namers.push((line) => split(line, bracketLine, ([, name]) => (severityTag.test(name ?? "") ? undefined : name)));
  }
  return namers;
}

/** Names before a colon that stand more than once, or that are scoped and so cannot be a word. */
function packagesOf(lines: TextBlocks): Set<string> {
  const counts = new Map<string, number>();
  lines.eachLine((line) => {
    const name = line.length < 4 ? undefined : colonLine.exec(line)?.[1];
    if (name && !neverNames.test(name) && !/\.\w{1,4}$/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return true;
  });
  return new Set([...counts].filter(([name, count]) => count >= 2 || name.startsWith("@")).map(([name]) => name));
}

function split(
  line: string,
  pattern: RegExp,
  name: (groups: string[]) => string | undefined,
): { name: string; rest: string } | undefined {
  const found = pattern.exec(line);
  if (!found) return undefined;
  const named = name(found.map((group) => group ?? ""));
  return named === undefined ? undefined : { name: named, rest: line.slice(found[0].length) };
}
