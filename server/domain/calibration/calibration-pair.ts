import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";
import { type ScoringPolicy, scoreValue } from "#server/domain/scoring/score-candidate.ts";

export const calibrationLabels = ["relevant", "control"] as const;
export type CalibrationLabel = (typeof calibrationLabels)[number];

/** A task, a memory, and whether the memory belongs to the task. */
export type CalibrationPair = {
  task_text: string;
  current_nodes?: readonly string[];
  /** Absent for a pair that was imported with its score alone. */
  memory_id?: string;
  label: CalibrationLabel;
  /** The lookup whose label made this pair. Its `task_text` is then a hash: the text lives in the record alone, and goes with it. */
  lookup_id?: string;
  /** As it was imported. Whatever is no finite number is refused by name, never skipped. */
  score: unknown;
};

/** A pair whose memory was judged in a lookup: its score follows from its inputs under any policy. */
export type JudgedPair = Omit<CalibrationPair, "score"> & { inputs: CandidateInputs };

export function scorePair({ inputs, ...pair }: JudgedPair, policy: ScoringPolicy): CalibrationPair {
  return { ...pair, score: scoreValue(inputs, policy) };
}

/** Pairs of the same task: same text, same nodes in any order. */
export function taskKey({
  task_text,
  current_nodes = [],
}: Pick<CalibrationPair, "task_text" | "current_nodes">): string {
  return JSON.stringify([task_text, [...new Set(current_nodes)].toSorted()]);
}
