export function redeem(code: string, cents: number): number {
  return code === "SPRING" ? cents - 500 : cents;
}

export const paid = redeem("SPRING");
