const { orderTotal } = require("../src/order");

describe("orderTotal", () => {
  test("adds shipping below the free limit", () => {
    expect(orderTotal(2000)).toBe(2490);
  });

  test("ships for nothing above the limit", () => {
    expect(orderTotal(5000)).toBe(5000);
  });
});
