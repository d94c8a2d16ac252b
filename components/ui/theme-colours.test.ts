import { readFileSync } from "node:fs";
import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from "culori";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/^ {2}--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);$/gm)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

function colour(name: string, theme: Theme): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`There is no colour token --${name}.`);
  return token[theme];
}

function read(hex: string): Color {
  const known = parse(hex);
  if (!known) throw new Error(`${hex} is no colour.`);
  return known;
}

const surfaces = ["surface", "surface-sunken", "surface-raised", "surface-hover", "surface-selected"];
const factors = ["semantic", "structural", "bonus", "recency", "live-ratio"].map((factor) => `factor-${factor}`);
const sights = {
  normal: (seen: Color) => seen,
  protan: filterDeficiencyProt(1),
  deutan: filterDeficiencyDeuter(1),
  tritan: filterDeficiencyTrit(1),
};

for (const theme of themes) {
  test(`F11: text reads at 4.5:1 or better on every surface of the ${theme} theme`, () => {
    const pairs = [
      ...["ink", "ink-muted", "ink-faint", "accent", "good", "bad", "caution"].flatMap((text) =>
        surfaces.map((surface) => [text, surface] as const),
      ),
      ["accent-ink", "accent"],
      ["caution", "caution-surface"],
      ["ink", "caution-surface"],
      ["bad", "bad-surface"],
      ["ink", "bad-surface"],
    ] as const;
    const weak = pairs
      .map(([text, surface]) => [text, surface, wcagContrast(colour(text, theme), colour(surface, theme))] as const)
      .filter(([, , contrast]) => contrast < 4.5);
    expect(weak).toEqual([]);
  });

  test(`F11: marks and the borders of controls stand out at 3:1 or better in the ${theme} theme`, () => {
    const weak = [...factors, "tier-rest", "line-strong"]
      .map((mark) => [mark, wcagContrast(colour(mark, theme), colour("surface", theme))] as const)
      .filter(([, contrast]) => contrast < 3);
    expect(weak).toEqual([]);
  });

  test(`F11: the five factors stay apart for every kind of colour sight in the ${theme} theme`, () => {
    const distance = differenceCiede2000();
    const close: string[] = [];
    for (const [sight, filter] of Object.entries(sights)) {
      const seen = factors.map((factor) => ({ factor, as: filter(read(colour(factor, theme))) }));
      for (const [index, one] of seen.entries()) {
        for (const other of seen.slice(index + 1)) {
          const apart = distance(one.as, other.as);
          if (apart < 17.5) close.push(`${sight}: ${one.factor} and ${other.factor} are ΔE ${apart.toFixed(1)} apart`);
        }
      }
    }
    expect(close).toEqual([]);
  });
}
