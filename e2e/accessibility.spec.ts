import type { Page } from "@playwright/test";
import { askedIn, expectNoFindings } from "./expect-accessible.ts";
import { expect, rowsOf, test, untilListening } from "./fixtures.ts";

const themes = ["light", "dark"] as const;

async function openFirst(page: Page, list: string) {
  await page.goto(list);
  await untilListening(page);
  await rowsOf(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 2, name: "Attention record" })).toBeVisible();
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
}

for (const theme of themes) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test("the overview has no findings", async ({ page }) => {
      await page.goto("/");
      await expect(rowsOf(page).first()).toBeVisible();
      await expectNoFindings(page, askedIn[theme]);
    });

    test("the list has no findings, full, filtered to nothing and with a row focused", async ({ page }) => {
      await page.goto("/lookups");
      await expect(rowsOf(page).first()).toBeVisible();
      await rowsOf(page).first().getByRole("link").focus();
      await expectNoFindings(page, askedIn[theme]);
      await page.goto("/lookups?q=no-such-words-anywhere");
      await expect(page.getByText("No lookup matches these filters")).toBeVisible();
      await expectNoFindings(page, askedIn[theme]);
    });

    test("a lookup has no findings, with everything opened", async ({ page }) => {
      await openFirst(page, "/lookups?tier=1");
      await page
        .getByRole("button", { name: /^Details of/ })
        .first()
        .click();
      for (const summary of await page.locator("summary").all()) await summary.click();
      await expect(page.getByText(/As it stands today/)).toBeVisible();
      await expectNoFindings(page, askedIn[theme]);
    });

    test("dialogs and the page for what is not found have no findings", async ({ page }) => {
      await page.goto("/lookups/att_unknown");
      await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
      await untilListening(page);
      await expectNoFindings(page, askedIn[theme]);
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
      await expectNoFindings(page, askedIn[theme]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
      await expectNoFindings(page, askedIn[theme]);
    });
  });
}

/** 320 px is a phone; 680 px is 200 % zoom on a window of 1,360. */
for (const width of [320, 680]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 700 } });

    test("nothing but tables scrolls sideways, and the way in and out is there", async ({ page }) => {
      for (const path of ["/", "/lookups"]) {
        await page.goto(path);
        await expect(rowsOf(page).first()).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      await rowsOf(page).first().getByRole("link").click();
      await expect(page.getByRole("heading", { level: 2, name: "Candidates" })).toBeVisible();
      await expect(page.locator(".recharts-surface").first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expect(page.getByRole("link", { name: "Older" })).toBeVisible();
      await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").click();
      await expect(page.getByRole("heading", { level: 1, name: "Lookups" })).toBeVisible();
    });

    test("stacked rows are still rows of a table", async ({ page }) => {
      await page.goto("/lookups");
      await expect(page.getByRole("table", { name: "Lookups, newest first" }).getByRole("row").nth(1)).toBeVisible();
      await expect(rowsOf(page).first().getByRole("cell").first()).toBeVisible();
      await expectNoFindings(page);
    });
  });
}

test("F11: in forced colours and in grey a tier, a verdict and a degraded leg still say what they are", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/lookups");
  await expect(rowsOf(page).first()).toBeVisible();
  for (const row of await rowsOf(page).all())
    await expect(row).toContainText(/Exact|Similar|Reference|Nothing|Prior context|Scope/);
  await openFirst(page, "/lookups?tier=1");
  for (const mark of await page.locator(".bar-mark").all()) {
    await expect(mark).toHaveCSS("forced-color-adjust", "none");
  }
  await expect(page.getByRole("region", { name: "Candidates", exact: true })).toContainText(/Returned/);
});
