export type FollowKind = "passed" | "failed_again" | "not_passed" | "nothing_later" | "nothing_returned";
