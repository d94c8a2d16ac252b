import fc from "fast-check";
import { expect, test } from "vitest";
import { type BodyPlace, bodyRoom } from "./body-room.ts";

const limits = { roomBytes: 100, smallBytes: 10, waitingBytes: 50 };

test("what is in the room never exceeds it but for one that is larger alone, all come in in their order, and none is forgotten", async () => {
  const sizes = fc.array(
    fc.record({ bytes: fc.integer({ min: 11, max: 150 }), wireBytes: fc.integer({ min: 0, max: 4 }) }),
    {
      maxLength: 12,
    },
  );
  await fc.assert(
    fc.asyncProperty(sizes, fc.infiniteStream(fc.nat()), async (bodies, chance) => {
      const room = bodyRoom(limits);
      const inside: { at: number; bytes: number; place: BodyPlace }[] = [];
      const entered: number[] = [];
      const all = bodies.map(async (body, at) => {
        const place = await room.enter(body);
        if (place === null) throw new Error("refused");
        entered.push(at);
        inside.push({ at, bytes: body.bytes, place });
      });
      for (let left = bodies.length; left > 0; left -= 1) {
        await expect.poll(() => inside.length, { interval: 1 }).toBeGreaterThan(0);
        const sum = inside.reduce((total, { bytes }) => total + bytes, 0);
        expect(inside.length === 1 || sum <= limits.roomBytes).toBe(true);
        const gone = inside.splice(Number(chance.next().value) % inside.length, 1)[0];
        gone?.place.leave();
        gone?.place.leave();
      }
      await Promise.all(all);
      expect(entered).toEqual(bodies.map((_, at) => at));
    }),
    { numRuns: 40 },
  );
});

test("a small body never waits, and of those that wait no more are kept than may be", async () => {
  const room = bodyRoom(limits);
  const first = await room.enter({ bytes: 100, wireBytes: 100 });
  const second = room.enter({ bytes: 90, wireBytes: 30 });
  expect(await room.enter({ bytes: 90, wireBytes: 30 })).toBeNull();
  expect(await room.enter({ bytes: 10, wireBytes: 10 })).not.toBeNull();
  first?.leave();
  expect(await second).not.toBeNull();
  const third = room.enter({ bytes: 90, wireBytes: 50 });
  (await second)?.leave();
  expect(await third).not.toBeNull();
});
