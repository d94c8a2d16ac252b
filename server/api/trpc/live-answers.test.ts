import { expect, test } from "vitest";
import type { Clock } from "#server/operations/ports.ts";
import { fixedClock } from "#server/testing/fixed-clock.ts";
import { askedAgainAfterMs, liveAnswers } from "./live-answers.ts";

/** A clock whose timers ring only when it is told to move. */
function handClock(): Clock & { advance(ms: number): void } {
  const clock = fixedClock("2026-07-02T10:00:00.000Z");
  const timers = new Set<{ at: number; call: () => void }>();
  return {
    ...clock,
    advance(ms) {
      clock.advance(ms);
      for (const timer of timers) {
        if (timer.at > clock.elapsed()) continue;
        timers.delete(timer);
        timer.call();
      }
    },
    after(ms, call) {
      const timer = { at: clock.elapsed() + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
}

test("a watcher hears the first answer at once, then only what differs", async () => {
  const clock = handClock();
  const answers = [0, 0, 0, 1, 1, 2];
  let asked = 0;
  const live = liveAnswers(async () => ({ count: answers[asked++] }), { clock, signal: undefined });
  expect((await live.next()).value).toEqual({ count: 0 });
  for (const count of [1, 2]) {
    let heard: unknown;
    void live.next().then(({ value }) => {
      heard = value;
    });
    for (let turn = 0; turn < 20 && heard === undefined; turn += 1) {
      await new Promise(setImmediate);
      clock.advance(askedAgainAfterMs);
    }
    await new Promise(setImmediate);
    expect(heard).toEqual({ count });
  }
  expect(asked).toBe(6);
});

test("nothing is asked once the watcher has left, also in the middle of a pause", async () => {
  const clock = handClock();
  const watcher = new AbortController();
  let asked = 0;
  const live = liveAnswers(async () => ++asked, { clock, signal: watcher.signal });
  await live.next();
  const end = live.next();
  await new Promise(setImmediate);
  watcher.abort();
  expect((await end).done).toBe(true);
  clock.advance(10 * askedAgainAfterMs);
  expect(asked).toBe(1);
});

test("a read that is refused ends the stream with the refusal", async () => {
  const live = liveAnswers(
    async () => {
      throw new Error("refused");
    },
    { clock: handClock(), signal: undefined },
  );
  await expect(live.next()).rejects.toThrow("refused");
});
