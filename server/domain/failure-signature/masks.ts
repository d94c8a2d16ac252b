/** A named rule that replaces what varies between two runs of one failure. */
export type MaskRule = { name: string; placeholder: string; reason: string; tradeOff: string };
