import { expect, test } from "vitest";
import { turnsOf } from "./turns-of.ts";

test("no more tasks run than have a turn, in the order in which they came, and a failed one ends its turn", async () => {
  const turn = turnsOf(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const task = (number: number) =>
    turn(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(number);
          ends[number] = (error) => (error ? reject(error) : resolve(number));
        }),
    );
  const all = Promise.allSettled([0, 1, 2, 3].map(task));
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.(new Error("no"));
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[0]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  const late = task(4);
  ends[4]?.();
  expect(await late).toBe(4);
});
