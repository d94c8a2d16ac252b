import { describe, expect, test } from "vitest";
import { bucketLabels } from "./bucket-label.ts";

describe("labels of buckets", () => {
  test("are days or hours of the zone that was asked for", () => {
    expect(bucketLabels(["2026-06-30T18:15:00.000Z"], "day", "Asia/Kathmandu")).toEqual(["07-01"]);
    expect(bucketLabels(["2026-06-30T18:15:00.000Z"], "hour", "Asia/Kathmandu")).toEqual(["00:00"]);
  });

  test("F08: a doubled hour has two labels, and so has the same hour of two days", () => {
    const fall = ["2026-11-01T07:00:00Z", "2026-11-01T08:00:00Z", "2026-11-01T09:00:00Z", "2026-11-02T09:00:00Z"];
    const labels = bucketLabels(fall, "hour", "America/Los_Angeles");
    expect(new Set(labels).size).toBe(4);
    expect(labels[1]).toBe("01:00");
    expect(labels[2]).toContain("UTC-08:00");
  });
});
