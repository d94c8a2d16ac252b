/**
 * One posting in one number below 2³¹: which slot, whether the term stands in its surroundings, and how often in its text.
 * So an index holds at most 2²¹ entries.
 */
export const mostSlots = 1 << 21;

const contextBit = 512;

/** `count` at most 511. */
export function packPosting(slot: number, count: number, inContext: boolean): number {
  return slot * 1024 + (inContext ? contextBit : 0) + count;
}

export function slotOf(posting: number): number {
  return posting >>> 10;
}

export function countOf(posting: number): number {
  return posting & 511;
}

export function isInContext(posting: number): boolean {
  return (posting & contextBit) !== 0;
}
