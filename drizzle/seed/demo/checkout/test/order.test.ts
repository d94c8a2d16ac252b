import { expect, test } from "vitest";
import { placeOrder } from "../src/order.ts";
import { OutOfStock, restock } from "../src/stock.ts";

test("nothing is sold that is not there", () => {
  restock("mug", 1);
  const cart = { id: "c1", lines: [{ sku: "mug", quantity: 2, unitCents: 900 }], voucher: null };
  expect(() => placeOrder("o1", cart, new Date("2026-06-01T12:00:00Z"))).toThrow(OutOfStock);
});
