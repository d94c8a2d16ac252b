import { policyFieldOrigins } from "#server/domain/policy/policy-field-origins.ts";

/**
 * Every number that decides a lookup. Versioned and append-only: a stored policy holds the fields that differ from the
 * built-in defaults of its `defaultsVersion`. Unit, range, meaning, date and origin of each field: `policyFieldOrigins`.
 */
export type Policy = {
  /** 0 for the built-in defaults, counted up from 1 for stored policies. */
  version: number;

  w_semantic: number;
  w_structural: number;
  structural_hops: number;
  min_structural_ground: number;
  outcome_penalty: number;
  outcome_reward: number;
  min_corroboration: number;
  project_boost: number;
  recency_half_life_days: number | null;
  live_ratio_floor: number;
  background_table: number;

  noise_floor: number;
  rank_gap_ratio: number;
  top_k: number;

  symptom_floor: number;
  text_floor: number;
  skills_floor: number;
  reference_floor: number;
  vector_floor: number;
  max_tier1: number;
  max_tier2: number;
  max_skills: number;
  max_references: number;

  default_budget_context: number;
  default_budget_prior: number;
  leg_timeout_ms: number;
  embedder_timeout_ms: number;

  session_memory_retention_days: number;
  record_retention_days: number;
  request_text_retention_days: number;
};

export type PolicyField = Exclude<keyof Policy, "version">;

/** Which set of built-in defaults a stored policy was written against. A changed default is a new set, never an edit. */
export const defaultsVersion = "2026-11-29";

export const defaultPolicy: Policy = {
  version: 0,
  w_semantic: policyFieldOrigins.w_semantic.default,
  w_structural: policyFieldOrigins.w_structural.default,
  structural_hops: policyFieldOrigins.structural_hops.default,
  min_structural_ground: policyFieldOrigins.min_structural_ground.default,
  outcome_penalty: policyFieldOrigins.outcome_penalty.default,
  outcome_reward: policyFieldOrigins.outcome_reward.default,
  min_corroboration: policyFieldOrigins.min_corroboration.default,
  project_boost: policyFieldOrigins.project_boost.default,
  recency_half_life_days: policyFieldOrigins.recency_half_life_days.default,
  live_ratio_floor: policyFieldOrigins.live_ratio_floor.default,
  background_table: policyFieldOrigins.background_table.default,
  noise_floor: policyFieldOrigins.noise_floor.default,
  rank_gap_ratio: policyFieldOrigins.rank_gap_ratio.default,
  top_k: policyFieldOrigins.top_k.default,
  symptom_floor: policyFieldOrigins.symptom_floor.default,
  text_floor: policyFieldOrigins.text_floor.default,
  skills_floor: policyFieldOrigins.skills_floor.default,
  reference_floor: policyFieldOrigins.reference_floor.default,
  vector_floor: policyFieldOrigins.vector_floor.default,
  max_tier1: policyFieldOrigins.max_tier1.default,
  max_tier2: policyFieldOrigins.max_tier2.default,
  max_skills: policyFieldOrigins.max_skills.default,
  max_references: policyFieldOrigins.max_references.default,
  default_budget_context: policyFieldOrigins.default_budget_context.default,
  default_budget_prior: policyFieldOrigins.default_budget_prior.default,
  leg_timeout_ms: policyFieldOrigins.leg_timeout_ms.default,
  embedder_timeout_ms: policyFieldOrigins.embedder_timeout_ms.default,
  session_memory_retention_days: policyFieldOrigins.session_memory_retention_days.default,
  record_retention_days: policyFieldOrigins.record_retention_days.default,
  request_text_retention_days: policyFieldOrigins.request_text_retention_days.default,
};
