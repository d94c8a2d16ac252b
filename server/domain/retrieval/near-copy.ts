/** Raw score of two texts from which they likely say the same. */
export const nearCopyFloor = 0.35;
