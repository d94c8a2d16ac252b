import { expect, test } from "vitest";

test("throws an Error when the cart is empty", () => {
  expect(() => {
    throw new Error("cart is empty");
  }).toThrow("cart is empty");
});

test("a failed payment is reported as failed", () => {
  expect("failed").toBe("failed");
});
