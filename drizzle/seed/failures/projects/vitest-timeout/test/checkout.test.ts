import { once } from "node:events";
import { expect, test } from "vitest";
import { checkout, pay } from "../src/checkout.ts";

test("a payment announces itself", { timeout: 400 }, async () => {
  const paid = once(checkout, "paid");
  pay();
  expect(await paid).toEqual([]);
});
