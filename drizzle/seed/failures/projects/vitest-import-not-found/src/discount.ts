export function discountCents(totalCents: number, percent: number): number {
  return Math.round((totalCents * percent) / 100);
}

export function isExpired(validUntil: string, today: string): boolean {
  return validUntil < today;
}
