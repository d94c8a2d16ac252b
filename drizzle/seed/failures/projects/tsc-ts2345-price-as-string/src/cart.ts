import type { Cart, Line } from "./cart-types.js";

export function lineTotalCents(line: Line): number {
  return line.quantity * line.unitPriceCents;
}

export function formatCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

export function label(line: Line): string {
  return formatCents(formatCents(lineTotalCents(line)));
}

export function isEmpty(cart: Cart): boolean {
  return cart.lines.length === 0;
}
