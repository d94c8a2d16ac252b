import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";

/** Where a page ended: the time and the id of its last row. Opaque to callers. */
export type Position = { at: Date; id: string };

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString("base64url");
}

export function decodeCursor(cursor: string | undefined): Outcome<Position | undefined> {
  if (cursor === undefined) return succeed(undefined);
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string") {
      const at = new Date(value[0]);
      if (!Number.isNaN(at.getTime())) return succeed({ at, id: value[1] });
    }
  } catch {
    // Falls through to the refusal: what is not JSON is no cursor of ours either.
  }
  return fail("INVALID_INPUT", "cursor: is not one that this list gave out.", [
    { path: "cursor", message: "must be a next_cursor of this list" },
  ]);
}

/** Splits one row more than asked for into a page and the cursor of the next. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next_cursor: rows.length > limit && last ? encodeCursor(positionOf(last)) : null };
}
