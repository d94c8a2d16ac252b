const dayMs = 86_400_000;

/** Number of the UTC day since 1970-01-01; the time of day does not matter. Negative before 1970. */
export function utcDayOf(epochMs: number): number {
  return Math.floor(epochMs / dayMs);
}

/** Age in whole UTC days: midnights passed between the two instants; 0 for an instant that lies ahead. */
export function ageInDays(createdMs: number, { asOfMs }: { asOfMs: number }): number {
  return Math.max(0, utcDayOf(asOfMs) - utcDayOf(createdMs));
}
