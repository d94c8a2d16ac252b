import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createParserPool } from "#server/adapters/syntax-tree/parser-pool.ts";
import { shippedGrammars } from "#server/adapters/syntax-tree/shipped-grammars.ts";
import { extractMentions } from "#server/domain/code-context/extract-mentions.ts";
import { pathRole } from "#server/domain/code-context/path-role.ts";
import { orderCandidates, rankScope, type ScopeCandidate } from "#server/domain/code-context/rank-scope.ts";
import {
  currentScopeRanking,
  type ScopeWeights,
  scopeFactors,
  scopeWeights,
} from "#server/domain/code-context/scope-weights.ts";
import { parseRuleOf } from "#server/domain/code-graph/parse-rule.ts";
import { bundleParseWorker } from "../bundle-parse-worker.ts";
import { cloneFinder } from "./clone-finder.ts";
import { type FitCase, fitWeights } from "./fit-scope.ts";
import { bm25Baseline, grepBaseline } from "./scope-baselines.ts";
import { isRepository, loadScopeCases, namesItsFile, type ScopeCase } from "./scope-cases.ts";
import { type OpenedRepository, openForScope } from "./scope-checkout.ts";
import { type Localised, localise, percentile, scoreLocalised } from "./scope-metrics.ts";
import { plotRecall, printScores } from "./scope-report.ts";
import { openInOrder, openSteered, type Steps } from "./scope-steps.ts";

/**
 * Whether SCOPE finds the files that a change touched, beside BM25 and identifier grep in the same run, and how many files
 * and tokens a worker reads until all of them are found.
 *
 *   npm run eval:scope -- --repo PATH [--commits 60]            real commits of one repository
 *   npm run eval:scope -- --data DIR --repo CLONES [--only SET] cases of a folder, their clones in another
 *
 * `--out DIR` writes results.json and recall.svg; `--fit` fits the weights again and leaves each repository out in turn.
 */
const { values } = parseArgs({
  options: {
    repo: { type: "string", multiple: true },
    data: { type: "string" },
    commits: { type: "string", default: "60" },
    only: { type: "string" },
    out: { type: "string" },
    fit: { type: "boolean", default: false },
  },
});
const repositories = values.repo ?? [];
if (repositories.length === 0) throw new Error("Where is the repository, or the folder of clones? --repo PATH");

type Result = {
  one: ScopeCase;
  rankings: Record<string, Localised>;
  /** Gold files that today's ranking could give at all. */
  reachable: number;
  candidates: ScopeCandidate[];
  steps: Record<"cold" | "scope" | "steer", Steps & { tokens: number }>;
  extractorMs: number;
  rankMs: number;
};

const places = shippedGrammars(process.cwd());
const workers = mkdtempSync(join(tmpdir(), "whence-eval-"));
const workerFile = join(workers, "parse-worker.mjs");
await bundleParseWorker(workerFile);
const parser = createParserPool({ workerFile, places });
const weights = scopeWeights[currentScopeRanking];
const print = (line: string) => process.stdout.write(`${line}\n`);

const results: Result[] = [];
const skipped = new Map<string, number>();
try {
  for (const [repository, { folder, cases }] of await casesByRepository()) {
    if (folder === null) {
      skipped.set(repository, cases.length);
      continue;
    }
    const opened = await openForScope(folder, parser);
    try {
      for (const one of cases) {
        try {
          results.push(await evaluate(opened, one));
        } catch (error) {
          skipped.set(`${repository} (${error instanceof Error ? error.message : "failed"})`, 1);
        }
      }
    } finally {
      opened.close();
    }
    process.stderr.write(`${repository}: ${cases.length} cases\n`);
  }
} finally {
  await parser.close();
  rmSync(workers, { recursive: true, force: true });
}
report();

async function casesByRepository(): Promise<Map<string, { folder: string | null; cases: ScopeCase[] }>> {
  const found = new Map<string, { folder: string | null; cases: ScopeCase[] }>();
  if (values.data === undefined) {
    for (const repo of repositories) {
      const folder = resolve(repo);
      if (!isRepository(folder)) throw new Error(`${folder} is no repository.`);
      found.set(basename(folder), { folder, cases: await commitsAsCases(folder) });
    }
    return found;
  }
  const finders = repositories.map((folder) => cloneFinder(resolve(folder)));
  for (const one of loadScopeCases(values.data)) {
    if (values.only !== undefined && one.set !== values.only) continue;
    const known = found.get(one.repository) ?? {
      folder: finders.map((find) => find(one.repository)).find((folder) => folder !== null) ?? null,
      cases: [],
    };
    known.cases.push(one);
    found.set(one.repository, known);
  }
  return found;
}

/** The newest commits that change one to four source files; each is judged in the state before it. */
async function commitsAsCases(folder: string): Promise<ScopeCase[]> {
  const { commitCases } = await import("./scope-commit-cases.ts");
  return commitCases(
    folder,
    Number(values.commits),
    (path) => parseRuleOf(path) !== null && pathRole(path) === "source",
  );
}

async function evaluate(opened: OpenedRepository, one: ScopeCase): Promise<Result> {
  const { index, tokensOf } = await opened.at(one.commit);
  const bm25 = bm25Baseline(index, one.task);
  const grep = grepBaseline(index, one.task);
  const startExtract = performance.now();
  extractMentions(one.task);
  const extractorMs = performance.now() - startExtract;
  const startRank = performance.now();
  const { candidates } = rankScope(index, one.task, weights);
  const rankMs = performance.now() - startRank;
  const order = candidates.map(({ path }) => path);
  const rankings: Record<string, Localised> = {
    "identifier grep": localise(grep, one.gold),
    BM25: localise(bm25, one.gold),
    SCOPE: localise(order, one.gold),
    "SCOPE without co-change": localise(
      orderCandidates(candidates, { ...weights, co_change: 0 }).map(({ path }) => path),
      one.gold,
    ),
  };
  if (one.taskWithoutFiles !== null) {
    const bare = rankScope(index, one.taskWithoutFiles, weights).candidates.map(({ path }) => path);
    rankings["SCOPE, names removed"] = localise(bare, one.gold);
    rankings["BM25, names removed"] = localise(bm25Baseline(index, one.taskWithoutFiles), one.gold);
  }
  const readable = one.gold.filter((path) => index.places.has(path));
  const withTokens = async (steps: Steps, extra: number) => ({
    ...steps,
    tokens: (await tokensOf(steps.opened)).reduce((sum, count) => sum + count, extra),
  });
  return {
    one,
    rankings,
    reachable: readable.length,
    candidates,
    steps: {
      cold: await withTokens(openInOrder(grep, readable), 0),
      // The answer itself is read too: about 20 tokens a candidate and the skeleton.
      scope: await withTokens(openInOrder(order, readable), 250),
      steer: await withTokens(openSteered(index, order, readable), 250),
    },
    extractorMs,
    rankMs,
  };
}

function report(): void {
  for (const set of [...new Set(results.map(({ one }) => one.set))]) {
    const own = results.filter(({ one }) => one.set === set);
    print(`\n${set}: ${own.length} cases`);
    const names = [...new Set(own.flatMap(({ rankings }) => Object.keys(rankings)))];
    const rows = names.map((name) => {
      const cases = own.flatMap(({ rankings }) => rankings[name] ?? []);
      return { name, score: scoreLocalised(cases) };
    });
    printScores(rows, print);
    print("\nby repository, SCOPE against BM25 (recall@5; cases that SCOPE has whole among five, minus those of BM25)");
    for (const repository of [...new Set(own.map(({ one }) => one.repository))].sort()) {
      const cases = own.filter(({ one }) => one.repository === repository);
      const scoreOf = (name: string) => scoreLocalised(cases.flatMap(({ rankings }) => rankings[name] ?? []));
      const [ours, theirs] = [scoreOf("SCOPE"), scoreOf("BM25")];
      const ahead = Math.round((ours.accuracy5 - theirs.accuracy5) * cases.length);
      print(
        `  ${repository.padEnd(28)} ${String(cases.length).padStart(3)}  ${ours.recall5.toFixed(3)}  ${theirs.recall5.toFixed(3)}  ${ahead >= 0 ? "+" : ""}${ahead}${ahead < -1 ? "  behind by more than one" : ""}`,
      );
    }
    printSteps(own);
    const named = own.filter(({ one }) => namesItsFile(one)).length;
    print(
      `\ntasks that name one of their files: ${named} of ${own.length} (${((100 * named) / own.length).toFixed(0)} %)`,
    );
    const times = (of: (one: Result) => number) => own.map(of);
    print(
      `extractor ${percentile(
        times((one) => one.extractorMs),
        0.5,
      ).toFixed(1)} ms (p95 ${percentile(
        times((one) => one.extractorMs),
        0.95,
      ).toFixed(1)}); ranking ${percentile(
        times((one) => one.rankMs),
        0.5,
      ).toFixed(0)} ms (p95 ${percentile(
        times((one) => one.rankMs),
        0.95,
      ).toFixed(0)})`,
    );
  }
  for (const [what, count] of skipped) print(`left out: ${what}, ${count} cases`);
  if (values.fit) printFit();
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(
      join(values.out, "results.json"),
      JSON.stringify(
        results.map(({ one, rankings, steps, extractorMs, rankMs }) => ({
          id: one.id,
          rankings,
          steps,
          extractorMs,
          rankMs,
        })),
      ),
    );
    writeFileSync(join(values.out, "recall.svg"), plotRecall(results.map(({ rankings }) => rankings)));
    print(`written: ${join(values.out, existsSync(values.out) ? "results.json" : "")}, recall.svg`);
  }
}

function printSteps(own: readonly Result[]): void {
  const reachable = own.filter((one) => one.reachable > 0);
  print(`\nfiles opened until all gold files are read, and tokens read (${reachable.length} cases, at most 40 files)`);
  for (const kind of ["cold", "scope", "steer"] as const) {
    const steps = reachable.map((one) => one.steps[kind]);
    const opened = steps.map((one) => one.opened.length);
    const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
    const label = { cold: "cold (identifier grep)", scope: "SCOPE", steer: "SCOPE + STEER" }[kind];
    print(
      `  ${label.padEnd(24)} files mean ${mean(opened).toFixed(1)}, median ${percentile(opened, 0.5)}; tokens mean ${Math.round(mean(steps.map(({ tokens }) => tokens)))}, median ${percentile(
        steps.map(({ tokens }) => tokens),
        0.5,
      )}; complete ${steps.filter(({ isComplete }) => isComplete).length}`,
    );
  }
  const worse = reachable.filter(({ steps }) => steps.scope.opened.length > steps.cold.opened.length).length;
  const worseSteered = reachable.filter(({ steps }) => steps.steer.opened.length > steps.scope.opened.length).length;
  print(`  SCOPE opens more than cold in ${worse} cases; STEER adds files in ${worseSteered}`);
}

/** Weights fitted on all cases, and how they do on repositories that had no say. */
function printFit(): void {
  const cases = results.map(
    ({ one, candidates }): FitCase => ({
      repository: one.repository,
      rows: candidates.map(({ factors }) => scopeFactors.map((factor) => factors[factor])),
      isGold: candidates.map(({ path }) => one.gold.includes(path)),
    }),
  );
  const show = (fitted: ScopeWeights) =>
    scopeFactors.map((factor) => `${factor} ${fitted[factor].toFixed(2)}`).join(", ");
  print(`\nfitted on all: ${show(fitWeights(cases))}`);
  const held: Localised[] = [];
  for (const repository of new Set(cases.map((one) => one.repository))) {
    const fitted = fitWeights(cases.filter((one) => one.repository !== repository));
    for (const { one, candidates } of results.filter((result) => result.one.repository === repository)) {
      held.push(
        localise(
          orderCandidates(candidates, fitted).map(({ path }) => path),
          one.gold,
        ),
      );
    }
  }
  printScores([{ name: "each repository left out", score: scoreLocalised(held) }], print);
}
