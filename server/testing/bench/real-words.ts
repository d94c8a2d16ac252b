import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = "node_modules/next/dist/docs";

/** The words of real documentation that a dependency carries, in their order, so that terms and their likeness are those of real text. */
const words = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.mdx?$/.test(path))
  .sort()
  .flatMap((path) => readFileSync(join(folder, path), "utf8").split(/\s+/));

/** Same numbers on every run. In [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A run of real words with a made-up id behind them, since every memory names something that no other names. */
export function realText(random: () => number, count: number): string {
  const start = Math.floor(random() * (words.length - count));
  return `${words.slice(start, start + count).join(" ")} run${Math.floor(random() * 1e9).toString(36)}`;
}
