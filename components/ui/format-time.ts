import { missing } from "./format-score.ts";

const parts = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = parts.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
  parts.set(zone, made);
  return made;
}

/** Whether this platform knows a time zone of that name; a cookie may hold anything. */
export function isZone(zone: string): boolean {
  try {
    formatterFor(zone);
    return true;
  } catch {
    return false;
  }
}

export type LocalTime = {
  /** `2026-07-02` */
  date: string;
  /** `14:03:22` */
  time: string;
  /** `UTC`, `UTC+02:00`, as it was at that instant: two offsets tell the doubled hour of autumn apart. */
  offset: string;
};

/** An instant on the wall clock of a zone; null when the text is no instant. */
export function localTime(instant: string, zone: string): LocalTime | null {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return null;
  if (zone === "UTC") {
    const [date = "", time = ""] = at.toISOString().split("T");
    return { date, time: time.slice(0, 8), offset: "UTC" };
  }
  const part = new Map(
    formatterFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const text = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? "";
  return {
    date: `${text("year")}-${text("month")}-${text("day")}`,
    time: `${text("hour")}:${text("minute")}:${text("second")}`,
    // Platforms differ in whether they write out an offset of nothing.
    offset: text("timeZoneName")
      .replace("GMT", "UTC")
      .replace(/[+-]00:00$/, ""),
  };
}

/** `2026-07-02 14:03:22 UTC+02:00` */
export function formatInstant(instant: string, zone: string): string {
  const local = localTime(instant, zone);
  return local === null ? missing : `${local.date} ${local.time} ${local.offset}`;
}

/** The instant on the reader's clock and, where that differs, in UTC. */
export function formatInstantFully(instant: string, zone: string): string {
  const here = formatInstant(instant, zone);
  const utc = formatInstant(instant, "UTC");
  return here === utc ? here : `${here} (${utc})`;
}

const steps: readonly { upTo: number; seconds: number; unit: string }[] = [
  { upTo: 3_600, seconds: 60, unit: "min" },
  { upTo: 86_400, seconds: 3_600, unit: "h" },
  { upTo: 7 * 86_400, seconds: 86_400, unit: "d" },
  { upTo: 60 * 86_400, seconds: 7 * 86_400, unit: "wk" },
  { upTo: 730 * 86_400, seconds: 30 * 86_400, unit: "mo" },
  { upTo: Number.POSITIVE_INFINITY, seconds: 365 * 86_400, unit: "y" },
];

/**
 * How long before `now` something was: `just now` below 45 s, then whole units, rounded down. Clocks of two machines
 * differ, so what lies up to a minute ahead is `just now` too; further ahead is said to be so.
 */
export function formatAgo(instant: string, now: number): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return missing;
  const seconds = Math.floor((now - at) / 1000);
  if (seconds < -60) return "in the future";
  if (seconds < 45) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  const step = steps.find(({ upTo }) => seconds < upTo);
  return step === undefined ? missing : `${Math.floor(seconds / step.seconds)} ${step.unit} ago`;
}
