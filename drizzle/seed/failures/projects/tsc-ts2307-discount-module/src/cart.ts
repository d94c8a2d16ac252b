import type { Cart, Line } from "./cart-types.js";

export function lineTotalCents(line: Line): number {
  return line.quantity * line.unitPriceCents;
}

import { discountCents } from "./discount.js";

export function payable(cart: Cart): number {
  return cart.totalCents - discountCents(cart.totalCents, 10);
}
