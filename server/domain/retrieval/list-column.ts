import { IntList } from "#server/domain/selection/int-list.ts";

/** Many lists of whole numbers as two arrays: how long each is, and all of them behind one another. */
export type ListColumn = { lengths: Int32Array; values: Int32Array };

export function joinLists(lists: readonly Int32Array[]): ListColumn {
  const lengths = Int32Array.from(lists, (list) => list.length);
  const values = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let start = 0;
  for (const list of lists) {
    values.set(list, start);
    start += list.length;
  }
  return { lengths, values };
}

/** The lists again, each over its own part of `values`. */
export function* listsOf(column: ListColumn): Generator<IntList> {
  for (const part of partsOf(column)) yield IntList.over(part);
}

/** Views of the single lists. */
export function* partsOf({ lengths, values }: ListColumn): Generator<Int32Array> {
  let start = 0;
  for (const length of lengths) {
    yield values.subarray(start, start + length);
    start += length;
  }
}
