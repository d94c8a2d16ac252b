import { expect, test } from "vitest";
import { discountFor } from "../src/discount.ts";

test("a voucher counts through its last day, in the shop's zone", () => {
  expect(discountFor("SPRING", 1_000, new Date("2026-05-31T21:30:00Z"))).toBe(100);
  expect(discountFor("SPRING", 1_000, new Date("2026-05-31T22:30:00Z"))).toBe(0);
});

test("half a cent is rounded up", () => {
  expect(discountFor("LOYAL", 1_010, new Date("2026-06-01T12:00:00Z"))).toBe(51);
});
