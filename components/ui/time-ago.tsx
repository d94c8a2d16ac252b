"use client";

import { formatAgo, formatInstantFully, localTime } from "./format-time.ts";
import { useNow, useZone } from "./time-reading.tsx";

/** How long ago, and on hover the instant with its zone. `group-focus` rows show the wall clock instead. */
export function TimeAgo({ instant }: { instant: string }) {
  const now = useNow();
  const zone = useZone();
  const local = localTime(instant, zone);
  return (
    <time dateTime={instant} title={formatInstantFully(instant, zone)}>
      <span className="group-focus-within/row:hidden group-hover/time:hidden">{formatAgo(instant, now)}</span>
      <span className="hidden group-focus-within/row:inline group-hover/time:inline">
        {local === null ? null : `${local.date.slice(5)} ${local.time}`}
      </span>
    </time>
  );
}
