import "server-only";
import { cookies } from "next/headers";
import { isZone } from "#components/ui/format-time.ts";
import { browserZoneCookie, chosenZoneCookie } from "#components/ui/zone-cookies.ts";

/** The zone that the reader chose; null where the browser's counts. */
export async function requestChosenZone(): Promise<string | null> {
  return zoneIn(chosenZoneCookie);
}

/** The reader's time zone, chosen or left in a cookie by an earlier page; UTC before that. */
export async function requestZone(): Promise<string> {
  return (await requestChosenZone()) ?? (await zoneIn(browserZoneCookie)) ?? "UTC";
}

async function zoneIn(cookie: string): Promise<string | null> {
  const zone = (await cookies()).get(cookie)?.value ?? "";
  return isZone(zone) ? zone : null;
}
