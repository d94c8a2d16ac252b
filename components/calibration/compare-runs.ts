import type { CalibrationBody } from "#server/contracts/calibrations.ts";

type Scored = CalibrationBody["scored"][number];

export type RunDifference = {
  onlyHere: Scored[];
  onlyThere: Scored[];
  /** Pairs of both runs that score differently, with the score of this run. */
  rescored: Scored[];
};

/** Which pairs two runs share. A pair is known by its lookup or its task, its memory and its label. */
export function compareRuns(here: CalibrationBody, there: CalibrationBody): RunDifference {
  const keyOf = ({ lookup_id, task_text, memory_id, label, score }: Scored) =>
    JSON.stringify([lookup_id ?? task_text, memory_id ?? score, label]);
  const hereByKey = new Map(here.scored.map((pair) => [keyOf(pair), pair]));
  const thereByKey = new Map(there.scored.map((pair) => [keyOf(pair), pair]));
  return {
    onlyHere: [...hereByKey].filter(([key]) => !thereByKey.has(key)).map(([, pair]) => pair),
    onlyThere: [...thereByKey].filter(([key]) => !hereByKey.has(key)).map(([, pair]) => pair),
    rescored: [...hereByKey]
      .filter(([key, pair]) => thereByKey.has(key) && thereByKey.get(key)?.score !== pair.score)
      .map(([, pair]) => pair),
  };
}
