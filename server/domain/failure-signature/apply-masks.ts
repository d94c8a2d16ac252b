import type { MaskProfile, MaskRule } from "#server/domain/failure-signature/masks.ts";
import type { Checkout } from "#server/domain/failure-signature/repository-path.ts";

/** A masked part of one line; offsets into that line, in UTF-16 units. */
export type LineMask = { rule: string; start: number; end: number; placeholder: string };

/** Stands in for what is masked or kept already, one for each unit, so that offsets stay and no later rule reads it. */
const filler = "\uE000";

/**
 * Masks one line. Rules apply in order, each to what the earlier ones left. Linear in the line, because every pattern is bounded.
 * `text` is the masked line with runs of blanks made one.
 */
export function applyMasks(
  line: string,
  options: { rules: readonly MaskRule[]; profile: MaskProfile; checkout: Checkout },
): LineMask[] {
  const { rules, profile, checkout } = options;
  const masks: LineMask[] = [];
  let working = line;
  for (const rule of rules) {
    if (!rule.profiles.includes(profile) || !rule.needs.test(working)) continue;
    rule.pattern.lastIndex = 0;
    let next = "";
    let copied = 0;
    for (let match = rule.pattern.exec(working); match !== null; match = rule.pattern.exec(working)) {
      if (match[0] === "") {
        rule.pattern.lastIndex += 1;
        continue;
      }
      const replacement = rule.replace
        ? rule.replace(match, { line: working, at: match.index, profile, checkout })
        : { from: 0, to: match[0].length, placeholder: rule.placeholder };
      if (!replacement || replacement.to <= replacement.from) continue;
      const start = match.index + replacement.from;
      const end = match.index + replacement.to;
      if (!rule.keeps) masks.push({ rule: rule.name, start, end, placeholder: replacement.placeholder });
      next += working.slice(copied, start) + filler.repeat(end - start);
      copied = end;
      // What a rule left of its match is for the rules after it, and for this one where the rest is long enough to match again.
      if (replacement.to < match[0].length) rule.pattern.lastIndex = Math.max(end, match.index + 1);
    }
    if (copied > 0) working = next + working.slice(copied);
  }
  return masks.sort((left, right) => left.start - right.start);
}

/** The line with its masks put in, and runs of blanks made one. */
export function maskedText(line: string, masks: readonly LineMask[]): string {
  let text = "";
  let copied = 0;
  for (const { start, end, placeholder } of masks) {
    text += line.slice(copied, start) + placeholder;
    copied = end;
  }
  text += line.slice(copied);
  return text.replace(/\s+/g, " ").trim();
}
