import { type MaskProfile, type MaskRule, maskProfiles } from "#server/domain/failure-signature/masks.ts";
import type { Checkout } from "#server/domain/failure-signature/repository-path.ts";
import { type PatternSieve, patternSieve } from "#server/domain/text/pattern-sieve.ts";

/** A masked part of one line; offsets into that line, in UTF-16 units. */
export type LineMask = { rule: string; start: number; end: number; placeholder: string };

/** A part that no later rule reads: masked, or kept as it is. */
type Settled = LineMask & { keeps: boolean };

/** Stands in for what is settled, one for each unit, so that offsets stay. */
const filler = "\uE000";
const fillers = /\uE000+/g;

/**
 * The masks of one line, in the order of their places; no two overlap. Rules apply in order, each to what the earlier ones left. A rule that
 * rewrites a longer part (a path with a hash in it) takes in what was masked inside. Linear in the line, because every pattern is bounded.
 */
export function applyMasks(
  line: string,
  options: { rules: readonly MaskRule[]; profile: MaskProfile; checkout: Checkout },
): LineMask[] {
  const { rules, profile } = options;
  const { sieve, possible, ofProfile } = sieveFor(rules);
  const allowed = ofProfile[profile];
  let working = line.includes(filler) ? line.replaceAll(filler, "\uFFFD") : line;
  let settled = nothing;
  // Masking only takes characters away, so what the whole line does not hold no rule will find later.
  sieve.sift(working, possible);
  for (let word = 0; word < possible.length; word++) {
    for (let bits = (possible[word] ?? 0) & (allowed[word] ?? 0); bits !== 0; bits &= bits - 1) {
      const rule = rules[word * 32 + 31 - Math.clz32(bits & -bits)];
      if (!rule || rule.mayHold?.(working) === false || !rule.needs.test(working)) continue;
      const found = foundBy(rule, working, options);
      if (found === nothing) continue;
      settled = settled === nothing ? found : settle(settled, found, line);
      working = filled(working, found);
    }
  }
  if (settled === nothing) return [];
  const masks: LineMask[] = [];
  for (const { rule, start, end, placeholder, keeps } of settled)
    if (!keeps) masks.push({ rule, start, end, placeholder });
  return masks.length > 1 ? masks.sort((left, right) => left.start - right.start) : masks;
}

/** Most rules find nothing in most lines. */
const nothing: Settled[] = [];

function foundBy(
  rule: MaskRule,
  line: string,
  { profile, checkout }: { profile: MaskProfile; checkout: Checkout },
): Settled[] {
  let found = nothing;
  const { pattern } = rule;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    if (match[0] === "") {
      pattern.lastIndex += 1;
      continue;
    }
    const replacement = rule.replace
      ? rule.replace(match, { line, at: match.index, profile, checkout })
      : { from: 0, to: match[0].length, placeholder: rule.placeholder };
    if (!replacement || replacement.to <= replacement.from) continue;
    const start = match.index + replacement.from;
    const end = match.index + replacement.to;
    if (found === nothing) found = [];
    found.push({ rule: rule.name, start, end, placeholder: replacement.placeholder, keeps: rule.keeps === true });
    // What a rule left of its match is for the rules after it, and for this one where the rest is long enough to match again.
    if (replacement.to < match[0].length) pattern.lastIndex = Math.max(end, match.index + 1);
  }
  return found;
}

type MaskSieve = {
  sieve: PatternSieve;
  /** Room for the answer about the line that is being masked. */
  possible: Int32Array;
  /** The rules that speak of each kind of text. */
  ofProfile: Record<MaskProfile, Int32Array>;
};

/** Built once for each list of rules. */
const sieves = new WeakMap<readonly MaskRule[], MaskSieve>();

function sieveFor(rules: readonly MaskRule[]): MaskSieve {
  const known = sieves.get(rules);
  if (known) return known;
  const sieve = patternSieve(rules.map(({ needs, hint }) => [hint ?? needs]));
  const ofProfile = (profile: MaskProfile) => {
    const bits = new Int32Array(sieve.words);
    for (const [index, rule] of rules.entries())
      if (rule.profiles.includes(profile)) bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << (index & 31));
    return bits;
  };
  const [prose, message, diagnostic, assertion, frame] = maskProfiles;
  const made = {
    sieve,
    possible: new Int32Array(sieve.words),
    ofProfile: {
      [prose]: ofProfile(prose),
      [message]: ofProfile(message),
      [diagnostic]: ofProfile(diagnostic),
      [assertion]: ofProfile(assertion),
      [frame]: ofProfile(frame),
    },
  };
  sieves.set(rules, made);
  return made;
}

/** Adds what a rule found. Where it covers earlier parts, those go, and the fillers that it took over get their placeholders back. */
function settle(earlier: readonly Settled[], found: readonly Settled[], line: string): Settled[] {
  const kept = earlier.filter((part) => !found.some((over) => over.start <= part.start && part.end <= over.end));
  if (kept.length === earlier.length) return [...earlier, ...found];
  const rewritten = found.map((over) => {
    const inside = earlier
      .filter((part) => over.start <= part.start && part.end <= over.end)
      .sort((left, right) => left.start - right.start);
    return inside.length === 0 ? over : { ...over, placeholder: refilled(over.placeholder, inside, line) };
  });
  return [...kept, ...rewritten];
}

/** A rewritten part keeps its end (a path loses its front), so its last runs of fillers are the last of those that were inside. */
function refilled(placeholder: string, inside: readonly Settled[], line: string): string {
  const texts: string[] = [];
  for (const [index, { start, end, placeholder: own, keeps }] of inside.entries()) {
    const text = keeps ? line.slice(start, end) : own;
    if (index > 0 && inside[index - 1]?.end === start) texts.push((texts.pop() ?? "") + text);
    else texts.push(text);
  }
  const runs = placeholder.match(fillers)?.length ?? 0;
  const used = texts.slice(texts.length - runs);
  return placeholder.replace(fillers, () => used.shift() ?? "");
}

function filled(working: string, found: readonly Settled[]): string {
  let next = "";
  let copied = 0;
  for (const { start, end } of found) {
    next += working.slice(copied, start) + filler.repeat(end - start);
    copied = end;
  }
  return next + working.slice(copied);
}

/** Runs of blanks, and single ones other than U+0020, which stay as they are. */
const blankRun = /\s{2,}|[^\S ]/g;

/** The line with its masks put in, and runs of blanks made one. */
export function maskedText(line: string, masks: readonly LineMask[]): string {
  let text = "";
  let copied = 0;
  for (const { start, end, placeholder } of masks) {
    text += line.slice(copied, start) + placeholder;
    copied = end;
  }
  text += line.slice(copied);
  return text.replace(blankRun, " ").trim();
}
