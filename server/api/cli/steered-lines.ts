import type { SteerAnswer } from "#server/contracts/steer.ts";
import { steerLines } from "#server/operations/words/steer-lines.ts";
import { contextLines } from "./context-lines.ts";

/** A steer for a person: where to look first, what was found, and what is known. Null for another body. Checked by hand: see `forward.ts`. */
export function steeredLines(body: unknown): string[] | null {
  if (!isSteerAnswer(body)) return null;
  const { lookup } = body;
  const known = lookup === undefined || lookup.tier === null ? null : contextLines(lookup);
  return ["", "── whence ──", ...steerLines(body, { isBrief: true }), ...(known === null ? [] : ["", ...known])];
}

function isSteerAnswer(body: unknown): body is SteerAnswer {
  return (
    typeof body === "object" &&
    body !== null &&
    "diagnostics" in body &&
    Array.isArray(body.diagnostics) &&
    "read_next" in body &&
    Array.isArray(body.read_next) &&
    "complete" in body
  );
}
