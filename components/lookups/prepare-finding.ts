import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import { degradedLegWord, degradedReasonWord, type TierKey, tierKey } from "./words.ts";

export type Finding = {
  tier: TierKey;
  /** One sentence: what this lookup found. */
  headline: string;
  /** Further sentences, in the order of their weight. */
  details: string[];
  /** Set when a part of the lookup did not answer. */
  degraded: string | null;
};

/** `3 s, 2 d` style lists as prose: `a`, `a and b`, `a, b and c`. */
function inProse(words: readonly string[]): string {
  const last = words.at(-1);
  if (last === undefined) return "";
  return words.length === 1 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** The best candidate that its floor kept out, as a sentence. */
function bestRejected({ candidates }: ContextRecordBody): string | null {
  const kept = candidates.filter(({ fate }) => fate === "below_floor");
  const best = kept.reduce<(typeof kept)[number] | null>(
    (before, each) => (before === null || each.raw_score > before.raw_score ? each : before),
    null,
  );
  if (best === null || best.floor === null) return null;
  const floor = formatScore(best.floor, [best.raw_score]);
  return `The best of them scored ${formatScore(best.raw_score, [best.floor])}, under a floor of ${floor}.`;
}

function headlineOf(record: ContextRecordBody): string {
  const returned = record.candidates.filter(({ fate }) => fate === "returned");
  const inTier = (tier: number) =>
    returned.filter((candidate) => candidate.tier === tier && candidate.kind !== "skill");
  switch (record.decision.tier) {
    case 1: {
      const linked = countOf(inTier(1).length, "lesson is linked to it", "lessons are linked to it");
      const seen = Math.max(0, ...inTier(1).map(({ factors }) => factors.seen_count ?? 0));
      return seen > 0
        ? `Tier 1: this exact failure was seen ${seen === 1 ? "once" : `${formatCount(seen)} times`}, and ${linked}.`
        : `Tier 1: this exact failure is known, and ${linked}.`;
    }
    case 2: {
      const like = countOf(inTier(2).length, "memory resembles", "memories resemble");
      return `Tier 2: similar, not the same. ${like} what was asked.`;
    }
    case 3: {
      const passages = countOf(inTier(3).length, "passage comes", "passages come");
      return `Tier 3: nobody here has hit this. ${passages} from the documentation.`;
    }
    default:
      return "Nothing known: no memory and no documentation passed its floor.";
  }
}

/** What a lookup found, in sentences that hold for this record alone. */
export function prepareFinding(record: ContextRecordBody): Finding {
  const { counts, budget, degraded, decision } = record;
  const details: string[] = [];
  if (decision.tier === null) {
    details.push(
      counts.considered === 0
        ? "No candidate was found at all."
        : `${countOf(counts.considered, "candidate was", "candidates were")} considered.`,
    );
    const best = bestRejected(record);
    if (best !== null) details.push(best);
  } else {
    details.push(
      `${formatCount(counts.returned)} of ${countOf(counts.found, "match", "matches")} returned, ${countOf(counts.considered, "candidate", "candidates")} considered.`,
    );
  }
  if (counts.dropped > 0) {
    details.push(
      `${countOf(counts.dropped, "match was", "matches were")} left out to keep the budget of ${formatCount(budget.limit)} tokens.`,
    );
  }
  if (budget.exceeded) {
    details.push(
      decision.tier === 1
        ? "The budget is exceeded, because an exact hit is never dropped."
        : "The budget is smaller than an empty answer.",
    );
  }
  const silent = degraded.map(({ leg, reason }) => `${degradedLegWord[leg]} ${degradedReasonWord[reason]}`);
  return {
    tier: tierKey(decision.tier),
    headline: headlineOf(record),
    details,
    degraded: silent.length === 0 ? null : `${inProse(silent)}; the rest is complete.`,
  };
}
