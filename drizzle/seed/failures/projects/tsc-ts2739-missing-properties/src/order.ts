import type { Cart } from "./cart-types.js";

type Order = { id: string; cart: Cart; paidAt: string; currency: string };

export function draft(cart: Cart): Order {
  const order: Order = { id: cart.id, cart };
  return order;
}
