const { newOrder } = require("../src/order");

test("an order has an id", () => {
  expect(newOrder().id).toHaveLength(36);
});
