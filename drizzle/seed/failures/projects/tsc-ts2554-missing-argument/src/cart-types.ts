export type Line = { sku: string; quantity: number; unitPriceCents: number };

export type Cart = { id: string; lines: Line[]; totalCents: number };
