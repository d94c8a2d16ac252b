import { expect, test } from "vitest";
import { discountCents, isExpired } from "../src/discount.ts";

test("half a cent is rounded up", () => {
  expect(discountCents(1010, 5)).toBe(51);
});

test("a voucher is still valid on its last day", () => {
  expect(isExpired("2026-03-31", "2026-03-31")).toBe(false);
});

test("no discount leaves the total alone", () => {
  expect(discountCents(990, 0)).toBe(0);
});
