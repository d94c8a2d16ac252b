import { type ExtractTablesWithRelations, sql } from "drizzle-orm";
import type { PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import type { Database, Schema, Transaction } from "#server/db/database.ts";
import { withoutTransactionLimit } from "#server/db/guarded-pglite.ts";
import { postgresErrorCode } from "#server/db/postgres-error-code.ts";

type OpenedTransaction = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** The one place that turns what the driver opened into a `Transaction`. */
function assertInside(_tx: OpenedTransaction): asserts _tx is Transaction {}

/**
 * Runs `run` in one transaction: all of it or nothing. Rolls back when `run` throws, and throws what it threw.
 * Isolation is read committed on Postgres; the embedded store runs one transaction at a time.
 */
export async function inTransaction<T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    assertInside(tx);
    return run(tx);
  });
}

/**
 * Reads the store as of one moment, however long it takes and whatever is written beside it. Lifts the limits of time
 * for itself: a copy of a large store takes minutes.
 */
export async function atOneMoment<T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  const inside = () =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
        await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
        return read(tx);
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
  return withoutTransactionLimit(inside);
}

const serializationFailure = "40001";
const deadlockDetected = "40P01";
const attemptLimit = 8;

/**
 * As `inTransaction`, and as if no other transaction ran beside it: what it read still holds when it commits (no write
 * skew). Postgres refuses one of two that collide, and `run` is then called again, up to 8 times in all; so it must
 * have no effect outside of its transaction.
 */
export async function inSerializableTransaction<T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(
        async (tx) => {
          assertInside(tx);
          return run(tx);
        },
        { isolationLevel: "serializable" },
      );
    } catch (error) {
      const code = postgresErrorCode(error);
      if ((code !== serializationFailure && code !== deadlockDetected) || attempt === attemptLimit) throw error;
    }
  }
}
