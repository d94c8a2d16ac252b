/** The latest verdict on a memory, `null` where none was recorded. */
export type OutcomeVerdict = "pass" | "fail";

/**
 * What a score is computed from. Whole numbers only, so that two ways of counting cannot differ in a last bit, and so
 * that a record which keeps them can be scored again on any later day.
 */
export type CandidateInputs = {
  /** Tokens that task and memory share; under a background table the sum of their weights. */
  token_intersection: number;
  /** Tokens that either of them holds; under a background table the sum of their weights. */
  token_union: number;
  /** Distinct nodes that the memory is about. */
  ground_total: number;
  /** Those that the graph of the memory's project holds; 0 without a graph. */
  ground_resident: number;
  /** Those of the resident ones that lie in the focus. */
  ground_in_focus: number;
  /** Nodes that still exist in the graph; `null` where the project has no graph to ask. */
  ground_live: number | null;
  /** Whole UTC days since the memory was written; 0 for one from the future. */
  age_days: number;
  outcome: OutcomeVerdict | null;
  /**
   * At index n − 1 the number of other sessions that hold a memory sharing at least n ground nodes with this one; trailing
   * zeros left out. A list, because a what-if may change how many shared nodes count. Empty unless the outcome is pass.
   */
  corroboration: number[];
  /** Whether the memory belongs to the project that asked. */
  same_project: boolean;
};
