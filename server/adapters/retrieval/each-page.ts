import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "#server/operations/ports.ts";

export const changesPageSize = 1_000;

/** Longest time that indexing keeps other requests waiting, in ms. */
const sliceMs = 10;

type After = { afterSeq: number; afterId: string; limit: number };

/**
 * Reads what changed after a sequence page by page; stops at the first page that is not full. Works in slices, so that
 * a server that indexes a large corpus goes on answering.
 */
export async function eachPage<Row>(
  clock: Pick<Clock, "elapsed">,
  read: (after: After) => Promise<Row[]>,
  positionOf: (row: Row) => { afterSeq: number; afterId: string },
  fromSeq: number,
  use: (row: Row) => void,
): Promise<void> {
  // Above every id of the sequence that is already in, so that none of it comes twice.
  let after = { afterSeq: fromSeq, afterId: "\u{10ffff}" };
  for (;;) {
    const rows = await read({ ...after, limit: changesPageSize });
    let sliceStart = clock.elapsed();
    for (const row of rows) {
      use(row);
      if (clock.elapsed() - sliceStart < sliceMs) continue;
      await nextTurn();
      sliceStart = clock.elapsed();
    }
    const last = rows.at(-1);
    if (!last || rows.length < changesPageSize) return;
    after = positionOf(last);
  }
}
