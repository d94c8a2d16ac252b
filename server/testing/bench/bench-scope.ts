import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { quietLog } from "#server/adapters/log/pino-log.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { sharedComposition } from "#server/compose/context.ts";
import { bootAgent } from "#server/operations/boot-agent.ts";
import { bundleParseWorker } from "#server/testing/bundle-parse-worker.ts";
import type { Figure } from "./figures.ts";
import { randomFrom, realText } from "./real-words.ts";

/**
 * SCOPE whole (identify, rank, lessons, the attention record in the embedded store), asked again and again for other
 * tasks about one commit, and beside it what an agent does without it: one `git grep` over the same commit. Fails when the
 * median of a warm answer is above 300 ms.
 *
 *   --figures   ends with one line of JSON, figures and faults, and leaves the verdict to the reader
 *
 *   node server/testing/evaluations/run.mjs server/testing/bench/bench-scope.ts               5,000 made-up files
 *   node server/testing/evaluations/run.mjs server/testing/bench/bench-scope.ts --repo PATH   a checkout or a bare clone
 */
const medianLimitMs = 300;
const madeFiles = 5_000;
const madeCommits = 2_000;
const warmUp = 3;

const { values } = parseArgs({
  options: {
    repo: { type: "string" },
    goals: { type: "string", default: "60" },
    figures: { type: "boolean", default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), "whence-bench-scope-"));
process.env.WHENCE_DATA_DIR = join(folder, "store");
process.env.WHENCE_DEMO = "off";
const random = randomFrom(20_261_130);
const say = (line: string) => process.stdout.write(`${line}\n`);
const root = join(folder, "checkout");
mkdirSync(root);
if (values.repo === undefined) makeRepository(root);
else pointTo(resolve(values.repo));

const workerFile = join(folder, "parse-worker.mjs");
await bundleParseWorker(workerFile);
const composition = await sharedComposition({ log: quietLog });
try {
  const repositories = gitRepositoryReader({ workerFile, packageFolder: process.cwd(), countTokens });
  const context = { ...composition.context, repositories };
  const ask = async (goal: string) => {
    const started = performance.now();
    const outcome = await bootAgent.call(context, { goal, repo: root });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return performance.now() - started;
  };
  const goals = git("log", "--no-merges", "--format=%s %b", "-z", "-n", values.goals)
    .split("\0")
    .flatMap((message) => (message.trim() === "" ? [] : [message.trim().slice(0, 4_000)]));
  const first = await ask(goals[0] ?? "where is the entry point");
  const times: number[] = [];
  const processor: number[] = [];
  const searches: number[] = [];
  for (const [turn, goal] of goals.entries()) {
    const before = process.cpuUsage();
    const took = await ask(`${goal}\n(${turn})`);
    const { user, system } = process.cpuUsage(before);
    if (turn < warmUp) continue;
    times.push(took);
    processor.push((user + system) / 1_000);
    searches.push(search(goal));
  }
  const files = git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0").length - 1;
  const at = (list: number[], share: number) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
  const [middle, search50] = [at(times, 0.5), at(searches, 0.5)];
  const ratio = search50 === 0 ? 0 : middle / search50;
  say(`files in HEAD         ${files}`);
  say(`first, with indexing  ${first.toFixed(0)} ms`);
  say(
    `warm, wall            p50 ${middle.toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms (${times.length} tasks)`,
  );
  say(`warm, processor       p50 ${at(processor, 0.5).toFixed(0)} ms, p95 ${at(processor, 0.95).toFixed(0)} ms`);
  say(`one git grep of HEAD  p50 ${search50.toFixed(0)} ms; a warm SCOPE takes ${ratio.toFixed(2)} of it`);
  const figure = (name: string, value: number, unit: Figure["unit"]): Figure => ({
    name,
    size: files,
    value: Number(value.toPrecision(3)),
    unit,
  });
  const figures = [
    figure("SCOPE, warm", middle, "ms"),
    figure("one git grep of the commit", search50, "ms"),
    figure("SCOPE, warm / one git grep of the commit", ratio, "×"),
  ];
  const faults =
    middle > medianLimitMs
      ? [`SCOPE of ${files} files: ${middle.toFixed(0)} ms, the limit is ${medianLimitMs} ms`]
      : [];
  for (const fault of faults) say(fault);
  if (values.figures) say(JSON.stringify({ figures, faults }));
  else if (faults.length > 0) process.exitCode = 1;
} finally {
  await composition.close();
  rmSync(folder, { recursive: true, force: true });
}

function git(...words: string[]): string {
  const { stdout, status } = spawnSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`git ${words[0]} failed`);
  return stdout;
}

/** Milliseconds in which git finds one longer word of the task in the files of the commit; started from a process of its own. */
function search(goal: string): number {
  const word = /[A-Za-z]{5,}/.exec(goal)?.[0] ?? "return";
  const timed = `const started = performance.now();
    require("node:child_process").spawnSync("git", ["grep", "-l", "-F", "-e", ${JSON.stringify(word)}, "HEAD"]);
    process.stdout.write(String(performance.now() - started));`;
  const { stdout } = spawnSync(process.execPath, ["-e", timed], { cwd: root, encoding: "utf8" });
  return Number(stdout);
}

/** A bare clone is read through a folder that names it, because only working trees are opened. */
function pointTo(repository: string): void {
  const gitFolder = existsSync(join(repository, ".git")) ? join(repository, ".git") : repository;
  writeFileSync(join(root, ".git"), `gitdir: ${gitFolder}\n`);
}

/** Modules with imports, comments and a history whose words are used as unevenly as real ones. */
function makeRepository(into: string): void {
  const pathOf = (at: number) => `src/area${at % 53}/file${at}.ts`;
  const contentOf = (at: number, turn: number) =>
    [
      `import { call${(at * 7) % madeFiles} } from "#${pathOf((at * 7) % madeFiles)}";`,
      `/** ${realText(random, 12)}. */`,
      `export function call${at}(value: number): number {\n  return value + ${turn};\n}`,
      `// ${realText(random, 40)}`,
      `export const setting${at} = "${realText(random, 4)}";\n`,
    ].join("\n");
  const lines: string[] = [];
  const commit = (turn: number, files: number[]) => {
    const message = realText(random, 12);
    lines.push(`commit refs/heads/main\ncommitter A <a@b.c> ${1_700_000_000 + turn * 3_600} +0000`);
    lines.push(`data ${Buffer.byteLength(message)}\n${message}`);
    for (const at of files) {
      const text = contentOf(at, turn);
      lines.push(`M 100644 inline ${pathOf(at)}\ndata ${Buffer.byteLength(text)}\n${text}`);
    }
  };
  commit(
    0,
    Array.from({ length: madeFiles }, (_, at) => at),
  );
  for (let turn = 1; turn <= madeCommits; turn += 1) {
    const first = Math.floor(random() * madeFiles);
    commit(turn, [...new Set([first, (first + 1) % madeFiles, Math.floor(random() * madeFiles)])]);
  }
  const run = (words: string[], input?: string) => {
    const { status, stderr } = spawnSync("git", words, { cwd: into, encoding: "utf8", ...(input ? { input } : {}) });
    if (status !== 0) throw new Error(stderr);
  };
  run(["init", "-q", "-b", "main"]);
  run(["fast-import", "--quiet"], `${lines.join("\n")}\n`);
  run(["remote", "add", "origin", "https://git.example.invalid/made/up.git"]);
}
