/** Something to be timed, beside others. */
export type Subject = { name: string; run(turn: number): unknown };

/**
 * Median wall time of each subject in ms. The subjects take turns, so that whatever else the machine does falls on all of
 * them alike and their ratios hold.
 */
export async function measureByTurns(subjects: readonly Subject[], turns: number): Promise<Map<string, number>> {
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let turn = 0; turn < turns + warmUpTurns; turn++) {
    for (const { name, run } of subjects) {
      const started = performance.now();
      await run(turn);
      if (turn >= warmUpTurns) times.get(name)?.push(performance.now() - started);
    }
  }
  return new Map([...times].map(([name, taken]) => [name, median(taken)]));
}

const warmUpTurns = 5;

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
