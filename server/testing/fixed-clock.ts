export type FixedClock = {
  now(): Date;
  /** Milliseconds since the clock was made; moves only with `advance`. */
  elapsed(): number;
  advance(ms: number): void;
};

/** A clock that stands at `iso` until it is told to move. Throws a RangeError when `iso` is no time. */
export function fixedClock(iso: string): FixedClock {
  const start = new Date(iso).getTime();
  if (Number.isNaN(start)) throw new RangeError(`${iso} is no time`);
  let elapsedMs = 0;
  return {
    now: () => new Date(start + elapsedMs),
    elapsed: () => elapsedMs,
    advance(ms) {
      elapsedMs += ms;
    },
  };
}

/** Ids that count up from 1 within their prefix: `mem_000001`, `mem_000002`. They sort in the order they were made. */
export function countingIds(): (prefix: string) => string {
  const last = new Map<string, number>();
  return (prefix) => {
    const next = (last.get(prefix) ?? 0) + 1;
    last.set(prefix, next);
    return `${prefix}_${String(next).padStart(6, "0")}`;
  };
}
