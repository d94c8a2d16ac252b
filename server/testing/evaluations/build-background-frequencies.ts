import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { tokenize, tokenizerVersion } from "#server/domain/text/tokenize.ts";

/**
 * Builds the frozen table of `server/domain/scoring/background-frequencies.ts` from the commit messages of git clones:
 *
 *   node server/testing/evaluations/run.mjs build-background-frequencies --out FILE CLONE@COMMIT…
 *
 * A token counts by the median, over the repositories, of the share of messages that hold it, so that no repository's own
 * name or habit gets in. Messages of bots and merges are left out; addresses and trailers are cut.
 */

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });
const tableSize = 4_000;
const longestMessage = 4_000;
/** Weight = round(2 · (−ln share)^1.5): rare tokens weigh more than their information, as measured by eval-priors. */
const weightOfShare = (share: number) => Math.max(1, Math.round(2 * (-Math.log(share)) ** 1.5));

const shares = positionals.map(sharesOf);
const tokens = new Set(shares.flatMap((share) => [...share.keys()]));
const table = [...tokens]
  .map((token) => ({ token, share: median(shares.map((share) => share.get(token) ?? 0)) }))
  .filter(({ share }) => share > 0)
  .toSorted((a, b) => b.share - a.share || (a.token < b.token ? -1 : 1))
  .slice(0, tableSize);
const smallest = table.at(-1)?.share ?? 1;
const weights = [...new Set(table.map(({ share }) => weightOfShare(share)))].toSorted((a, b) => a - b);
const lines = weights.map((weight) => {
  const words = table.filter(({ share }) => weightOfShare(share) === weight).map(({ token }) => token);
  return `  [${weight}, ${JSON.stringify(words.toSorted().join(" "))}],`;
});
const body = `// ${table.length} tokens of tokenizer ${tokenizerVersion}\nconst unknownTokenWeight = ${weightOfShare(smallest / 2)};\nconst tokensByWeight: readonly (readonly [number, string])[] = [\n${lines.join("\n")}\n];\n`;
if (values.out === undefined) process.stdout.write(body);
else writeFileSync(values.out, body);

/** Share of the messages of one repository that hold each token. */
function sharesOf(source: string): Map<string, number> {
  const [folder = "", commit = "HEAD"] = source.split("@");
  const log = execFileSync("git", ["log", "--no-merges", "--format=%an%x00%B%x01", commit, "--"], {
    cwd: folder,
    maxBuffer: 1 << 30,
    encoding: "utf8",
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
  });
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const entry of log.split("\x01")) {
    const [author = "", message = ""] = entry.split("\0");
    if (/\bbot\b|renovate|dependabot|greenkeeper/i.test(author)) continue;
    const text = message
      .slice(0, longestMessage)
      .replace(/^\s*[A-Z][A-Za-z-]+-by:.*$/gm, " ")
      .replace(/https?:\S+|\S+@\S+/g, " ")
      .trim();
    if (seen.has(text)) continue;
    seen.add(text);
    for (const token of tokenize(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  process.stderr.write(`${folder} ${commit}: ${seen.size} messages\n`);
  return new Map([...counts].map(([token, count]) => [token, count / seen.size]));
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
