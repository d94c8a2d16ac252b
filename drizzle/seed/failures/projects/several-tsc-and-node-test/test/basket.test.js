import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/basket.js";

test("a basket of two costs both prices", () => {
  assert.equal(total({ cents: [1299, 450] }), 1749);
});
