/**
 * Values bound in one statement. The protocol counts them in 16 bits (65,535), and the query builder overflows the
 * stack at about twice that; PGlite fails at the first limit with a text that does not say so. Half of it leaves room
 * for the other values of the statement. Source: case E17.
 */
export const boundValuesLimit = 32_000;

/**
 * Cuts rows (or values, with `valuesPerRow` 1) into batches that one statement can bind, in order, none of them empty.
 * The statements belong in one transaction, or a failure in the middle would leave half of the rows.
 * `valuesPerRow` is the number of bound values each row takes, 1 to 32,000; else a RangeError.
 */
export function* chunkRows<Row>(rows: readonly Row[], valuesPerRow: number): Generator<Row[], void, undefined> {
  if (!Number.isInteger(valuesPerRow) || valuesPerRow < 1 || valuesPerRow > boundValuesLimit) {
    throw new RangeError(`valuesPerRow must be 1 to ${boundValuesLimit}, not ${valuesPerRow}`);
  }
  const rowsPerBatch = Math.floor(boundValuesLimit / valuesPerRow);
  for (let start = 0; start < rows.length; start += rowsPerBatch) yield rows.slice(start, start + rowsPerBatch);
}
