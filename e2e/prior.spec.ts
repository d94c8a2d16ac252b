import type { Page } from "@playwright/test";
import { askedIn, expectNoFindings } from "./expect-accessible.ts";
import { expect, rowsOf, test, untilListening } from "./fixtures.ts";

async function openPrior(page: Page, query = "operation=context.prior&q=voucher"): Promise<void> {
  await page.goto(`/lookups?${query}`);
  await untilListening(page);
  await rowsOf(page).first().getByRole("link").click();
  await expect(page.getByRole("table", { name: "Candidates" })).toBeVisible();
}

const candidates = (page: Page) => page.getByRole("table", { name: "Candidates" }).locator("[data-candidate]");

test("why was this selected and that not: verdict, reason, bar and arithmetic of every candidate", async ({ page }) => {
  await openPrior(page);
  const first = candidates(page).first();
  await expect(first).toContainText("Selected, 1");
  await expect(first).toContainText(/> floor 0\.037/);
  await expect(candidates(page).filter({ hasText: "Below floor" }).first()).toContainText("is not above the floor");
  await first.getByRole("button", { name: /^Arithmetic of/ }).click();
  const opened = page.getByRole("table", { name: "Candidates" }).getByRole("row").nth(2);
  await expect(opened).toContainText(/^\(0\.6 × .* = .*policy version 0/);
  await expect(opened).toContainText(/shared by task and memory/);
  await expect(opened).toContainText("As it stands today");
});

test("a replay is identical, and a what-if lives in the URL, shows who leaves, and is confirmed by the server", async ({
  page,
}) => {
  await openPrior(page);
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(page.getByText("Identical to the last bit, from the record alone.")).toBeVisible();
  await page.getByRole("spinbutton", { name: "Noise floor, as a number" }).fill("0.4");
  await expect(page).toHaveURL(/floor=0\.4/);
  await expect(candidates(page).filter({ hasText: "leaves" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Confirm on the server" }).click();
  await expect(page.getByText("The server comes to the same selection.")).toBeVisible();
  await page.reload();
  await expect(candidates(page).filter({ hasText: "leaves" }).first()).toBeVisible();
  await untilListening(page);
  await page.getByRole("button", { name: "As recorded", exact: true }).click();
  await expect(candidates(page).filter({ hasText: "leaves" })).toHaveCount(0);
  await expect(page).not.toHaveURL(/floor=/);
});

test("by keyboard alone: step through the candidates, label each with one key, and find the labels again", async ({
  page,
}) => {
  await openPrior(page, "operation=context.prior&project=demo%2Fshop");
  await untilListening(page);
  await page.keyboard.press("j");
  await expect(
    candidates(page)
      .first()
      .getByRole("button", { name: /^Arithmetic of/ }),
  ).toBeFocused();
  await page.keyboard.press("u");
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  const pressed = (row: number, name: string) =>
    candidates(page).nth(row).getByRole("button", { name, exact: true, pressed: true });
  await expect(pressed(0, "Unsure")).toBeVisible();
  await expect(pressed(1, "Control")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(pressed(0, "Unsure")).toBeVisible();
  await expect(pressed(1, "Control")).toBeVisible();
});

for (const theme of ["light", "dark"] as const) {
  test(`a prior-context lookup has no findings in the ${theme} theme, opened and asked what if`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await openPrior(page);
    await candidates(page)
      .first()
      .getByRole("button", { name: /^Arithmetic of/ })
      .click();
    await page.getByRole("spinbutton", { name: "Noise floor, as a number" }).fill("0.4");
    await expect(page.getByText(/As it stands today/)).toBeVisible();
    await expectNoFindings(page, askedIn[theme]);
  });
}

test("on 320 px only the table scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openPrior(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
