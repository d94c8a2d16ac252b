import fc from "fast-check";
import { expect, test } from "vitest";
import { traceHistory } from "#server/domain/code-context/commit-history.ts";
import { steerByMemory } from "./steer-by-memory.ts";

const live = ["src/cart.ts", "src/page.ts", "src/price.ts", "src/tax.ts", "docs/cart.ts", "test/cart.test.ts"];
const paths = new Set(live);

const historyOf = (...commits: string[][]) =>
  traceHistory(
    commits.map((changed, at) => ({
      id: `c${at}`,
      time: 1_000 - at,
      size: changed.length,
      isRoot: false,
      terms: [],
      changes: changed.map((path) => ({ kind: "changed" as const, path })),
    })),
    live,
  );
const coupled = historyOf(
  ["src/cart.ts", "src/price.ts", "docs/cart.ts", "src/gone.ts"],
  ["src/cart.ts", "src/price.ts", "docs/cart.ts", "src/gone.ts"],
  ["src/cart.ts", "test/cart.test.ts"],
  ["src/cart.ts", "test/cart.test.ts"],
  ["src/cart.ts", "src/tax.ts"],
  ["src/tax.ts"],
);

test("partners of a file that was named stand behind, with their reason; chance, documents and what is gone do not", () => {
  expect(steerByMemory({ named: ["src/cart.ts"], lessons: [], history: coupled, paths })).toEqual({
    grounds: [],
    partners: [
      {
        path: "src/price.ts",
        reason: "changes together with src/cart.ts: 2 shared commits of its 2, coupling 1.00",
      },
      {
        path: "test/cart.test.ts",
        reason: "changes together with src/cart.ts: 2 shared commits of its 2, coupling 1.00",
      },
    ],
  });
});

test("what lessons of exactly this failure are about comes before partners, and only files that are there", () => {
  const lessons = [{ id: "m-1", ground: ["src/tax.ts", "src/gone.ts", "src/cart.ts", "src/price.ts"] }];
  const { grounds, partners } = steerByMemory({ named: ["src/cart.ts"], lessons, history: coupled, paths });
  expect(grounds).toEqual([
    { path: "src/tax.ts", reason: "lesson m-1 about exactly this failure is about it" },
    { path: "src/price.ts", reason: "lesson m-1 about exactly this failure is about it" },
  ]);
  expect(partners.map(({ path }) => path)).toEqual(["test/cart.test.ts"]);
});

test("no file is ever named twice, none that is unknown, and at most five by each", () => {
  const file = fc.constantFrom(...live, "src/gone.ts");
  fc.assert(
    fc.property(
      fc.uniqueArray(file),
      fc.array(fc.record({ id: fc.string(), ground: fc.array(file) })),
      fc.array(fc.uniqueArray(file, { minLength: 1 }), { maxLength: 12 }),
      (named, lessons, commits) => {
        const history = historyOf(...commits);
        const { grounds, partners } = steerByMemory({ named, lessons, history, paths });
        const added = [...grounds, ...partners].map(({ path }) => path);
        expect(new Set([...named, ...added]).size).toBe(named.length + added.length);
        expect(added.every((path) => paths.has(path))).toBe(true);
        expect(Math.max(grounds.length, partners.length)).toBeLessThanOrEqual(5);
        expect(steerByMemory({ named, lessons, history, paths })).toEqual({ grounds, partners });
      },
    ),
  );
});
