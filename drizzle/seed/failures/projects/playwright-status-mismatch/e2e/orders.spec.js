import { expect, test } from "@playwright/test";

test("orders are listed", async ({ request }) => {
  const answer = await request.get(`${process.env.API_URL}/503/orders`);
  expect(answer.status()).toBe(200);
});
