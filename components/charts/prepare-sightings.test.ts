import { expect, test } from "vitest";
import { prepareSightings } from "./prepare-sightings.ts";

test("the project that saw it most comes first, and what does not fit shares a row", () => {
  const days = ["a", "b", "c", "d", "e", "f", "g"].map((project, index) => ({
    day: "2026-07-02",
    project,
    count: index + 1,
  }));
  const { rows, finding } = prepareSightings(days, 28);
  expect(rows.map(({ project, total, isRest }) => [project, total, isRest])).toEqual([
    ["g", 7, false],
    ["f", 6, false],
    ["e", 5, false],
    ["d", 4, false],
    ["3 other projects", 6, true],
  ]);
  expect(finding).toBe("Seen 28 times in 7 projects, last on 2026-07-02.");
});

test("older days than the chart holds are cut, and it says so", () => {
  const { rows, first, finding } = prepareSightings(
    [
      { day: "2026-07-02", project: null, count: 2 },
      { day: "2026-01-01", project: "a", count: 9 },
    ],
    12,
  );
  expect(rows.map(({ total }) => total)).toEqual([2]);
  expect(first).toBe("2026-05-04");
  // One more was on a day that the table no longer holds: what is said of all is the same number everywhere on the page.
  expect(finding).toBe("Seen 12 times in 2 projects, last on 2026-07-02. Drawn are the last 60 days, with 2 of them.");
});

test("nothing seen is no chart", () => {
  expect(prepareSightings([], 0)).toMatchObject({ rows: [], finding: "Not seen yet." });
});
