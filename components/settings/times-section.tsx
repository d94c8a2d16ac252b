"use client";

import { useId, useSyncExternalStore } from "react";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/select.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import { useChosenZone, useNow } from "#components/ui/time-reading.tsx";
import { chooseZone, zoneOfBrowser } from "#components/ui/zone-store.ts";

const never = () => () => {};
const none: readonly string[] = [];
let listed: readonly string[] | undefined;

/** UTC, which browsers leave out of their list, and then every zone they know. */
function zonesOfBrowser(): readonly string[] {
  listed ??= ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
  return listed;
}

const wordOf = (zone: string) => zone.replaceAll("_", " ");

/** Which clock this browser reads times and days on. */
export function TimesSection() {
  const id = useId();
  const now = useNow();
  const chosen = useChosenZone();
  // Browser and server know different zones, so the browser's list comes once the page is alive. What was chosen stands
  // there before, so that a choice made early differs from it and counts.
  const known = useSyncExternalStore(never, zonesOfBrowser, () => none);
  const zones = chosen === null || known.includes(chosen) ? known : [chosen, ...known];
  const own = useSyncExternalStore(never, zoneOfBrowser, () => null);
  return (
    <Section
      id="times"
      title="Times"
      note="The clock on which this browser shows times, and at whose midnight days begin in charts. Kept in a cookie of this browser."
    >
      <div className="panel flex flex-wrap items-center gap-x-4 gap-y-2 p-4 text-sm">
        <label htmlFor={id}>Time zone</label>
        <Select
          id={id}
          className="min-w-0 max-w-full"
          value={chosen ?? ""}
          onChange={(event) => chooseZone(event.target.value === "" ? null : event.target.value)}
        >
          <option value="">Like this browser{own === null ? "" : ` (${wordOf(own)})`}</option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {wordOf(zone)}
            </option>
          ))}
        </Select>
        <p className="text-muted">
          Now: <TimeFull instant={new Date(now).toISOString()} />
        </p>
      </div>
    </Section>
  );
}
