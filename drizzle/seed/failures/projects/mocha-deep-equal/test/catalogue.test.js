import assert from "node:assert/strict";
import { sorted } from "../src/catalogue.js";

describe("catalogue", () => {
  it("ignores case when sorting", () => {
    assert.deepEqual(sorted(["pear", "Zucchini", "apple"]), ["apple", "pear", "Zucchini"]);
  });
});
