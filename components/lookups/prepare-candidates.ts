import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import { explainRawScore, explainScore } from "./explain-score.ts";
import { fateWord, legWord, matchedKindWord } from "./words.ts";

type Candidate = ContextRecordBody["candidates"][number];

export type CandidateRow = {
  /** The position in the record: one memory may stand there twice, once for each leg that found it. */
  position: number;
  kind: Candidate["kind"];
  id: string;
  project: string | null;
  level: string;
  tier: number | null;
  leg: string;
  matched: string;
  score: number;
  scoreShown: string;
  rawScore: number;
  rawScoreShown: string;
  /** The arithmetic of both scores, one line a step. */
  scoreHow: string[];
  rawScoreHow: string[];
  floor: number | null;
  floorShown: string;
  factors: { name: string; shown: string }[];
  fate: Candidate["fate"];
  fateWord: string;
  /** Why it has this fate, as a sentence. */
  reason: string;
  tokens: number | null;
  replaces: readonly string[];
};

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** `1st`, `2nd`, `11th` */
export function ordinal(position: number): string {
  return `${formatCount(position)}${endings[ordinals.select(position)] ?? "th"}`;
}

/** The policy field that limits how many entries of a kind are returned. */
function limitField({ kind, tier }: Candidate): string {
  if (kind === "skill") return "max_skills";
  return tier === 1 ? "max_tier1" : tier === 2 ? "max_tier2" : "max_references";
}

function reasonOf(candidate: Candidate, record: ContextRecordBody): string {
  const { id, fate, raw_score, floor, tokens, leg } = candidate;
  switch (fate) {
    case "returned": {
      const order = candidate.kind === "skill" ? record.decision.skills : record.decision.lessons;
      const place = order.indexOf(id);
      const among = candidate.kind === "skill" ? "skills" : "lessons";
      return place === -1
        ? "In the answer."
        : `${ordinal(place + 1)} of ${formatCount(order.length)} ${among} in the answer.`;
    }
    case "dropped": {
      const place = record.drops.findIndex((drop) => drop.id === id);
      const size = tokens === null ? "" : ` ${countOf(tokens, "token")} saved.`;
      return place === -1
        ? `Left out to keep the budget.${size}`
        : `Left out ${ordinal(place + 1)} to keep the budget.${size}`;
    }
    case "below_floor":
      return floor === null
        ? "Below the floor of its leg."
        : `${legWord[leg]} scored ${formatScore(raw_score, [floor])}, under its floor of ${formatScore(floor, [raw_score])}.`;
    case "over_limit": {
      const field = limitField(candidate);
      const limit = record.policy[field];
      return typeof limit === "number"
        ? `${limit === 1 ? "1 better one" : `${formatCount(limit)} better ones`} filled the limit ${field} of the policy.`
        : `Better ones filled the limit ${field} of the policy.`;
    }
    case "superseded":
      return "Another memory has taken its place.";
    case "duplicate":
      return "Found by another leg too, and counted there.";
  }
}

/** Every candidate as a row: numbers with the digits that decided, and its fate in words. */
export function prepareCandidates(record: ContextRecordBody): CandidateRow[] {
  return record.candidates.map((candidate, position) => {
    const { raw_score, floor, score } = candidate;
    return {
      position,
      kind: candidate.kind,
      id: candidate.id,
      project: candidate.project,
      level: candidate.level,
      tier: candidate.tier,
      leg: legWord[candidate.leg],
      matched: candidate.matched_kind === null ? "–" : matchedKindWord[candidate.matched_kind],
      score,
      scoreShown: formatScore(score),
      rawScore: raw_score,
      rawScoreShown: formatScore(raw_score, [floor]),
      scoreHow: explainScore(candidate, record).how,
      rawScoreHow: explainRawScore(candidate, record).how,
      floor,
      floorShown: formatScore(floor, [raw_score]),
      factors: Object.entries(candidate.factors).map(([name, value]) => ({ name, shown: formatScore(value) })),
      fate: candidate.fate,
      fateWord: fateWord[candidate.fate],
      reason: reasonOf(candidate, record),
      tokens: candidate.tokens,
      replaces: candidate.replaces,
    };
  });
}
