import { total } from "./cart.ts";
import type { Cart } from "./cart-types.ts";
import { reserve } from "./stock.ts";

export type Order = { id: string; cart: Cart; netCents: number; placedAt: Date };

/** Places an order: reserves every article first, so that nothing is sold that is not there. */
export function placeOrder(id: string, cart: Cart, placedAt: Date): Order {
  for (const line of cart.lines) reserve(line.sku, line.quantity);
  return { id, cart, netCents: total(cart, placedAt).netCents, placedAt };
}
