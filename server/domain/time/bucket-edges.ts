export const bucketUnits = ["hour", "day"] as const;
export type BucketUnit = (typeof bucketUnits)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  clocks.set(zone, made);
  return made;
}

/** The calendar day of a zone's wall clock, as midnight UTC of that date, and the minute of its hour. */
function wallClock(at: number, zone: string): { day: number; minute: number } {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return { day: Date.UTC(part("year"), part("month") - 1, part("day")), minute: part("minute") };
}

/** The first minute of a calendar day in a zone; a day whose midnight the clock skips begins where the clock goes on. */
function beginOfDay(day: number, zone: string): number {
  // No zone is more than 14 hours ahead of UTC or 12 behind it.
  let before = day - 15 * hourMs;
  let within = day + 13 * hourMs;
  while (within - before > minuteMs) {
    const middle = before + Math.floor((within - before) / 2 / minuteMs) * minuteMs;
    if (wallClock(middle, zone).day >= day) within = middle;
    else before = middle;
  }
  return within;
}

/**
 * The edges of `count` buckets, the last of which holds `until`: one instant more than buckets, ascending, in
 * milliseconds since 1970. Days begin at midnight of the zone's wall clock, so some have 23 or 25 hours; hours are 60
 * minutes each, so a doubled hour is two. `zone` must be one that the platform knows.
 */
export function bucketEdges({
  until,
  count,
  unit,
  zone,
}: {
  until: number;
  count: number;
  unit: BucketUnit;
  zone: string;
}): number[] {
  if (unit === "hour") {
    const begin = Math.floor(until / minuteMs) * minuteMs - wallClock(until, zone).minute * minuteMs;
    return Array.from({ length: count + 1 }, (_, index) => begin + (index + 1 - count) * hourMs);
  }
  const today = wallClock(until, zone).day;
  return Array.from({ length: count + 1 }, (_, index) => beginOfDay(today + (index + 1 - count) * dayMs, zone));
}
