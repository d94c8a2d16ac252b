import type { overviewRanges } from "#server/contracts/overview.ts";
import { type BucketUnit, bucketEdges } from "#server/domain/time/bucket-edges.ts";

const shapes = {
  "24h": { count: 24, unit: "hour" },
  "7d": { count: 7, unit: "day" },
  "30d": { count: 30, unit: "day" },
  "90d": { count: 90, unit: "day" },
} as const satisfies Record<(typeof overviewRanges)[number], { count: number; unit: BucketUnit }>;

/** The buckets of a range up to now: whole hours or whole days of the zone, the last one still running. */
export function timeRange({ range, zone, now }: { range: keyof typeof shapes; zone: string; now: Date }): {
  edges: Date[];
  unit: BucketUnit;
} {
  const { count, unit } = shapes[range];
  return { edges: bucketEdges({ until: now.getTime(), count, unit, zone }).map((at) => new Date(at)), unit };
}
