import { ilike, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** The pattern of a text that may stand anywhere, for `like` and `ilike`; nothing in it is a wildcard. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Whether a column contains a text, without regard to case. Asked of the column itself: of an expression over it the planner
 * knows nothing, takes every word for a rare one, and reads and sorts the whole table for a common one.
 */
export function containing(column: PgColumn, text: string): SQL {
  return ilike(column, anywhere(text));
}
