import { expect, test } from "@playwright/test";

test("the shop has a title", async ({ page }) => {
  await page.setContent("<title>Shop</title>");
  await expect(page).toHaveTitle("Shop");
});
