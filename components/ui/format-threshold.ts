import { missing } from "./format-score.ts";

/** A threshold with the three digits that it is set with: `0.037`, `0.35`, `1`. */
export function formatThreshold(value: number | null): string {
  return value === null || !Number.isFinite(value) ? missing : String(Number(value.toPrecision(3)));
}
