import type { CandidateRow } from "./prepare-candidates.ts";

/** `decided` is the order of the record: how the lookup ranked them. */
export const candidateSorts = ["decided", "fate", "tier", "raw_score", "score"] as const;
export type CandidateSort = (typeof candidateSorts)[number];

export const sortOrders = ["ascending", "descending"] as const;
export type SortOrder = (typeof sortOrders)[number];

/** The order that a first press gives: best scores, but first tiers, on top. */
export const firstOrder = {
  decided: "ascending",
  fate: "ascending",
  tier: "ascending",
  raw_score: "descending",
  score: "descending",
} as const satisfies Record<CandidateSort, SortOrder>;

const fateRank = {
  returned: 0,
  dropped: 1,
  over_limit: 2,
  below_floor: 3,
  superseded: 4,
  duplicate: 5,
} as const satisfies Record<CandidateRow["fate"], number>;

/** Skills belong to no tier and stand after all of them. */
const afterAllTiers = 9;

function keyOf(row: CandidateRow, sort: CandidateSort): number {
  switch (sort) {
    case "decided":
      return row.position;
    case "fate":
      return fateRank[row.fate];
    case "tier":
      return row.tier ?? afterAllTiers;
    case "raw_score":
      return row.rawScore;
    case "score":
      return row.score;
  }
}

/** Sorted rows, equal ones in the order of the record, in both directions. */
export function sortCandidates(rows: readonly CandidateRow[], sort: CandidateSort, order: SortOrder): CandidateRow[] {
  const sign = order === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => sign * (keyOf(a, sort) - keyOf(b, sort)) || a.position - b.position);
}
