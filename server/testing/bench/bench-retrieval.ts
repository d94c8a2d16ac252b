import { LexicalIndex } from "#server/domain/retrieval/lexical-index.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import { randomFrom, realText } from "./real-words.ts";

/**
 * Lexical index against a naive scan of ready token sets, at 1,000, 10,000 and 100,000 memories of 60 words.
 * Times are of the processor; ratios hold across machines, times do not.
 *
 *   node server/testing/evaluations/run.mjs server/testing/bench/bench-retrieval.ts
 */
const wordsPerMemory = 60;
const queries = 200;

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((left, right) => left - right)[Math.floor(share * (times.length - 1))] ?? 0;
}

/** Processor time in ms: on a machine that does other work as well, wall time would measure the others. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function timed(ask: (query: string) => unknown, asked: readonly string[]): number[] {
  return asked.map((query) => {
    const started = processorTime();
    ask(query);
    return processorTime() - started;
  });
}

function naiveScan(sets: readonly (readonly [string, ReadonlySet<string>])[]) {
  return (query: string) => {
    const tokens = tokenize(query);
    return sets
      .map(([id, set]) => ({ id, shared: tokens.filter((token) => set.has(token)).length }))
      .filter(({ shared }) => shared > 0)
      .sort((left, right) => right.shared - left.shared || (left.id < right.id ? -1 : 1))
      .slice(0, 50);
  };
}

const milliseconds = (value: number) => `${value.toFixed(2).padStart(8)} ms`;

for (const size of [1_000, 10_000, 100_000]) {
  const random = randomFrom(size);
  const texts = Array.from(
    { length: size },
    (_, ordinal) => [`m${ordinal}`, realText(random, wordsPerMemory)] as const,
  );
  const short = Array.from({ length: queries }, () => realText(random, 8));
  const long = Array.from({ length: 20 }, () => realText(random, 400));

  globalThis.gc?.();
  const before = process.memoryUsage();
  const started = processorTime();
  const index = new LexicalIndex();
  for (const [id, text] of texts) index.upsert({ id, project: "p", text });
  const build = processorTime() - started;
  globalThis.gc?.();
  const after = process.memoryUsage();
  const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6;

  const ask = (query: string) => index.search({ text: query, limit: 50 });
  timed(ask, short.slice(0, 20));
  const ours = timed(ask, short);
  const oursLong = timed(ask, long);
  const scan = naiveScan(texts.map(([id, text]) => [id, new Set(tokenize(text))]));
  const naive = timed(scan, short.slice(0, size > 10_000 ? 20 : queries));
  const changed = timed(
    (id) => index.remove(id),
    texts.slice(0, 200).map(([id]) => id),
  );

  const p50 = quantile(ours, 0.5);
  process.stdout.write(
    [
      `${size} memories`,
      `  build            ${milliseconds(build)}  ${((build / size) * 1000).toFixed(0)} µs each, ${megabytes.toFixed(0)} MB`,
      `  8-word query     p50 ${milliseconds(p50)}  p95 ${milliseconds(quantile(ours, 0.95))}`,
      `  400-word query   p50 ${milliseconds(quantile(oursLong, 0.5))}  p95 ${milliseconds(quantile(oursLong, 0.95))}`,
      `  naive scan       p50 ${milliseconds(quantile(naive, 0.5))}  ${(quantile(naive, 0.5) / p50).toFixed(1)} times as long`,
      `  remove           p50 ${milliseconds(quantile(changed, 0.5))}  p95 ${milliseconds(quantile(changed, 0.95))}`,
      "",
    ].join("\n"),
  );
}
