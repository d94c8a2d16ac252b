import { type SQL, sql } from "drizzle-orm";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { makePgArray } from "drizzle-orm/pg-core/utils/array";
import type { Database, Transaction } from "./database.ts";

/**
 * Runs a statement that a library wrote, with `$1` and so on in it, on either store and inside or outside of a
 * transaction. A script without values (`begin; …; commit;`) runs as one statement, all of it or nothing: the embedded
 * store has no other way to run several at once. Throws what the database threw.
 */
export async function executeText(
  db: Database | Transaction,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: Record<string, unknown>[] }> {
  try {
    const result: unknown = await db.execute(values.length === 0 ? wholeScript(text) : withValues(text, values));
    const rows = typeof result === "object" && result !== null && "rows" in result ? result.rows : result;
    return { rows: Array.isArray(rows) ? rows : [] };
  } catch (error) {
    throw error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  }
}

function wholeScript(text: string): SQL {
  const script = /^\s*begin;(?<body>[\s\S]*);\s*commit;?\s*$/i.exec(text)?.groups?.body;
  return sql.raw(script === undefined ? text : `do $whole$ begin execute $script$${script}$script$; end $whole$`);
}

function withValues(text: string, values: readonly unknown[]): SQL {
  const chunks = text
    .split(/\$(\d+)/)
    .map((part, at) => (at % 2 === 0 ? sql.raw(part) : valueAt(values, Number(part))));
  return sql.join(chunks);
}

function valueAt(values: readonly unknown[], place: number): SQL {
  const value = values[place - 1] ?? null;
  // The drivers do not agree on who writes down a JSON value or a list.
  const isJson = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
  if (Array.isArray(value)) return sql`${sql.param(makePgArray(value))}`;
  return sql`${sql.param(isJson ? JSON.stringify(value) : value)}`;
}
