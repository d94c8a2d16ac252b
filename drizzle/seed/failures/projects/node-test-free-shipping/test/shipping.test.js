import assert from "node:assert/strict";
import { test } from "node:test";
import { totalCents } from "../src/shipping.js";

test("orders above the limit ship for free", () => {
  assert.equal(totalCents(6000), 6000);
});
