import type { FollowKind } from "./follow-kind.ts";

export type LaterEvent = {
  atMs: number;
  verdict: "pass" | "fail" | null;
  /** The failure that the lookup was about, seen once more. */
  isSameFailure: boolean;
};

/** A pass later than this after the lookup says nothing about it any more. */
export const passWithinMs = 24 * 60 * 60 * 1_000;

/**
 * What the session's later events say about one lookup. An association and no cause: the pass may have come without the
 * lookup's help. The rate over many lookups counts by the same rule: `server/db/follow-through.ts`.
 */
export function judgeFollowThrough(
  lookup: { atMs: number; returned: number },
  later: readonly LaterEvent[],
): { kind: FollowKind; passedAtMs: number | null; failedAgainAtMs: number | null } {
  const first = (events: readonly LaterEvent[]) =>
    events.length === 0 ? null : Math.min(...events.map((event) => event.atMs));
  const passedAtMs = first(
    later.filter((event) => event.verdict === "pass" && event.atMs <= lookup.atMs + passWithinMs),
  );
  const failedAgainAtMs = first(later.filter((event) => event.isSameFailure));
  const kind = kindOf({ returned: lookup.returned, later: later.length, passedAtMs, failedAgainAtMs });
  return { kind, passedAtMs, failedAgainAtMs };
}

function kindOf(seen: {
  returned: number;
  later: number;
  passedAtMs: number | null;
  failedAgainAtMs: number | null;
}): FollowKind {
  if (seen.returned === 0) return "nothing_returned";
  if (seen.later === 0) return "nothing_later";
  if (seen.failedAgainAtMs !== null) return "failed_again";
  return seen.passedAtMs === null ? "not_passed" : "passed";
}
