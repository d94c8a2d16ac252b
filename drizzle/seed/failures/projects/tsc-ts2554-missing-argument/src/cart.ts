import type { Cart, Line } from "./cart-types.js";

export function lineTotalCents(line: Line): number {
  return line.quantity * line.unitPriceCents;
}

export function formatCents(cents: number, currency: string): string {
  return `${(cents / 100).toFixed(2)} ${currency}`;
}

export function label(line: Line): string {
  return formatCents(lineTotalCents(line));
}

export function isEmpty(cart: Cart): boolean {
  return cart.lines.length === 0;
}
