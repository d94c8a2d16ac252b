import type { MaskRule } from "#server/domain/failure-signature/masks.ts";

const months = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}";
const days = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}";
const clock = "[0-2]?[0-9]:[0-5][0-9](?::[0-6][0-9](?:[.,][0-9]{1,9})?)?(?: ?[AaPp][Mm]\\b)?";
const zone = "(?: ?(?:Z\\b|UTC\\b|GMT\\b|[A-Z]{3,4}T\\b|[+-][0-2][0-9]:?[0-5][0-9]))?";
const every = ["prose", "message", "diagnostic", "assertion"] as const;

const moments = [
  // ISO 8601 and its spellings in file names (2026-08-02T18_23_46_192Z), with or without a zone.
  `[12][0-9]{3}-[01][0-9]-[0-3][0-9][T _][0-2][0-9][:_-][0-5][0-9][:_-][0-6][0-9](?:[.,_][0-9]{1,9})?${zone}`,
  `[12][0-9]{3}/[01]?[0-9]/[0-3]?[0-9],? ${clock}${zone}`,
  `(?:${days},? )?[0-3]?[0-9][ -]${months}[ -][12][0-9]{3},? ${clock}${zone}`,
  `(?:${days} )?${months} {1,2}[0-3]?[0-9],? (?:[12][0-9]{3},? )?${clock}${zone}(?: [12][0-9]{3}\\b)?`,
  `[0-3]?[0-9]/${months}/[12][0-9]{3}:${clock}${zone}`,
  `[01]?[0-9]/[0-3]?[0-9]/(?:[12][0-9])?[0-9]{2},? ${clock}${zone}`,
  `(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]T?[0-2][0-9][0-5][0-9][0-6][0-9](?:[0-9]{3})?Z?(?![0-9])`,
  `[IWEF][01][0-9][0-3][0-9] ${clock}`,
  `(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9](?![0-9-])`,
  `[0-2]?[0-9]:[0-5][0-9]:[0-6][0-9](?:[.,][0-9]{1,9})?(?: ?[AaPp][Mm]\\b)?${zone}(?![:0-9])`,
];

export const timeRules: MaskRule[] = [
  {
    name: "time",
    placeholder: "<time>",
    reason: "A log line says when it was written; two runs never agree on that.",
    tradeOff: "A failure that depends on a date (an expired certificate, a leap day) shows in other words only.",
    profiles: every,
    needs: /[0-9]:[0-5]|[12][0-9]{3}[-/01]/,
    pattern: new RegExp(`(?<![\\w:.-])(?:${moments.join("|")})`, "g"),
  },
  {
    name: "epoch",
    placeholder: "<time>",
    reason: "Seconds, milli-, micro- or nanoseconds since 1970 are a time of the run.",
    tradeOff:
      "A ten- or thirteen-digit id that happens to begin like a present time is masked too; it would be as an id.",
    profiles: every,
    needs: /1[4-9][0-9]{8}/,
    pattern: /(?<![\w.-])1[4-9][0-9]{8}(?:\.[0-9]{1,9}|[0-9]{3}|[0-9]{6}|[0-9]{9})?(?![\w-]|\.[0-9])/g,
  },
];
