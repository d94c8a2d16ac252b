import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator as recommendedRules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretMasker } from "#server/operations/ports.ts";

/**
 * The scanner marks every step of every scan, keeps all marks for ever and searches them at each new one: after a few
 * hundred texts that cost more than scanning, and it grew with the square. Nobody reads these marks.
 */
secretLintProfiler.mark = () => {};

const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: recommendedRules }] };

/**
 * Shapes that the scanner leaves alone because a linter must not cry wolf, and that a store must not keep: credentials
 * inside any URL, and bearer tokens of a request that was printed.
 */
const ownPatterns: { rule: string; pattern: RegExp }[] = [
  { rule: "whence-key", pattern: /\bwhk_[a-z2-7]{16}_[a-z2-7]{20,52}/g },
  { rule: "url-credentials", pattern: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@:]{0,200}:[^\s/?#@]{1,200}(?=@)/gi },
  {
    rule: "authorization-header",
    pattern: /(?<=\bauthorization:\s{0,4}(?:bearer|basic|token)\s)[\w.~+/=-]{12,2000}/gi,
  },
  {
    rule: "private-key",
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}-----END [A-Z ]{0,40}PRIVATE KEY-----/g,
  },
];

/**
 * Masks what a well-kept scanner (secretlint's recommended rules) takes for a secret, and the shapes above.
 * Known shapes only: a secret that looks like a word stays. The placeholder is never longer than the secret, so that a
 * text which fits its limit still fits. A scanner that fails masks the whole text rather than let a secret through.
 */
export const maskSecrets: SecretMasker = async (text) => {
  if (text.length < 12) return { text, masked: [] };
  let spans: { start: number; end: number; rule: string }[];
  try {
    const scanned = await lintSource({
      source: { content: text, filePath: "/input.txt", contentType: "text" },
      options: { config, noPhysicFilePath: true },
    });
    spans = scanned.messages.map(({ ruleId, range: [start, end] }) => ({
      start,
      end,
      rule: ruleId.replace("@secretlint/secretlint-rule-", ""),
    }));
  } catch {
    return { text: "[unscannable text]".slice(0, text.length), masked: ["scanner-failed"] };
  }
  for (const { rule, pattern } of ownPatterns) {
    for (const found of text.matchAll(pattern)) {
      spans.push({ start: found.index, end: found.index + found[0].length, rule });
    }
  }
  return replaceSpans(text, spans);
};

function replaceSpans(
  text: string,
  spans: { start: number; end: number; rule: string }[],
): { text: string; masked: string[] } {
  const ordered = spans.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start || b.end - a.end);
  let result = "";
  let position = 0;
  for (const { start, end, rule } of ordered) {
    if (end <= position) continue;
    const from = Math.max(start, position);
    result += text.slice(position, from) + `[secret:${rule}]`.slice(0, end - from);
    position = end;
  }
  return { text: result + text.slice(position), masked: [...new Set(ordered.map((span) => span.rule))].sort() };
}
