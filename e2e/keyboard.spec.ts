import { expect, rowsOf, test, untilListening } from "./fixtures.ts";

test("F10: by keyboard alone: find a lookup, read why, step to the next, go back, look up the keys", async ({
  page,
}) => {
  await page.goto("/");
  await untilListening(page);

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
  await page.keyboard.type("lookups");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Lookups" })).toBeFocused();

  await expect(rowsOf(page).first()).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("npm");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=npm/);
  await expect(rowsOf(page).first()).toContainText(/npm/i);

  await page.keyboard.press("ArrowDown");
  await expect(rowsOf(page).nth(0).getByRole("link")).toBeFocused();
  await page.keyboard.press("j");
  await expect(rowsOf(page).nth(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("k");
  await expect(rowsOf(page).nth(0).getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Lookup" })).toBeFocused();
  await expect(page.getByRole("heading", { level: 2, name: "Candidates" })).toBeVisible();

  const beside = page.getByRole("navigation", { name: "Beside this lookup" });
  await expect(beside).toContainText(/^.*1 of \d+/);
  await page.keyboard.press("]");
  await expect(beside).toContainText(/2 of \d+/);
  await expect(page.getByRole("heading", { level: 1, name: "Lookup" })).toBeFocused();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeHidden();

  await page.goBack();
  await expect(beside).toContainText(/^.*1 of \d+/);
  await page.goBack();
  await expect(page).toHaveURL(/\/lookups\?q=npm$/);
  await expect(page.getByRole("heading", { level: 1, name: "Lookups" })).toBeVisible();
});

test("a letter typed into a field is a letter, and single-letter keys can be switched off", async ({ page }) => {
  await page.goto("/lookups");
  await untilListening(page);
  const field = page.getByRole("searchbox");
  await field.click();
  await page.keyboard.type("j?k");
  await expect(field).toHaveValue("j?k");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await field.fill("");
  await page.getByRole("button", { name: "Show keys" }).click();
  await page.getByRole("switch", { name: "Single-letter keys" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Show keys" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: "Show keys" })).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
});
