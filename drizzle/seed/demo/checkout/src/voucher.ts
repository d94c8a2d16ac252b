export type Voucher = { code: string; percent: number; lastDay: string };

const vouchers: readonly Voucher[] = [
  { code: "SPRING", percent: 10, lastDay: "2026-05-31" },
  { code: "LOYAL", percent: 5, lastDay: "2027-12-31" },
];

export function voucherNamed(code: string): Voucher | null {
  return vouchers.find((voucher) => voucher.code === code) ?? null;
}
