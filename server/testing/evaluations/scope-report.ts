import type { Localised, LocaliseScore } from "./scope-metrics.ts";

export function printScores(
  rows: readonly { name: string; score: LocaliseScore }[],
  print: (line: string) => void,
): void {
  print(`${"".padEnd(26)}cases  recall@1  recall@5   acc@1   acc@3   acc@5     MRR`);
  for (const { name, score } of rows) {
    const cells = [score.recall1, score.recall5, score.accuracy1, score.accuracy3, score.accuracy5, score.mrr];
    print(
      `${name.padEnd(26)}${String(score.cases).padStart(5)}  ${cells.map((value) => value.toFixed(3).padStart(8)).join("")}`,
    );
  }
}

const colours = ["#4d4d4d", "#d55e00", "#1f4e9e", "#2e9e5b", "#d36baa", "#8a6d00"];
const deepest = 20;

/** Recall at 1 to 20 of each ranking as an SVG: a line and its name each. */
export function plotRecall(cases: readonly Record<string, Localised>[]): string {
  const names = [...new Set(cases.flatMap((one) => Object.keys(one)))];
  const [width, height, margin] = [720, 420, 48];
  const x = (k: number) => margin + ((k - 1) / (deepest - 1)) * (width - 2 * margin - 160);
  const y = (recall: number) => height - margin - recall * (height - 2 * margin);
  const lines = names.map((name, at) => {
    const own = cases.flatMap((one) => one[name] ?? []);
    const recallAt = (k: number) =>
      own.reduce((sum, { ranks, gold }) => sum + ranks.filter((rank) => rank !== null && rank <= k).length / gold, 0) /
      Math.max(1, own.length);
    const points = Array.from(
      { length: deepest },
      (_, index) => `${x(index + 1).toFixed(1)},${y(recallAt(index + 1)).toFixed(1)}`,
    );
    const colour = colours[at % colours.length] ?? "#000";
    const dash = at % 2 === 0 ? "" : ' stroke-dasharray="6 3"';
    return `<polyline fill="none" stroke="${colour}" stroke-width="2"${dash} points="${points.join(" ")}"/><text x="${width - 150}" y="${margin + 18 * at}" fill="${colour}">${name}</text>`;
  });
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (recall) =>
      `<line x1="${margin}" x2="${width - margin - 160}" y1="${y(recall)}" y2="${y(recall)}" stroke="#ddd"/><text x="8" y="${y(recall) + 4}">${recall}</text>`,
  );
  const ticks = [1, 5, 10, 20].map((k) => `<text x="${x(k) - 4}" y="${height - margin + 20}">${k}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12"><title>Recall of gold files by number of files shown</title><rect width="100%" height="100%" fill="#fff"/>${[...grid, ...ticks, ...lines].join("")}</svg>\n`;
}
