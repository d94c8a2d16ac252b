/**
 * The largest double r in [0, 1] with `score ≥ r · best` as the selection computes it, for a `score` and a `best` above 0.
 * Found by halving over the bit patterns, which for positive doubles are in the order of the numbers: exact also where the quotient is
 * rounded up, or where numbers are so small that many ratios give one product.
 */
export function largestGapRatio({ score, best }: { score: number; best: number }): number {
  if (score >= best) return 1;
  let low = 0n;
  let high = bitsOf(1);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (score >= doubleOf(middle) * best) low = middle;
    else high = middle;
  }
  return doubleOf(low);
}

const view = new DataView(new ArrayBuffer(8));

function bitsOf(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

function doubleOf(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}
