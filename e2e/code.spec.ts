import { askedIn, expectNoFindings } from "./expect-accessible.ts";
import { expect, test, untilListening } from "./fixtures.ts";

test("what would an agent be given: a task finds its files with their factors, and a file its partners", async ({
  page,
}) => {
  await page.goto("/");
  await untilListening(page);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Code" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Code" })).toBeFocused();
  const preview = page.getByRole("region", { name: "Boot preview" });
  await preview.getByRole("textbox", { name: "Task" }).fill("A voucher's discount is rounded wrongly in discountFor");
  await preview.getByRole("button", { name: "Find its files" }).click();
  await expect(preview.getByRole("row").nth(1)).toContainText("src/discount.ts");
  await expect(preview.getByText(/^What a model reads, \d+ tokens/)).toBeVisible();
  await expect(page).toHaveURL(/goal=/);

  const partners = page.getByRole("region", { name: "Co-change" });
  await partners.getByRole("textbox", { name: "File" }).fill("src/discount.ts");
  await partners.getByRole("button", { name: "Show partners" }).click();
  await expect(partners.getByRole("row").filter({ hasText: "test/discount.test.ts" })).toContainText("4 of 4");
  await page.reload();
  await expect(partners.getByRole("row").filter({ hasText: "test/discount.test.ts" })).toContainText("4 of 4");

  const picture = partners.getByRole("figure", { name: "Files that change with src/discount.ts" });
  await expect(picture).toContainText("most tightly");
  await picture.getByRole("button", { name: "Show partners of test/discount.test.ts" }).press("Enter");
  await expect(page).toHaveURL(/file=test(%2F|\/)discount\.test\.ts/);
  await expect(partners.getByRole("textbox", { name: "File" })).toHaveValue("test/discount.test.ts");
  await expect(
    partners.getByRole("figure", { name: "Files that change with test/discount.test.ts" }).getByRole("button", {
      name: "Show partners of src/discount.ts",
    }),
  ).toBeVisible();

  await preview.getByRole("button", { name: "Find its files" }).click();
  await preview.getByRole("link", { name: "Open the record" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lookup" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "src/discount.ts" })).toContainText("given");
  await expect(page.getByRole("region", { name: "What the agent sees" })).toContainText("Files to open first");
  await expectNoFindings(page);
});

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test("the code page has no findings with its answers open, and at 320 px only tables scroll sideways", async ({
      page,
    }) => {
      await page.goto("/code?file=src/discount.ts&goal=round%20the%20discount");
      await untilListening(page);
      await page.getByRole("button", { name: "Find its files" }).click();
      await expect(page.getByText(/^What a model reads, \d+ tokens/)).toBeVisible();
      await expect(page.getByRole("button", { name: "Show partners of test/discount.test.ts" }).first()).toBeVisible();
      await expectNoFindings(page, askedIn[theme]);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  });
}

test("what did runs leave: open one, read a context, and see what the symbol gate refused", async ({ page }) => {
  await page.goto("/code");
  await untilListening(page);
  const runs = page.getByRole("region", { name: "Runs", exact: true });
  await runs.getByRole("button", { name: "Decide the last day of a voucher in the shop's zone" }).click();
  await expect(page).toHaveURL(/run=run-voucher-zone/);
  await expect(page.getByRole("region", { name: "Run run-voucher-zone" })).toContainText("docs/vouchers.md");
  const contexts = page.getByRole("region", { name: "Contexts", exact: true });
  await contexts.getByText("src/order.ts").click();
  await expect(contexts.getByText(/placeOrder reserves every line/).last()).toBeVisible();
  const refused = page.getByRole("region", { name: "Refused by the symbol gate" });
  await expect(refused).toContainText("1 unknown symbol: applyVoucher");
  await expectNoFindings(page);
  await page.reload();
  await expect(page.getByRole("region", { name: "Run run-voucher-zone" })).toContainText("docs/vouchers.md");
});
