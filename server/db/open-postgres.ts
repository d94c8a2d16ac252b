import { types } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { guardPostgres } from "#server/db/guarded-postgres.ts";
import { postgresPool } from "#server/db/postgres-pool.ts";
import { statementLimitMs, transactionLimitMs } from "#server/db/time-limits.ts";

export type OpenPostgres = { db: Database; close(): Promise<void> };

/** Connections of one app process. Ten processes fit under Postgres' default of 100. */
const poolSize = 10;

const connectLimitSeconds = 10;

const retireAfterMs = 45 * 60_000;

const textArray = 1009;

/**
 * A pool over `databaseUrl`; connects on first use. Statements end after `statementLimitMs`, idle transactions after
 * `transactionLimitMs`; the server enforces both, so they hold even when this process hangs.
 */
export function openPostgres(
  databaseUrl: string,
  limits?: { statementMs: number; transactionMs: number },
): OpenPostgres {
  const settings = {
    max: 1,
    connect_timeout: connectLimitSeconds,
    // The pool retires connections between two uses; the driver would end them inside a transaction.
    max_lifetime: null,
    // Asked for by the driver where nobody can catch its failure. Text is the one kind of array that is stored or bound.
    fetch_types: false,
    types: {
      textArray: {
        to: textArray,
        from: [textArray],
        serialize: (values: unknown) => types.arraySerializer(values, String, textArray),
        parse: (written: string) => types.arrayParser(written, String, textArray),
      },
    },
    // A notice ("relation already exists, skipping") is no news, and the default prints it.
    onnotice: () => {},
    connection: {
      application_name: "whence",
      statement_timeout: limits?.statementMs ?? statementLimitMs,
      idle_in_transaction_session_timeout: limits?.transactionMs ?? transactionLimitMs,
    },
  };
  const template = postgres(databaseUrl, settings);
  const makeClient = (onclose: () => void) => {
    const client = postgres(databaseUrl, { ...settings, onclose });
    // Drizzle has told the template how it wants values read; it knows of no other.
    Object.assign(client.options.parsers, template.options.parsers);
    Object.assign(client.options.serializers, template.options.serializers);
    return client;
  };
  const pool = postgresPool(makeClient, {
    size: poolSize,
    // A little longer than the driver's own limit, which names the host.
    openLimitMs: connectLimitSeconds * 1_000 + 2_000,
    retireAfterMs,
  });
  const db = drizzle(guardPostgres(template, pool), { schema, casing: "snake_case" });
  return { db, close: () => pool.end(5) };
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
