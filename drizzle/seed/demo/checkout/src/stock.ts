const onHand = new Map<string, number>();

export class OutOfStock extends Error {
  constructor(sku: string, missing: number) {
    super(`${sku}: ${missing} too few in stock`);
  }
}

export function restock(sku: string, quantity: number): void {
  onHand.set(sku, (onHand.get(sku) ?? 0) + quantity);
}

/** Takes from the stock, or throws `OutOfStock` and takes nothing. */
export function reserve(sku: string, quantity: number): void {
  const left = (onHand.get(sku) ?? 0) - quantity;
  if (left < 0) throw new OutOfStock(sku, -left);
  onHand.set(sku, left);
}
