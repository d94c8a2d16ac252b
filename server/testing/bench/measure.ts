/** Something to be timed, beside others. */
export type Subject = { name: string; run(turn: number): unknown };

/**
 * Median wall time of each subject in ms, of `turns` turns or of as many as fit into `limitMs`, at least three. The subjects take turns, so that whatever else the machine does falls on all of
 * them alike and their ratios hold.
 */
export async function measureByTurns(
  subjects: readonly Subject[],
  { turns, limitMs = 60_000 }: { turns: number; limitMs?: number },
): Promise<Map<string, number>> {
  const begun = performance.now();
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let turn = 0; turn < turns + warmUpTurns; turn++) {
    if (turn >= warmUpTurns + leastTurns && performance.now() - begun > limitMs) break;
    for (const { name, run } of subjects) {
      const started = performance.now();
      await run(turn);
      if (turn >= warmUpTurns) times.get(name)?.push(performance.now() - started);
    }
  }
  return new Map([...times].map(([name, taken]) => [name, median(taken)]));
}

const warmUpTurns = 5;
const leastTurns = 3;

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
