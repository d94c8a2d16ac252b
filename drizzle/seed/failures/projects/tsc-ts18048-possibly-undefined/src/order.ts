type Address = { city: string; zip: string };

type Order = { id: string; shipTo?: Address };

export function city(order: Order): string {
  return order.shipTo.city.toUpperCase();
}
