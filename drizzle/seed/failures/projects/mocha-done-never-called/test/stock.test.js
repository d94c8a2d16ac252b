import { reserve } from "../src/stock.js";

describe("stock", () => {
  it("reserves one piece", (done) => {
    reserve("A-100", done);
  });
});
