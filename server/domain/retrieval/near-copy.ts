/**
 * Raw score of the text leg from which two texts likely say the same; in [0, 1].
 * 2026-11-29: paraphrases of one claim score .80 to .90 against one another, and the nearest other commit message of the same
 * repository .72 at the 95th percentile (PRIOR-LINK, vite). Only ever a hint: nothing is retired by it.
 */
export const nearCopyFloor = 0.75;
