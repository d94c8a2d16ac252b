import type { RefusalReason } from "#server/domain/calibration/calibrate.ts";

/** Why a run suggests nothing, in a list. */
export const refusalWord = {
  overlap: "Not separable",
  not_a_number: "A score is no number",
  no_relevant: "No relevant pair",
  no_control: "No control",
  nothing_above_zero: "Relevant pairs at 0",
} as const satisfies Record<RefusalReason, string>;
