import "server-only";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { isZone } from "#components/ui/format-time.ts";
import { TimeReading } from "#components/ui/time-reading.tsx";

/**
 * Gives all times below it the clock of this request and the reader's time zone, which an earlier page left in a
 * cookie (UTC before that), so that server and browser write the same text.
 */
export async function RequestReading({ children }: { children: ReactNode }) {
  const zone = (await cookies()).get("whence_zone")?.value;
  return (
    <TimeReading renderedAt={Date.now()} zone={zone !== undefined && isZone(zone) ? zone : "UTC"}>
      {children}
    </TimeReading>
  );
}
