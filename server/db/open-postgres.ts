import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { guardPostgres } from "#server/db/guarded-postgres.ts";
import { statementLimitMs, transactionLimitMs } from "#server/db/time-limits.ts";

export type OpenPostgres = { db: Database; close(): Promise<void> };

/** Connections of one app process. Ten processes fit under Postgres' default of 100. */
const poolSize = 10;

/**
 * A pool over `databaseUrl`; connects on first use. Statements end after `statementLimitMs`, idle transactions after
 * `transactionLimitMs`; the server enforces both, so they hold even when this process hangs.
 */
export function openPostgres(
  databaseUrl: string,
  limits?: { statementMs: number; transactionMs: number },
): OpenPostgres {
  const client = postgres(databaseUrl, {
    max: poolSize,
    connect_timeout: 10,
    // A notice ("relation already exists, skipping") is no news, and the default prints it.
    onnotice: () => {},
    connection: {
      application_name: "whence",
      statement_timeout: limits?.statementMs ?? statementLimitMs,
      idle_in_transaction_session_timeout: limits?.transactionMs ?? transactionLimitMs,
    },
  });
  const db = drizzle(guardPostgres(client), { schema, casing: "snake_case" });
  return { db, close: () => client.end({ timeout: 5 }) };
}

/** The address without user and password, for messages and logs. */
export function shownUrl(databaseUrl: string): string {
  try {
    const { protocol, host, pathname } = new URL(databaseUrl);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return "DATABASE_URL";
  }
}
