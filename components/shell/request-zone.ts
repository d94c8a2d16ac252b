import "server-only";
import { cookies } from "next/headers";
import { isZone } from "#components/ui/format-time.ts";

/** The reader's time zone, which an earlier page left in a cookie; UTC before that. */
export async function requestZone(): Promise<string> {
  const zone = (await cookies()).get("whence_zone")?.value;
  return zone !== undefined && isZone(zone) ? zone : "UTC";
}
