/** No statement of a request takes this long; one that does is a fault, and holding on to it would stop everybody else. */
export const statementLimitMs = 30_000;

/**
 * How long a transaction of the embedded store may stay open, and how long anything may wait for it. Longer than the
 * statement limit, so that on Postgres the statement is blamed first.
 */
export const transactionLimitMs = 60_000;
