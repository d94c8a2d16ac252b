import type { Figure } from "./figures.ts";

const width = 880;
const height = 520;
const left = 70;
const right = 300;
const top = 48;
const bottom = 48;
/** Okabe-Ito without its pale tones; the dash tells lines apart where colour does not. */
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#4d4d4d", "#7a5c00", "#56439e", "#8c1c13"];

/** Wall times over the number of memories, both axes logarithmic, as an SVG document. */
export function plotFigures(figures: readonly Figure[], about: { date: string; commit: string; load: number }): string {
  const timed = figures.filter(({ unit, size, value }) => unit === "ms" && size !== null && value > 0);
  const names = [...new Set(timed.map(({ name }) => name))].filter((name) => /tier|search|bare|start to/.test(name));
  const shown = timed.filter(({ name }) => names.includes(name));
  const sizes = [...new Set(shown.map(({ size }) => size ?? 0))].sort((a, b) => a - b);
  const values = shown.map(({ value }) => value);
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...values, 1)));
  const highest = 10 ** Math.ceil(Math.log10(Math.max(...values, 10)));
  const x = (size: number) => left + share(size, sizes[0] ?? 1, sizes.at(-1) ?? 10) * (width - left - right);
  const y = (value: number) => height - bottom - share(value, lowest, highest) * (height - top - bottom);

  const parts = [
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(
      left,
      22,
      `Wall time in ms over memories stored, ${about.date.slice(0, 10)}, commit ${about.commit}${about.load > 1 ? ", on a machine that others used" : ""}`,
      "start",
      15,
    ),
  ];
  for (let mark = lowest; mark <= highest * 1.001; mark *= 10) {
    parts.push(`<line x1="${left}" x2="${width - right}" y1="${y(mark)}" y2="${y(mark)}" stroke="#dddddd"/>`);
    parts.push(text(left - 8, y(mark) + 4, `${Number(mark.toPrecision(1))}`, "end"));
  }
  for (const size of sizes) parts.push(text(x(size), height - bottom + 20, size.toLocaleString("en"), "middle"));
  for (const [position, name] of names.entries()) {
    const colour = colours[position % colours.length];
    const dash = position < colours.length ? "" : ' stroke-dasharray="5 4"';
    const points = shown.filter((figure) => figure.name === name).sort((a, b) => (a.size ?? 0) - (b.size ?? 0));
    const path = points.map(({ size, value }) => `${round(x(size ?? 0))},${round(y(value))}`).join(" ");
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`);
    for (const { size, value } of points) {
      parts.push(`<circle cx="${round(x(size ?? 0))}" cy="${round(y(value))}" r="3" fill="${colour}"/>`);
    }
    const line = top + 14 + position * 22;
    parts.push(
      `<line x1="${width - right + 20}" x2="${width - right + 44}" y1="${line}" y2="${line}" stroke="${colour}" stroke-width="2"${dash}/>`,
    );
    parts.push(text(width - right + 52, line + 4, name, "start"));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Wall times over memories stored" font-family="sans-serif">\n<title>Wall times over memories stored</title>\n${parts.join("\n")}\n</svg>\n`;
}

/** Where a value lies between two others on a logarithmic axis; in [0, 1]. */
function share(value: number, low: number, high: number): number {
  return high === low ? 0 : Math.log(value / low) / Math.log(high / low);
}

function text(x: number, y: number, said: string, anchor: "start" | "middle" | "end", size = 12): string {
  const escaped = said.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" fill="#222222">${escaped}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
