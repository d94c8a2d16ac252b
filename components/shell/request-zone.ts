import "server-only";
import { cookies } from "next/headers";
import { isZone } from "#components/ui/format-time.ts";
import { browserZoneCookie, chosenZoneCookie } from "#components/ui/zone-cookies.ts";

/** The reader's time zone, chosen or left in a cookie by an earlier page; UTC before that. */
export async function requestZone(): Promise<string> {
  const jar = await cookies();
  const zones = [chosenZoneCookie, browserZoneCookie].map((name) => jar.get(name)?.value ?? "");
  return zones.find(isZone) ?? "UTC";
}
