import { expect, test } from "vitest";
import { formatAgo, formatInstant, formatInstantFully, isZone, localTime } from "./format-time.ts";

test("an instant is on the same calendar day as on the reader's wall clock, west and east of UTC", () => {
  const instant = "2026-06-01T06:30:00Z";
  expect(localTime(instant, "America/Los_Angeles")?.date).toBe("2026-05-31");
  expect(localTime(instant, "Asia/Kathmandu")?.date).toBe("2026-06-01");
  expect(localTime("2026-06-01T18:14:00Z", "Pacific/Auckland")).toEqual({
    date: "2026-06-02",
    time: "06:14:00",
    offset: "UTC+12:00",
  });
});

test("the doubled hour of autumn shows as two instants", () => {
  const first = formatInstant("2026-11-01T08:30:00Z", "America/Los_Angeles");
  const second = formatInstant("2026-11-01T09:30:00Z", "America/Los_Angeles");
  expect(first).toBe("2026-11-01 01:30:00 UTC-07:00");
  expect(second).toBe("2026-11-01 01:30:00 UTC-08:00");
});

test("midnight is hour 00 and UTC is named once", () => {
  expect(formatInstantFully("2026-03-01T00:00:00Z", "UTC")).toBe("2026-03-01 00:00:00 UTC");
  expect(formatInstantFully("2026-03-01T00:00:00Z", "Asia/Kathmandu")).toBe(
    "2026-03-01 05:45:00 UTC+05:45 (2026-03-01 00:00:00 UTC)",
  );
});

test("what is no instant and no zone is said to be missing", () => {
  expect(formatInstant("yesterday", "UTC")).toBe("–");
  expect(formatAgo("", 0)).toBe("–");
  expect(isZone("Mars/Olympus")).toBe(false);
  expect(isZone("Europe/Berlin")).toBe(true);
});

test("ages are rounded down, and a clock that runs ahead is not the past", () => {
  const now = Date.parse("2026-07-02T12:00:00Z");
  const ago = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now);
  expect([-3600, -5, 0, 44, 45, 60, 3_599, 3_600, 86_399, 86_400, 8 * 86_400, 800 * 86_400].map(ago)).toEqual([
    "in the future",
    "just now",
    "just now",
    "just now",
    "45 s ago",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "23 h ago",
    "1 d ago",
    "1 wk ago",
    "2 y ago",
  ]);
});
