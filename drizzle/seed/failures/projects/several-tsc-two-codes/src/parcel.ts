export type Parcel = { grams: number; fragile: boolean };

export const letter: Parcel = { grams: 20, fragile: "no" };
