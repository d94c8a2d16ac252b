import { describe, expect, test } from "vitest";
import F07 from "#server/testing/cases/F07-times.json" with { type: "json" };
import { bucketEdges } from "./bucket-edges.ts";

const hour = 3_600_000;

function countIn(edges: readonly number[], instants: readonly number[]): number[] {
  return edges.slice(0, -1).map((edge, index) => {
    const end = edges[index + 1] ?? 0;
    return instants.filter((at) => at >= edge && at < end).length;
  });
}

function localDate(at: number, zone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(new Date(at));
}

describe.each(F07.zones)("F07, F08: buckets in %s", (zone) => {
  const instants = F07.records.map(({ at }) => Date.parse(at));
  const until = Math.max(...instants);

  test("their sum is the number of records, by days and by hours", () => {
    const days = bucketEdges({ until, count: 300, unit: "day", zone });
    expect(countIn(days, instants).reduce((sum, each) => sum + each, 0)).toBe(F07.records.length);
    const first = Math.min(...instants);
    const hours = bucketEdges({ until, count: Math.ceil((until - first) / hour) + 1, unit: "hour", zone });
    expect(countIn(hours, instants).reduce((sum, each) => sum + each, 0)).toBe(F07.records.length);
  });

  test("a record lies in the bucket of its own local day", () => {
    const edges = bucketEdges({ until, count: 300, unit: "day", zone });
    for (const at of instants) {
      const edge = edges.findLast((each) => each <= at) ?? 0;
      expect(localDate(edge, zone)).toBe(localDate(at, zone));
    }
  });

  test("days follow one another without a gap, each with another date", () => {
    const edges = bucketEdges({ until, count: 300, unit: "day", zone });
    const dates = edges.map((edge) => localDate(edge, zone));
    expect(new Set(dates).size).toBe(edges.length);
    for (const [index, edge] of edges.entries()) {
      if (index > 0) expect([23, 24, 25]).toContain((edge - (edges[index - 1] ?? 0)) / hour);
    }
  });
});

test("F08: the days of the clock change have 23 and 25 hours, and a doubled hour is two buckets", () => {
  const zone = "America/Los_Angeles";
  const lengthOf = (day: string) => {
    const [begin = 0, end = 0] = bucketEdges({ until: Date.parse(day), count: 1, unit: "day", zone });
    return (end - begin) / hour;
  };
  expect(lengthOf("2026-03-08T20:00:00Z")).toBe(23);
  expect(lengthOf("2026-11-01T20:00:00Z")).toBe(25);
  const hours = bucketEdges({ until: Date.parse("2026-11-01T10:30:00Z"), count: 4, unit: "hour", zone });
  const doubled = ["2026-11-01T08:30:00Z", "2026-11-01T09:30:00Z"].map((at) => Date.parse(at));
  expect(countIn(hours, doubled)).toEqual([0, 1, 1, 0]);
});

test("hours begin on the hour of the wall clock, also where the zone is not whole hours from UTC", () => {
  const [begin = 0, end = 0] = bucketEdges({
    until: Date.parse("2026-06-01T18:14:00Z"),
    count: 1,
    unit: "hour",
    zone: "Asia/Kathmandu",
  });
  expect(new Date(begin).toISOString()).toBe("2026-06-01T17:15:00.000Z");
  expect(end - begin).toBe(hour);
});

test("a day whose midnight the clock skips begins where the clock goes on", () => {
  const [begin = 0] = bucketEdges({
    until: Date.parse("2018-11-04T15:00:00Z"),
    count: 1,
    unit: "day",
    zone: "America/Sao_Paulo",
  });
  expect(new Date(begin).toISOString()).toBe("2018-11-04T03:00:00.000Z");
});
