import type { Cart, Line } from "./cart-types.js";

export function lineTotalCents(line: Line): number {
  return line.quantity * line.unitPriceCents;
}

import { createInvoice } from "@acme/invoice";

export function checkout(cart: Cart) {
  return createInvoice(cart.id, cart.totalCents);
}
