import { parseArgs } from "node:util";
import { defaultPolicy, type Policy } from "#server/domain/policy/policy.ts";
import { scoreCandidate } from "#server/domain/scoring/score-candidate.ts";
import { overlapOf } from "#server/domain/scoring/token-overlap.ts";
import { tokenWeightOf } from "#server/domain/scoring/token-weight.ts";
import { ageInDays } from "#server/domain/scoring/whole-utc-days.ts";
import { type CodeGraph, codeGraphFrom } from "#server/domain/selection/code-graph.ts";
import { focusOf } from "#server/domain/selection/focus.ts";
import { hasSignal, type PriorMemory } from "#server/domain/selection/prior-candidate.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import { selectByRank } from "#server/domain/selection/select-by-rank.ts";
import {
  mostRecorded,
  mostRejectedListed,
  type PriorRequest,
  type PriorSelection,
  selectPrior,
} from "#server/domain/selection/select-prior.ts";
import type { Figure } from "./figures.ts";

/**
 * Selection of prior context in process, in processor time, beside scoring every memory one by one, on made-up memories whose words and files
 * are as unevenly used as real ones. Fails when the two differ in a score, a place, a verdict or a count, or when the median over 100,000
 * memories is above 10 ms.
 *
 *   node server/testing/evaluations/run.mjs server/testing/bench/bench-selection.ts
 *
 *   --figures   ends with one line of JSON, figures and faults, and leaves the verdict to the reader
 */
const { values: options } = parseArgs({ options: { figures: { type: "boolean", default: false } } });

const medianLimitMs = 10;
const asOfMs = Date.UTC(2026, 10, 29);
const fileCount = 20_000;
const wordCount = 30_000;
const questionCount = 200;
/** Questions of each row whose answer is compared with scoring every memory. */
const checkedCount = 8;

const random = randomFrom(20_261_129);
/** Flattens the head of a distribution: the commonest word is in about three of ten memories, as in real commit messages. */
const headRanks = 15;
/** Rank r comes up about in proportion to 1 / (r + headRanks), as words and changed files do (Zipf–Mandelbrot). */
const zipf = (count: number) => Math.floor(headRanks * ((count + headRanks) / headRanks) ** random()) - headRanks;
const words = (count: number) => [...new Set(Array.from({ length: count }, () => `w${zipf(wordCount)}`))];
const fileAt = (number: number) => `src/area${number % 211}/module${number % 1_733}/file${number}.ts`;

const graph = makeGraph();
const policies: [string, Policy][] = [
  ["default", defaultPolicy],
  ["background table", { ...defaultPolicy, background_table: 1 }],
  ["rewards on", { ...defaultPolicy, outcome_reward: 0.05, project_boost: 0.01, recency_half_life_days: 30 }],
];

const figures: Figure[] = [];
const faults: string[] = [];
print("memories  policy            p50 ms  p95 ms  p99 ms  wall p50  one by one p50  ratio  equal");
for (const size of [1_000, 10_000, 100_000]) {
  const memories = Array.from({ length: size }, (_, number) => makeMemory(number));
  const { result: index, time: building } = timed(() => new PriorIndex("p", memories));
  const corroboration = corroborationOf(memories);
  for (const [name, policy] of policies) {
    const requests = Array.from({ length: questionCount }, () => makeRequest(policy));
    for (const request of requests.slice(0, 20)) selectPrior(request, [{ index, graph }]);
    // Results are dropped at once, as a server drops them: holding thousands of them would time the collector.
    const indexed = requests.map((request) => timed(() => selectPrior(request, [{ index, graph }])).time);
    const checked = requests.slice(0, checkedCount).map((request) => {
      const { result, time } = timed(() => oneByOne(memories, corroboration, request));
      return {
        time,
        equal: JSON.stringify(essence(selectPrior(request, [{ index, graph }]))) === JSON.stringify(result),
      };
    });
    const p50 = quantile(indexed, 0.5);
    const slow50 = quantile(
      checked.map(({ time }) => time),
      0.5,
    );
    const equal = checked.every((check) => check.equal);
    if (!equal) faults.push(`${size} memories, ${name}: another selection than scoring every memory gives`);
    if (size === 100_000 && name === "default" && p50 > medianLimitMs) {
      faults.push(`${size} memories, ${name}: ${p50.toFixed(1)} ms, the limit is ${medianLimitMs} ms`);
    }
    for (const [part, value] of [
      ["", p50],
      [", p99", quantile(indexed, 0.99)],
    ] as const) {
      figures.push({ name: `selection, ${name}${part}`, size, value: Number(value.toPrecision(3)), unit: "ms" });
    }
    const columns = [
      String(size).padEnd(9),
      name.padEnd(17),
      p50.toFixed(2).padStart(7),
      quantile(indexed, 0.95).toFixed(2).padStart(7),
      quantile(indexed, 0.99).toFixed(2).padStart(7),
      quantile(indexed, 0.5, "wallMs").toFixed(2).padStart(9),
      slow50.toFixed(2).padStart(15),
      `${(slow50 / p50).toFixed(0)}×`.padStart(6),
      ` ${equal ? `${checked.length} of ${checked.length}` : "NO"}`,
    ];
    print(columns.join(" "));
  }
  print(`          built in ${building.ms.toFixed(0)} ms`);
}
for (const fault of faults) print(fault);
if (options.figures) print(JSON.stringify({ figures, faults }));
else if (faults.length > 0) process.exitCode = 1;

/** What both ways must agree on: everything recorded in order, with score and verdict, and all counts. */
function essence({ candidates, counts, cutoff, truncated }: PriorSelection) {
  return {
    candidates: candidates.map(({ id, score, verdict }) => ({ id, score, verdict })),
    counts,
    cutoff,
    truncated,
  };
}

/** Every memory scored from its own tokens and ground. */
function oneByOne(
  memories: readonly PriorMemory[],
  corroboration: ReadonlyMap<PriorMemory, readonly number[]>,
  request: PriorRequest,
) {
  const { policy, taskTokens } = request;
  const focus = focusOf(request.currentNodes, graph, { hops: policy.structural_hops }).nodes;
  const weightOf = tokenWeightOf(policy.background_table);
  const scored = memories.map((memory) => {
    const resident = memory.ground.map((node) => graph.nodeAt(node)).filter((node) => node !== null);
    const inputs = {
      ...overlapOf(taskTokens, memory.tokens, weightOf),
      ground_total: memory.ground.length,
      ground_resident: resident.length,
      ground_in_focus: resident.filter((node) => focus.has(node)).length,
      ground_live: resident.length,
      age_days: ageInDays(memory.createdMs, { asOfMs }),
      outcome: memory.outcome,
      corroboration: [...(corroboration.get(memory) ?? [])],
      same_project: true,
    };
    const score = scoreCandidate(inputs, policy).value;
    return { id: memory.id, score, hasSay: score > 0 || hasSignal(inputs) };
  });
  const { ranked, cutoff } = selectByRank(scored, policy);
  const counts = { considered: ranked.length, selected: 0, below_floor: 0, beyond_gap: 0, over_top_k: 0 };
  for (const { verdict } of ranked) counts[verdict.kind === "selected" ? "selected" : verdict.reason] += 1;
  const withSay = ranked.filter(({ candidate }) => candidate.hasSay);
  const kept = withSay.slice(0, mostRecorded);
  const without = ranked.filter(({ candidate }) => !candidate.hasSay);
  const filled = [...kept, ...without.slice(0, Math.max(0, mostRejectedListed - kept.length))];
  return {
    candidates: filled.map(({ candidate: { id, score }, verdict }) => ({ id, score, verdict })),
    counts,
    cutoff,
    truncated: withSay.length > kept.length,
  };
}

/** Of each memory that passed, as `CandidateInputs` has it. */
function corroborationOf(memories: readonly PriorMemory[]): Map<PriorMemory, number[]> {
  const onGround = new Map<string, PriorMemory[]>();
  for (const memory of memories) {
    for (const node of memory.ground) {
      const known = onGround.get(node);
      if (known === undefined) onGround.set(node, [memory]);
      else known.push(memory);
    }
  }
  const passed = memories.filter(({ outcome }) => outcome === "pass");
  return new Map(passed.map((memory) => [memory, otherSessions(memory, onGround)]));
}

function otherSessions({ ground, session }: PriorMemory, onGround: ReadonlyMap<string, readonly PriorMemory[]>) {
  const shared = new Map<PriorMemory, number>();
  for (const node of ground) {
    for (const other of onGround.get(node) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
  }
  const most = new Map<string, number>();
  for (const [other, nodes] of shared) {
    if (other.session !== session) most.set(other.session, Math.max(nodes, most.get(other.session) ?? 0));
  }
  const counts = ground.map(() => 0);
  for (const nodes of most.values())
    for (let place = 0; place < nodes; place++) counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

function makeMemory(number: number): PriorMemory {
  return {
    id: `mem_${(number * 2_654_435_761) % 4_294_967_296}`,
    session: `session-${Math.floor(number / 4)}`,
    tokens: words(10 + Math.floor(random() * 60)),
    ground: [...new Set(Array.from({ length: 1 + Math.floor(random() * 6) }, () => fileAt(zipf(fileCount * 1.1))))],
    createdMs: asOfMs - Math.floor(random() * 90) * 86_400_000,
    outcome: ([null, null, "pass", "fail"] as const)[Math.floor(random() * 4)] ?? null,
  };
}

function makeRequest(policy: Policy): PriorRequest {
  return {
    taskTokens: new Set(words(30)),
    currentNodes: Array.from({ length: 3 }, () => fileAt(zipf(fileCount))),
    project: "p",
    session: "me",
    asOfMs,
    policy,
  };
}

function makeGraph(): CodeGraph {
  const files = Array.from({ length: fileCount }, (_, number) => fileAt(number));
  const folders = new Set(
    files.flatMap((file) => file.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/"))),
  );
  return codeGraphFrom({
    commit: "c0ffee",
    nodes: [
      ...[...folders].map((path) => ({ id: `dir:${path}`, kind: "directory" as const, path })),
      ...files.map((path) => ({ id: `file:${path}`, kind: "file" as const, path })),
    ],
    edges: files.flatMap((path) => [
      { from: `dir:${path.slice(0, path.lastIndexOf("/"))}`, to: `file:${path}` },
      ...Array.from({ length: 3 }, () => ({ from: `file:${path}`, to: `file:${fileAt(zipf(fileCount))}` })),
    ]),
  });
}

/** Processor time, so that a busy machine does not count, and the time on the wall. */
type Time = { ms: number; wallMs: number };

function timed<Result>(run: () => Result): { time: Time; result: Result } {
  const started = performance.now();
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { time: { ms: (user + system) / 1_000, wallMs: performance.now() - started }, result };
}

function quantile(times: readonly Time[], share: number, of: keyof Time = "ms"): number {
  const sorted = times.map((time) => time[of]).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Numbers in [0, 1), the same on every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
