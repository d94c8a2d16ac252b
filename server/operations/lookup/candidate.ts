import type { candidateFates } from "#server/contracts/lookups.ts";
import type { matchedKinds } from "#server/contracts/memory-context.ts";
import type { LegName } from "#server/operations/ports.ts";

export type Fate = (typeof candidateFates)[number];

/** Something a leg found, with everything its verdict rests on. `text` is what an answer would carry. */
export type Candidate = {
  kind: "memory" | "reference" | "skill";
  id: string;
  project: string | null;
  session: string | null;
  level: "L1" | "L2" | "R" | "skill";
  tier: 1 | 2 | 3 | null;
  leg: LegName;
  matchedKind: (typeof matchedKinds)[number] | null;
  /** The leg's own measure in [0, 1]. */
  rawScore: number;
  /** The rerank score in [0, 1]: the same function for all tiers. */
  score: number;
  /** Of its leg; null where the leg has none (an exact signature). */
  floor: number | null;
  factors: Record<string, number>;
  text: string;
  parents: { level: "L0" | "L1" | "L2"; source: string }[];
  replaces: string[];
  /** Of tier 1: the signature that led here. */
  signatureId: string | null;
  /** Of tier 1: whether somebody marked its failure as one that comes and goes. */
  isFlaky?: boolean;
  fate: Fate;
};
