import { missing } from "./format-score.ts";

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** A count with grouped digits. Takes a bigint or a digit string too, because counts above 2^53 round as numbers. */
export function formatCount(count: number | bigint | string | null | undefined): string {
  if (count === null || count === undefined) return missing;
  if (typeof count === "number") return Number.isFinite(count) ? grouped.format(count) : missing;
  if (typeof count === "bigint") return grouped.format(count);
  return /^-?\d+$/.test(count) ? grouped.format(BigInt(count)) : missing;
}

/** `1 lesson`, `2 lessons`, `0 lessons`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Milliseconds in the unit that keeps two or three digits: `0 ms`, `0.42 ms`, `87 ms`, `1.24 s`, `2 min 03 s`. */
export function formatDuration(milliseconds: number | null | undefined): string {
  if (milliseconds === null || milliseconds === undefined || !Number.isFinite(milliseconds)) return missing;
  if (milliseconds === 0) return "0 ms";
  if (milliseconds < 1) return `${milliseconds < 0.01 ? "<0.01" : milliseconds.toFixed(2)} ms`;
  if (milliseconds < 10 && !Number.isInteger(milliseconds)) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/** Bytes in powers of 1,024: `312 B`, `1.2 KiB`, `3.4 MiB`. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return missing;
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KiB", "MiB", "GiB"];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1023.95 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size.toFixed(1)} ${units[unit]}`;
}

/** A share in [0, 1] as a percentage; what is neither nothing nor all is never shown as 0 % or 100 %. */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return missing;
  if (share > 0 && share < 0.005) return "<1 %";
  if (share < 1 && share >= 0.995) return ">99 %";
  return `${Math.round(share * 100)} %`;
}
