import { compareRanked } from "#server/domain/selection/compare-ids.ts";
import { compareLessons, type Rankable } from "./order-lessons.ts";

type Selectable = Rankable & { rawScore: number; floor: number | null };

export type SelectionFate = "returned" | "below_floor" | "over_limit" | "duplicate";

/**
 * Applies floors, merges what several legs found, and cuts each tier at its limit. Every candidate keeps a verdict.
 * A memory that two legs found counts once: at its best tier, under the leg that comes first (symptom before text), and
 * with the best raw score of that tier. `found` comes in the order of the legs.
 * `keepOrder` leaves that order alone: a question by tool alone is answered by age, not by wording.
 */
export function selectLessons<Candidate extends Selectable>(
  found: readonly Candidate[],
  { limitPerTier, keepOrder }: { limitPerTier: Record<1 | 2 | 3, number>; keepOrder: boolean },
): { candidate: Candidate; fate: SelectionFate }[] {
  const passed = new Map<string, Candidate>();
  const rest: { candidate: Candidate; fate: SelectionFate }[] = [];
  for (const candidate of found) {
    if (candidate.floor !== null && candidate.rawScore < candidate.floor) {
      rest.push({ candidate, fate: "below_floor" });
      continue;
    }
    const rival = passed.get(candidate.id);
    if (!rival) {
      passed.set(candidate.id, candidate);
    } else if (candidate.tier < rival.tier) {
      passed.set(candidate.id, candidate);
      rest.push({ candidate: rival, fate: "duplicate" });
    } else {
      if (candidate.tier === rival.tier && candidate.rawScore > rival.rawScore) {
        passed.set(candidate.id, { ...rival, rawScore: candidate.rawScore });
      }
      rest.push({ candidate, fate: "duplicate" });
    }
  }
  const ranked = keepOrder ? [...passed.values()] : [...passed.values()].sort(compareLessons);
  const counts = { 1: 0, 2: 0, 3: 0 };
  const kept = ranked.map((candidate): { candidate: Candidate; fate: SelectionFate } => {
    counts[candidate.tier] += 1;
    return { candidate, fate: counts[candidate.tier] <= limitPerTier[candidate.tier] ? "returned" : "over_limit" };
  });
  return [...kept, ...rest.sort((a, b) => compareRanked(a.candidate, b.candidate))];
}
