import { ask } from "./ask.ts";
import { expect, holdScripts, rowsOf, test, untilListening } from "./fixtures.ts";

test("/lookups paints from the server's answer and asks the API nothing more", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // What is watched from now on, the server could not have rendered.
    if (pathname.startsWith("/api/") && !pathname.startsWith("/api/trpc/live.")) asked.push(request.url());
  });
  await page.goto("/lookups");
  await expect(rowsOf(page).first()).toBeVisible();
  await untilListening(page);
  await page.waitForTimeout(2_000);
  expect(asked).toEqual([]);
});

test("the rows are in the answer itself, before any script has run", async ({ request, server }) => {
  const html = await (await request.get(`${server.url}/lookups`)).text();
  expect(html.match(/data-row-index=/g)?.length).toBeGreaterThan(5);
});

test("a filter narrows the list, stands in the URL and survives a reload", async ({ page }) => {
  await page.goto("/lookups");
  await page.getByRole("combobox", { name: "Tier" }).selectOption("1");
  await expect(page).toHaveURL(/\/lookups\?tier=1$/);
  await expect(rowsOf(page).filter({ hasText: "Similar" })).toHaveCount(0);
  await expect(rowsOf(page).filter({ hasText: "Exact" }).first()).toBeVisible();
  const shown = await rowsOf(page).count();
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(shown);
  await expect(page.getByRole("combobox", { name: "Tier" })).toHaveValue("1");
});

test("a browser that asks for the icon before it has read the page gets one", async ({ request, server }) => {
  const icon = await request.get(`${server.url}/favicon.ico`);
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toContain("icon");
});

for (const [path, what] of [
  ["/lookups", "a filter chosen"],
  ["/lookups", "a text typed"],
  ["/playground", "a log pasted"],
] as const) {
  test(`${what} before the page came to life counts (${path})`, async ({ page }) => {
    const wake = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    if (what === "a filter chosen") {
      await page.getByRole("combobox", { name: "Tier" }).selectOption("1");
      wake();
      await expect(page).toHaveURL(/\/lookups\?tier=1$/);
      await expect(rowsOf(page).filter({ hasText: "Similar" })).toHaveCount(0);
    } else if (what === "a text typed") {
      await page.getByRole("searchbox").fill("npm");
      wake();
      await expect(page).toHaveURL(/\/lookups\?q=npm$/);
    } else {
      await page.getByRole("textbox", { name: "Log of the failure" }).fill("src/a.ts(3,1): error TS9007: early");
      wake();
      await untilListening(page);
      await page.getByRole("form", { name: "Lookup by hand" }).locator("button[type=submit]").click();
      await expect(page.getByText("TS9007").first()).toBeVisible();
    }
  });
}

test("F04: typing is no step in the history: Back leaves the page", async ({ page }) => {
  await page.goto("/");
  await untilListening(page);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Lookups" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lookups" })).toBeVisible();
  await page.getByRole("searchbox").pressSequentially("a failure of twenty l", { delay: 15 });
  await expect(page).toHaveURL(/q=a\+failure|q=a%20failure/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

test("F04: a late answer to what was typed before never replaces what is asked for now", async ({ page }) => {
  await page.goto("/lookups");
  await untilListening(page);
  await page.route("**/api/trpc/lookup.list*", async (route) => {
    const isFirst = decodeURIComponent(route.request().url()).includes('"q":"zz"');
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const field = page.getByRole("searchbox");
  await field.fill("zz");
  await page.waitForTimeout(500);
  await field.fill("npm");
  await expect(rowsOf(page).first()).toContainText(/npm/i);
  await page.waitForTimeout(2_000);
  await expect(rowsOf(page).first()).toContainText(/npm/i);
  await expect(field).toHaveValue("npm");
});

test("filtered to nothing says so, and Clear filters brings everything back", async ({ page }) => {
  await page.goto("/lookups?q=no-such-words-anywhere&tier=1");
  await expect(page.getByText("No lookup matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page).toHaveURL(/\/lookups$/);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("new lookups are announced as a count, and nothing moves until they are asked for", async ({ page, server }) => {
  await page.goto("/lookups");
  await untilListening(page);
  const third = rowsOf(page).nth(2).getByRole("link");
  await third.focus();
  const before = await third.getAttribute("href");
  const made = await ask(page.request, server.url, { tool: "made-just-now" });
  const show = page.getByRole("button", { name: "Show 1 new lookup" });
  await expect(show).toBeVisible();
  await expect(rowsOf(page).nth(2).getByRole("link")).toBeFocused();
  expect(await rowsOf(page).nth(2).getByRole("link").getAttribute("href")).toBe(before);
  await show.click();
  await expect(rowsOf(page).first().getByRole("link")).toHaveAttribute("href", `/lookups/${made.record_id}`);
  await expect(rowsOf(page).first().getByRole("link")).toBeFocused();
  await expect(show).toBeHidden();
});

test.describe("with a server that fails", () => {
  test.use({ expectedConsole: /Failed to load resource|^TRPCClientError/ });

  test("a list that cannot be loaded says so in its place, and Try again loads it", async ({ page }) => {
    await page.goto("/lookups");
    await untilListening(page);
    await page.route("**/api/trpc/lookup.list*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.getByRole("combobox", { name: "Tier" }).selectOption("2");
    const alert = page.getByRole("alert").filter({ hasText: "The lookups could not be loaded" });
    await expect(alert).toBeVisible();
    await page.unroute("**/api/trpc/lookup.list*");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(rowsOf(page).first()).toContainText("Similar");
  });

  test("a count that fails pauses the live list and leaves its rows", async ({ page }) => {
    await page.route("**/api/trpc/live.lookups*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto("/lookups");
    await expect(page.getByText("Live updates are paused")).toBeVisible();
    await expect(rowsOf(page).first()).toBeVisible();
  });
});

test("a long list is drawn in part, counts its rows as a whole, and reaches its end", async ({ page, server }) => {
  test.setTimeout(120_000);
  for (let index = 0; index < 230; index += 1) await ask(page.request, server.url, { tool: "many-of-these" });
  await page.goto("/lookups?tool=many-of-these");
  const table = page.getByRole("table", { name: "Lookups, newest first" });
  await expect(table).toHaveAttribute("aria-rowcount", "-1");
  await expect(rowsOf(page).first()).toHaveAttribute("aria-rowindex", "2");
  await page.mouse.move(700, 500);
  let reached = 0;
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    const position = await page.evaluate(() => window.scrollY);
    expect(position).toBeGreaterThanOrEqual(reached);
    reached = position;
    await expect(page.getByText("All 230 lookups shown")).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 60_000 });
  await expect(table).toHaveAttribute("aria-rowcount", "231");
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(reached);
  await page.keyboard.press("End");
  await expect(page.locator('[aria-rowindex="231"]')).toBeVisible();
  expect(await rowsOf(page).count()).toBeLessThan(120);
  const boxes = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(new Set(boxes.map(Math.round))).toEqual(new Set([36]));
});
