import type { Cart, Line } from "./cart-types.js";

export function lineTotalCents(line: Line): number {
  return line.quantity * line.unitPriceCents;
}

export function withTotal(cart: Cart): Cart {
  const total = cart.lines.reduce((sum, line) => sum + lineTotalCents(line), 0);
  return { ...cart, totalCents: total.toFixed(2) };
}
