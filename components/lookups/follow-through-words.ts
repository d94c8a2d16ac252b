import type { z } from "zod";
import type { FollowThroughOutput } from "#server/contracts/follow-through.ts";

type FollowThrough = z.output<typeof FollowThroughOutput>;

/** One sentence for each way a lookup can be followed. None says that the lookup caused it. */
export const followWord = {
  passed: "The session recorded a pass within 24 hours, and not the same failure again.",
  failed_again: "The same failure was seen again in the session.",
  not_passed: "The session went on, and recorded no pass within 24 hours.",
  nothing_later: "Nothing more was heard of the session.",
  nothing_returned: "The lookup returned nothing, so nothing could follow from it.",
} as const satisfies Record<FollowThrough["kind"], string>;

export const followEventWord = {
  outcome: "Outcome",
  failure: "Failure",
  run: "Command",
  edit: "Edit",
  end: "End of the session",
} as const satisfies Record<FollowThrough["events"][number]["kind"], string>;
