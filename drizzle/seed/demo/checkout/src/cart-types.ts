/** A line of the cart. `unitCents` is a whole number of cents. */
export type CartLine = { sku: string; quantity: number; unitCents: number };

export type Cart = { id: string; lines: CartLine[]; voucher: string | null };

export type CartTotal = { grossCents: number; discountCents: number; netCents: number };
