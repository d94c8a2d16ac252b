import type { SQL } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";

/** One row of a raw statement, before its columns are checked. */
export class RawRow {
  readonly #columns: Record<string, unknown>;
  constructor(columns: Record<string, unknown>) {
    this.#columns = columns;
  }
  text(column: string): string {
    const value = this.#columns[column];
    if (typeof value !== "string") throw new TypeError(`Column ${column} holds no text.`);
    return value;
  }
  textOrNull(column: string): string | null {
    return this.#columns[column] === null ? null : this.text(column);
  }
  flag(column: string): boolean {
    const value = this.#columns[column];
    if (typeof value !== "boolean") throw new TypeError(`Column ${column} holds no truth value.`);
    return value;
  }
  texts(column: string): string[] {
    const value = this.#columns[column];
    if (!Array.isArray(value)) throw new TypeError(`Column ${column} holds no list.`);
    return value.map(String);
  }
  /** Counts come as bigint, which both drivers hand over as text or as a number. */
  number(column: string): number {
    const value = Number(this.#columns[column]);
    if (this.#columns[column] === null || !Number.isFinite(value))
      throw new TypeError(`Column ${column} holds no number.`);
    return value;
  }
  numberOrNull(column: string): number | null {
    return this.#columns[column] === null ? null : this.number(column);
  }
  date(column: string): Date {
    const value = this.#columns[column];
    const date = value instanceof Date ? value : new Date(this.text(column));
    if (Number.isNaN(date.getTime())) throw new TypeError(`Column ${column} holds no time.`);
    return date;
  }
  dateOrNull(column: string): Date | null {
    return this.#columns[column] === null ? null : this.date(column);
  }
}

/** Runs a statement that the query builder cannot say. PGlite wraps its rows and postgres.js does not; here they meet. */
export async function executeRows<Row>(
  db: Database | Transaction,
  statement: SQL,
  read: (row: RawRow) => Row,
): Promise<Row[]> {
  const result: unknown = await db.execute(statement);
  const rows = typeof result === "object" && result !== null && "rows" in result ? result.rows : result;
  if (!Array.isArray(rows)) throw new TypeError("The database answered no rows.");
  return rows.map((row) => read(new RawRow(row)));
}
