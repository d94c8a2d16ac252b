import { type Failure, fail } from "#server/contracts/failure-codes.ts";

export type GitFailureKind = "missing" | "failed" | "timed_out" | "too_much_output" | "cancelled" | "refused";

/**
 * A git call that gave no answer. Thrown inside this folder, because a stream has no other way to end early, and turned
 * into a value at its edge. `errorText` is git's own, in English; it may repeat a remote's URL, so it is only ever
 * compared, never shown.
 */
export class GitFailure extends Error {
  readonly kind: GitFailureKind;
  readonly errorText: string;

  constructor(kind: GitFailureKind, message: string, errorText = "") {
    super(message);
    this.kind = kind;
    this.errorText = errorText;
  }
}

const failureCode = {
  missing: "INTERNAL",
  failed: "INTERNAL",
  timed_out: "INTERNAL",
  too_much_output: "TOO_LARGE",
  cancelled: "CONFLICT",
  refused: "FORBIDDEN",
} as const satisfies Record<GitFailureKind, Failure["code"]>;

/** The failure as every surface reports one. Rethrows what is not a git failure: that is our own bug. */
export function failureOfGit(error: unknown): { ok: false; failure: Failure } {
  if (!(error instanceof GitFailure)) throw error;
  return fail(failureCode[error.kind], error.message);
}
