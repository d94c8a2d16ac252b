import { z } from "zod";
import { refusalReasons } from "#server/domain/calibration/calibrate.ts";
import { calibrationLabels } from "#server/domain/calibration/calibration-pair.ts";
import { Instant, ProjectSlug, pointsText, RequestId } from "./fields.ts";
import { limits } from "./limits.ts";

const RunId = z.string().min(1).max(limits.nameBytes);
const LabelShape = z.enum(calibrationLabels);

const PairInput = z.object({
  task_text: pointsText(limits.taskPoints),
  current_nodes: z.array(pointsText(1_000)).max(limits.currentNodes).optional(),
  memory_id: z.string().min(1).max(limits.nameBytes).optional(),
  /** Numbers that JSON cannot say (NaN) come as null or text, and are refused by name. */
  score: z.unknown().optional(),
  label: LabelShape,
});

export const CalibrateInput = z.object({
  pairs: z
    .array(PairInput)
    .max(10_000, { message: "at most 10,000 pairs" })
    .optional()
    .describe("Without pairs: the labels given to lookups."),
  project: ProjectSlug.optional(),
  policy_version: z.int().min(0).optional(),
  request_id: RequestId.optional(),
});

const FloorPointShape = z.object({
  floor: z.number(),
  relevant_kept: z.int(),
  controls_kept: z.int(),
  precision: z.number().nullable(),
  recall: z.number().nullable(),
});

/** What a list of runs shows. */
export const CalibrationSummary = z.object({
  id: z.string(),
  project: z.string().nullable(),
  policy_version: z.int(),
  created_at: Instant,
  applied_version: z.int().nullable(),
  separable: z.boolean(),
  evidence: z.enum(["enough", "weak"]),
  pairs: z.object({ relevant: z.int(), control: z.int(), duplicates: z.int() }),
  worst_relevant: z.number().nullable(),
  best_control: z.number().nullable(),
  factor: z.number().nullable(),
  noise_floor: z.number().nullable(),
  rank_gap_ratio: z.number().nullable(),
  refusal: z.enum(refusalReasons).nullable(),
});

/** One pair of a run. Pairs of one task share its number; a pair without a finite score has none. */
export const CalibratedPair = z.object({
  index: z.int(),
  task: z.int(),
  /** Null where the text of its lookup is no longer kept. */
  task_text: z.string().nullable(),
  lookup_id: z.string().nullable(),
  memory_id: z.string().nullable(),
  label: LabelShape,
  score: z.number().nullable(),
});

export const CalibrationShape = CalibrationSummary.extend({
  notes: z.array(z.string()),
  refused: z
    .object({
      reason: z.enum(refusalReasons),
      message: z.string(),
      pairs: z.array(
        z.object({
          index: z.int(),
          task_text: z.string(),
          memory_id: z.string().nullable(),
          label: LabelShape,
          score: z.unknown().optional(),
        }),
      ),
    })
    .optional(),
  /** The thresholds of the policy that the pairs were scored under. */
  policy: z.object({ noise_floor: z.number(), rank_gap_ratio: z.number() }),
  at_policy: FloorPointShape,
  at_suggested: FloorPointShape.nullable(),
  scores: z.object({ relevant: z.array(z.number()), control: z.array(z.number()) }),
  curve: z.array(FloorPointShape),
  scored: z.array(CalibratedPair),
});
export type CalibrationBody = z.infer<typeof CalibrationShape>;

export const GetCalibrationInput = z.object({ id: RunId });
export const ListCalibrationsOutput = z.object({ items: z.array(CalibrationSummary) });

const mostReplayed = 200;

export const ApplyCalibrationInput = z.object({
  id: RunId,
  noise_floor: z
    .number()
    .min(0, { message: "0 to 2" })
    .max(2, { message: "0 to 2" })
    .optional()
    .describe("Instead of the suggested one."),
  rank_gap_ratio: z
    .number()
    .min(0, { message: "0 to 1" })
    .max(1, { message: "0 to 1" })
    .optional()
    .describe("Instead of the suggested one."),
  accept_weak: z.boolean().default(false),
  project: ProjectSlug.optional(),
  /** How many of the newest lookups are replayed to show what would change. */
  replay_last: z
    .int()
    .min(0, { message: `0 to ${mostReplayed}` })
    .max(mostReplayed, { message: `0 to ${mostReplayed}` })
    .default(50),
  dry_run: z.boolean().default(false).describe("Only show what would change."),
  request_id: RequestId.optional(),
});
const Changed = z.object({
  record_id: z.string(),
  /** First 200 code points of the task. */
  summary: z.string(),
  entered: z.array(z.string()),
  left: z.array(z.string()),
  undecidable: z.boolean(),
});
export const ApplyCalibrationOutput = z.object({
  version: z.int().nullable(),
  /** The version that was active before, to roll back to. */
  replaced: z.int(),
  noise_floor: z.number(),
  rank_gap_ratio: z.number(),
  replayed: z.int(),
  changed: z.array(Changed),
});
