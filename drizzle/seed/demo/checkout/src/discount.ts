import { voucherNamed } from "./voucher.ts";

/** The discount of a voucher in whole cents, rounded half up. A voucher counts through its last day in the shop's zone. */
export function discountFor(code: string, grossCents: number, today: Date): number {
  const voucher = voucherNamed(code);
  if (voucher === null || shopDay(today) > voucher.lastDay) return 0;
  return Math.floor((grossCents * voucher.percent + 50) / 100);
}

function shopDay(at: Date): string {
  return at.toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });
}
