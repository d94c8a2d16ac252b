import { expect, test } from "vitest";
import { placeNodes } from "./place-nodes.ts";

test("nodes stand in the same places whatever they are called, and no name changes other objects", () => {
  const place = (names: readonly [string, string, string]) => [
    ...placeNodes({
      ids: names,
      edges: [
        { from: names[0], to: names[1] },
        { from: names[0], to: names[2] },
      ],
      size: { width: 100, height: 40 },
      gaps: { nodesep: 10, ranksep: 50 },
    }).values(),
  ];
  const plain = place(["a", "b", "c"]);
  expect(new Set(plain.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
  expect(place(["constructor", "toString", "hasOwnProperty"])).toEqual(plain);
  expect(place(["a", "__proto__", "valueOf"])).toEqual(plain);
  const inherited: string[] = [];
  for (const key in {}) inherited.push(key);
  expect(inherited).toEqual([]);
});
