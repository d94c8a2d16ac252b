import { localTime } from "#components/ui/format-time.ts";

/**
 * What a bucket is called: `07-02` for a day, `14:00` for an hour. Hours that the clock shows twice, and the same hour
 * of two days, are told apart by their offset or their day, because a label is also the key of its row.
 */
export function bucketLabels(instants: readonly string[], unit: "hour" | "day", zone: string): string[] {
  const seen = new Set<string>();
  return instants.map((instant) => {
    const local = localTime(instant, zone);
    if (local === null) return instant;
    if (unit === "day") return local.date.slice(5);
    const short = local.time.slice(0, 5);
    const label = !seen.has(short)
      ? short
      : seen.has(`${local.date.slice(5)} ${short}`)
        ? `${local.date.slice(5)} ${short} ${local.offset}`
        : `${local.date.slice(5)} ${short}`;
    seen.add(label);
    seen.add(`${local.date.slice(5)} ${short}`);
    return label;
  });
}
