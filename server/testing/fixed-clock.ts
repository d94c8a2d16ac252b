export type FixedClock = {
  now(): Date;
  /** Milliseconds since the clock was made; moves only with `advance`. */
  elapsed(): number;
  advance(ms: number): void;
  after(ms: number, call: () => void): () => void;
};

/** How much longer time limits last under test: a busy machine must not make a leg look slow that only waits its turn. */
const patience = 30;

/** The timer of a test in which something hangs: still patient with the rest, and over in seconds. */
export const hastyTimer = timerOf(2);

function timerOf(factor: number) {
  return (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms * factor);
    return () => clearTimeout(timer);
  };
}

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
    after: timerOf(patience),
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
