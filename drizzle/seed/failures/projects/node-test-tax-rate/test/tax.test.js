import assert from "node:assert/strict";
import { test } from "node:test";
import { taxCents } from "../src/tax.js";

test("books carry the reduced rate once", () => {
  assert.equal(taxCents(1000, "book"), 70);
});

test("everything else carries the full rate", () => {
  assert.equal(taxCents(1000, "toy"), 190);
});
