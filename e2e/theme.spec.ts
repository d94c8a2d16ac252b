import { expect, holdScripts, rowsOf, test, untilListening } from "./fixtures.ts";

const dark = "rgb(15, 17, 21)";
const light = "rgb(255, 255, 255)";

test.use({ colorScheme: "light" });

test.describe("without the scripts of the build", () => {
  test.use({ expectedConsole: /ChunkLoadError|net::ERR_FAILED/ });

  test("the chosen theme is there at the first paint and on every page after", async ({ page, context, server }) => {
    await page.goto("/");
    await untilListening(page);
    await page.getByRole("button", { name: "Theme: Like the system" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveCSS("background-color", dark);
    // Without scripts of the build the first paint is all there is.
    await context.route("**/_next/**/*.js", (route) => route.abort());
    const unbuilt = await context.newPage();
    await unbuilt.goto(`${server.url}/lookups`, { waitUntil: "domcontentloaded" });
    await expect(unbuilt.locator("html")).toHaveCSS("background-color", dark);
    await unbuilt.close();
  });
});

test("a theme follows the system until one is chosen", async ({ page }) => {
  await page.goto("/lookups");
  await expect(page.locator("html")).toHaveCSS("background-color", light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveCSS("background-color", dark);
});

test("F14: cookies of another version or from another hand fall back to the defaults once", async ({
  page,
  context,
  server,
}) => {
  const values = ["purple", "%7B%22v%22%3A99%7D", "x".repeat(3_000), "%E0%A4%A"];
  for (const value of values) {
    await context.clearCookies();
    await context.addCookies(
      ["whence_theme", "whence_keys", "whence_zone", "whence_zone_chosen"].map((name) => ({
        name,
        value,
        url: server.url,
      })),
    );
    const asked: string[] = [];
    const count = (request: { url(): string }) => {
      if (request.url().includes("/api/")) asked.push(request.url());
    };
    page.on("request", count);
    await page.goto("/lookups");
    await expect(rowsOf(page).first()).toBeVisible();
    await untilListening(page);
    await page.waitForTimeout(1_000);
    expect(asked.length).toBeLessThan(3);
    await expect(page.locator("html")).toHaveCSS("background-color", light);
    page.off("request", count);
  }
});

test("F07: times are on the reader's clock, with its zone, and in UTC", async ({ page }) => {
  await page.goto("/lookups");
  await untilListening(page);
  await expect(page.getByRole("columnheader", { name: /^Time/ })).toContainText("UTC+05:45");
  await expect(rowsOf(page).first().locator("time")).toHaveAttribute("title", /UTC\+05:45 \(.* UTC\)$/);
  await rowsOf(page).first().getByRole("link").focus();
  await expect(rowsOf(page).first().locator("time")).toContainText(/^\D*\d\d-\d\d \d\d:\d\d:\d\d$/, {
    useInnerText: true,
  });
});

test("F07: a chosen zone counts on every page, is kept, and no page asks again for what the server cut by it", async ({
  page,
}) => {
  await page.goto("/settings");
  await untilListening(page);
  await page.getByLabel("Time zone").selectOption("America/Los_Angeles");
  await expect(page.getByText(/^Now: .* UTC-0[78]:00/)).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("statistics")) asked.push(request.url());
  });
  await page.goto("/");
  await untilListening(page);
  // By its role: what streams in stands in the document twice for a moment, once unseen.
  const range = page.getByRole("search", { name: "Range" });
  await expect(range.getByText("Days begin at midnight in America/Los Angeles")).toBeVisible();
  await page.waitForTimeout(500);
  expect(asked).toEqual([]);
  await page.goto("/lookups");
  await expect(page.getByRole("columnheader", { name: /^Time/ })).toContainText(/UTC-0[78]:00/);
  // Chosen before the page came to life, it counts all the same.
  const wake = await holdScripts(page);
  await page.goto("/settings", { waitUntil: "commit" });
  await expect(page.getByLabel("Time zone")).toHaveValue("America/Los_Angeles");
  await page.getByLabel("Time zone").selectOption({ index: 0 });
  wake();
  await expect(page.getByText(/^Now: .* UTC\+05:45/)).toBeVisible();
});
