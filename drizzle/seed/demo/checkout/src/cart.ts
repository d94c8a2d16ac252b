import type { Cart, CartTotal } from "./cart-types.ts";
import { discountFor } from "./discount.ts";

/** The cart's total in whole cents, after its voucher. */
export function total(cart: Cart, today: Date): CartTotal {
  const grossCents = cart.lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0);
  const discountCents = cart.voucher === null ? 0 : discountFor(cart.voucher, grossCents, today);
  return { grossCents, discountCents, netCents: grossCents - discountCents };
}

/** Adds a line, or raises the quantity of the one with the same article. */
export function addLine(cart: Cart, sku: string, unitCents: number): Cart {
  const known = cart.lines.find((line) => line.sku === sku);
  const lines = known
    ? cart.lines.map((line) => (line.sku === sku ? { ...line, quantity: line.quantity + 1 } : line))
    : [...cart.lines, { sku, quantity: 1, unitCents }];
  return { ...cart, lines };
}
