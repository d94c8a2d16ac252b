import type { ExtractTablesWithRelations } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import type * as schema from "#drizzle/schema/schema.ts";

export type Schema = typeof schema;

/** The embedded store and Postgres, seen as one. A query function that may run inside or outside of a transaction takes this. */
export type Database = PgDatabase<PgQueryResultHKT, Schema>;

declare const insideTransaction: unique symbol;

/**
 * The handle inside `inTransaction`, the only place that makes one. A query function that must not run outside of a
 * transaction takes this, and then no caller can hand it the outer handle.
 */
export type Transaction = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>> & {
  readonly [insideTransaction]: true;
};
