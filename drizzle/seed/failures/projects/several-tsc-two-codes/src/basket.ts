export type Basket = { cents: number[] };

export const empty: Basket = { cents: "none" };
