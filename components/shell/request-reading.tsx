import "server-only";
import type { ReactNode } from "react";
import { TimeReading } from "#components/ui/time-reading.tsx";
import { requestChosenZone, requestZone } from "./request-zone.ts";

/**
 * Gives all times below it the clock of this request and the reader's time zone, which an earlier page left in a
 * cookie (UTC before that), so that server and browser write the same text.
 */
export async function RequestReading({ children }: { children: ReactNode }) {
  const zone = await requestZone();
  return (
    <TimeReading renderedAt={Date.now()} zone={zone} chosenZone={await requestChosenZone()}>
      {children}
    </TimeReading>
  );
}
