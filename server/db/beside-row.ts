import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

type Position = { at: Date; id: string };

/**
 * The rows that come before or after a position in a list by time and id. One comparison of rows: of two comparisons
 * joined by "or" Postgres reads the index from its end down to the position, the further the longer.
 *
 * @param time The column of times that the list is ordered by.
 * @param id What tells apart rows of one time, in the list's order.
 */
export function besideRow(time: PgColumn, id: PgColumn | SQL, side: "older" | "newer", position: Position): SQL {
  const comparison = sql.raw(side === "older" ? "<" : ">");
  return sql`(${time}, ${id}) ${comparison} (${sql.param(position.at, time)}::timestamptz, ${position.id})`;
}
