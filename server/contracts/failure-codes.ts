/** Every way an operation can refuse. Each surface owns one exhaustive table from these to its own words. */
export const failureCodes = [
  "INVALID_INPUT",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "CONFLICT",
  "TOO_LARGE",
  "UNSUPPORTED_TYPE",
  "KEY_REUSED",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INTERNAL",
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** One wrong field: `path` as in `parents.0.source`, `message` names the limit. */
export type FieldError = { path: string; message: string };

export type Failure = { code: FailureCode; message: string; errors: FieldError[]; retryAfterSeconds?: number };

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

export function succeed<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function fail(code: FailureCode, message: string, errors: FieldError[] = []): { ok: false; failure: Failure } {
  return { ok: false, failure: { code, message, errors } };
}
