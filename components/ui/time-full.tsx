"use client";

import { formatAgo, formatInstantFully } from "./format-time.ts";
import { useNow, useZone } from "./time-reading.tsx";

/** The instant on the reader's clock with its zone, in UTC, and how long ago. */
export function TimeFull({ instant }: { instant: string }) {
  const now = useNow();
  const zone = useZone();
  return (
    <time dateTime={instant}>
      {formatInstantFully(instant, zone)} · {formatAgo(instant, now)}
    </time>
  );
}
