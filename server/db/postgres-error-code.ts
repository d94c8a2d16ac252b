/**
 * The five-character SQLSTATE of a failed statement, or undefined when the error is none of Postgres'. Drizzle wraps
 * the driver's error, so the chain of causes is followed. Codes: https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
export function postgresErrorCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}
