import type { PolicyField } from "#server/domain/policy/policy.ts";
import { currentLegFloors } from "#server/domain/retrieval/retrieval-constants.ts";

/** Where a number of the policy comes from, what it may be, and what it means. */
export type PolicyFieldOrigin = {
  default: number | null;
  unit:
    | "weight"
    | "score"
    | "share"
    | "hops"
    | "nodes"
    | "sessions"
    | "items"
    | "tokens"
    | "milliseconds"
    | "days"
    | "version";
  /** Both ends included. */
  min: number;
  max: number;
  isInteger: boolean;
  /** Null switches the field off. */
  isNullable: boolean;
  meaning: string;
  /** Day on which this default was set. */
  date: string;
  origin: string;
};

const designed = { date: "2026-11-29", isInteger: false, isNullable: false } as const;
const counted = { ...designed, isInteger: true } as const;

/** One entry a field, in the order of `Policy`. A default is never edited in place: a changed one gets a new date and a new `defaultsVersion`. */
export const policyFieldOrigins = {
  w_semantic: {
    ...designed,
    default: 0.6,
    unit: "weight",
    min: 0,
    max: 1,
    meaning: "What the overlap of task and memory tokens contributes to a score.",
    origin: "Design of prior context. With structural it sums to 1, so a score without bonus stays in [0, 1].",
  },
  w_structural: {
    ...designed,
    default: 0.4,
    unit: "weight",
    min: 0,
    max: 1,
    meaning: "What the share of a memory's ground inside the focus contributes to a score.",
    origin: "Design of prior context. Finds the same pattern told in other words.",
  },
  structural_hops: {
    ...counted,
    default: 1,
    unit: "hops",
    min: 0,
    max: 3,
    meaning: "How far the focus reaches from current_nodes along containment and import edges.",
    origin: "Design of prior context. Two hops from a directory of a small repository reach most of it.",
  },
  min_structural_ground: {
    ...counted,
    default: 2,
    unit: "nodes",
    min: 1,
    max: 100,
    meaning: "Resident ground nodes below which structural is 0; also the shared nodes that make a corroboration.",
    origin: "Design of prior context. One shared file is chance: in most repositories a few files carry most changes.",
  },
  outcome_penalty: {
    ...designed,
    default: 0.2,
    unit: "score",
    min: 0,
    max: 1,
    meaning: "Taken from a memory whose latest outcome is fail.",
    origin:
      "Design of prior context. Above what wording alone usually gives (0.6 × 0.3), so a failed way is not offered again.",
  },
  outcome_reward: {
    ...designed,
    default: 0,
    unit: "score",
    min: 0,
    max: 1,
    meaning: "Added to a memory whose latest outcome is pass and which other sessions corroborate.",
    origin: "Design of prior context. Off until a team has measured that its outcomes tell anything.",
  },
  min_corroboration: {
    ...counted,
    default: 2,
    unit: "sessions",
    min: 0,
    max: 1_000,
    meaning: "Other sessions with memories on the same ground that outcome_reward needs.",
    origin: "Design of prior context. A session must not promote its own memory.",
  },
  project_boost: {
    ...designed,
    default: 0,
    unit: "score",
    min: 0,
    max: 1,
    meaning: "Added to memories of the caller's own project in a lookup over all projects.",
    origin: "Design of prior context. Off: the project's own graph already favours them.",
  },
  recency_half_life_days: {
    ...designed,
    isNullable: true,
    default: null,
    unit: "days",
    min: 0.01,
    max: 36_500,
    meaning: "Age at which a score is halved; null leaves age out.",
    origin:
      "Design of prior context. Measured on links between real commits, recency as a multiplier lost 0.07 of recall@5.",
  },
  live_ratio_floor: {
    ...designed,
    default: 0.25,
    unit: "share",
    min: 0,
    max: 1,
    meaning: "Least factor of a memory whose ground no longer exists.",
    origin: "Design of prior context. Code that is gone weakens a lesson and does not refute it.",
  },
  background_table: {
    ...counted,
    default: 0,
    unit: "version",
    min: 0,
    max: 1,
    meaning: "Frozen table of background term frequencies that weighs tokens; 0 weighs all alike.",
    origin: "Design of prior context. Tables ship with the product, because weights taken from a store change with it.",
  },
  noise_floor: {
    ...designed,
    default: 0.037,
    unit: "score",
    min: 0,
    max: 2,
    meaning: "A memory must score above it.",
    origin: "Measured on one team's corpus; does not transfer, calibrate it on your own pairs.",
  },
  rank_gap_ratio: {
    ...designed,
    default: 0.35,
    unit: "share",
    min: 0,
    max: 1,
    meaning: "A memory must score at least this share of the best score.",
    origin: "Design of prior context. Calibration suggests the largest ratio that keeps every relevant pair.",
  },
  top_k: {
    ...counted,
    default: 5,
    unit: "items",
    min: 1,
    max: 50,
    meaning: "Most memories that a prior-context answer selects.",
    origin: "Design of prior context.",
  },
  symptom_floor: {
    ...designed,
    default: currentLegFloors.symptom_floor,
    unit: "score",
    min: 0,
    max: 1,
    meaning: "Raw score below which the symptom leg abstains.",
    origin: "Measured by eval-floors: best of hundreds of unrelated texts against what is related.",
  },
  text_floor: {
    ...designed,
    default: currentLegFloors.text_floor,
    unit: "score",
    min: 0,
    max: 1,
    meaning: "Raw score below which the text leg abstains.",
    origin: "Measured by eval-floors: best of hundreds of unrelated texts against what is related.",
  },
  skills_floor: {
    ...designed,
    default: currentLegFloors.skills_floor,
    unit: "score",
    min: 0,
    max: 1,
    meaning: "Raw score below which the skills leg abstains.",
    origin: "Measured by eval-floors: best of hundreds of unrelated texts against what is related.",
  },
  reference_floor: {
    ...designed,
    default: currentLegFloors.reference_floor,
    unit: "score",
    min: 0,
    max: 1,
    meaning: "Raw score below which the reference leg abstains.",
    origin: "Measured by eval-floors: best of hundreds of unrelated texts against what is related.",
  },
  vector_floor: {
    ...designed,
    default: 0.6,
    unit: "score",
    min: 0,
    max: 1,
    meaning: "Cosine below which a vector hit abstains, where an embedder is configured.",
    origin: "Set here, not measured: models differ in what unrelated texts score, so calibrate it for yours.",
  },
  max_tier1: {
    ...counted,
    default: 5,
    unit: "items",
    min: 0,
    max: 50,
    meaning: "Most tier-1 lessons of an answer; tier 1 is never dropped for the budget, so it is limited here.",
    origin: "Design of the three-tier lookup.",
  },
  max_tier2: {
    ...counted,
    default: 10,
    unit: "items",
    min: 0,
    max: 100,
    meaning: "Most similar lessons in an answer.",
    origin: "Set here: ten lessons of ordinary length fill about half of the default budget.",
  },
  max_skills: {
    ...counted,
    default: 3,
    unit: "items",
    min: 0,
    max: 50,
    meaning: "Most skills of an answer.",
    origin: "Design of the three-tier lookup.",
  },
  max_references: {
    ...counted,
    default: 3,
    unit: "items",
    min: 0,
    max: 50,
    meaning: "Most reference chunks of an answer.",
    origin: "Design of the three-tier lookup.",
  },
  default_budget_context: {
    ...counted,
    default: 6_000,
    unit: "tokens",
    min: 0,
    max: 200_000,
    meaning: "Budget of a three-tier lookup that names none.",
    origin: "Design of the three-tier lookup.",
  },
  default_budget_prior: {
    ...counted,
    default: 2_000,
    unit: "tokens",
    min: 0,
    max: 200_000,
    meaning: "Budget of a prior-context lookup that names none.",
    origin: "Design of prior context.",
  },
  leg_timeout_ms: {
    ...counted,
    default: 800,
    unit: "milliseconds",
    min: 1,
    max: 60_000,
    meaning: "After it a leg is left out of the answer and named in degraded.",
    origin: "Design of the three-tier lookup.",
  },
  embedder_timeout_ms: {
    ...counted,
    default: 600,
    unit: "milliseconds",
    min: 1,
    max: 60_000,
    meaning: "After it a lookup goes on with lexical search alone.",
    origin: "Design of the three-tier lookup. Below leg_timeout_ms, so that the leg itself still answers.",
  },
  session_memory_retention_days: {
    ...counted,
    default: 90,
    unit: "days",
    min: 1,
    max: 36_500,
    meaning: "Age after which reasoning and L0 memories are removed; lessons never expire by themselves.",
    origin: "Design of retention.",
  },
  record_retention_days: {
    ...counted,
    default: 90,
    unit: "days",
    min: 1,
    max: 36_500,
    meaning: "Age after which attention records, and what hosts told of sessions, are removed.",
    origin: "Design of privacy.",
  },
  request_text_retention_days: {
    ...counted,
    default: 14,
    unit: "days",
    min: 0,
    max: 36_500,
    meaning: "Age after which the request text inside a record is removed.",
    origin: "Design of privacy.",
  },
} as const satisfies Record<PolicyField, PolicyFieldOrigin>;
