import { expect, test, untilListening } from "./fixtures.ts";

test("how do I call it: from the settings to an operation, and its example is answered", async ({ page, server }) => {
  await page.goto("/settings");
  await untilListening(page);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "API" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API" })).toBeFocused();
  const described: { paths: Record<string, object> } = await (await page.request.get("/api/openapi.json")).json();
  const operations = Object.values(described.paths).flatMap((methods) => Object.keys(methods));
  await expect(page.locator("main li").filter({ has: page.locator('a[href^="/settings/api/"]') })).toHaveCount(
    operations.length,
  );
  await page.getByRole("region", { name: "context", exact: true }).getByRole("link").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "context.prior" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Body" }).getByText("task_text")).toBeVisible();
  await expect(page.getByRole("list", { name: "In factors" }).first()).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "429" })).toContainText("RATE_LIMITED");

  const command = await page.getByRole("region", { name: "context.prior with curl" }).textContent();
  const [, url = "", data = "{}"] = /'(http[^']+)'[\s\S]*--data-raw '([^']+)'/.exec(command ?? "") ?? [];
  expect(new URL(url).origin).toBe(server.url);
  expect((await page.request.post(url, { data: JSON.parse(data) })).status()).toBe(200);
});

test("an operation is found in the command menu's page, and a name that is none is not found", async ({ page }) => {
  await page.goto("/settings/api/memory.nothing");
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  await untilListening(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("api");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/api$/);
});

test("a path that can name no operation is a 404", async ({ request, server }) => {
  for (const name of ["%A0", "a", "memory.get/x"]) {
    expect([name, (await request.get(`${server.url}/settings/api/${name}`)).status()]).toEqual([name, 404]);
  }
});
