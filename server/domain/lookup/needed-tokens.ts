/**
 * For each drop, weakest first as dropped, the smallest limit in tokens that would have kept it: what was used, plus its
 * own tokens and those of everything that would have come back before it. Exact for counts of the whole answer.
 */
export function neededTokens(usedTokens: number, drops: readonly { tokens: number }[]): number[] {
  const needed: number[] = [];
  let total = usedTokens;
  for (const { tokens } of drops.toReversed()) {
    total += tokens;
    needed.unshift(total);
  }
  return needed;
}
