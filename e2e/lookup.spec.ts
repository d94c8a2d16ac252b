import { ask } from "./ask.ts";
import { expect, rowsOf, test, untilListening } from "./fixtures.ts";

test("one lookup tells what was found, what each candidate scored, and why it was or was not returned", async ({
  page,
}) => {
  await page.goto("/lookups?tier=1");
  await rowsOf(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Lookup" })).toBeFocused();
  await expect(page.getByText(/^Tier 1: this exact failure/)).toBeVisible();
  for (const name of ["Request", "Legs", "Budget", "Candidates", "What the agent sees", "Attention record"]) {
    await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
  }
  const candidates = page.getByRole("table", { name: "Candidates" });
  const exact = candidates.getByRole("row").filter({ hasText: "exact signature" }).first();
  await expect(exact).toContainText("Returned");
  await expect(exact).toContainText("in the answer");
  await expect(exact).toContainText("1.00");
  await exact.getByRole("button", { name: /^Details of/ }).click();
  await expect(candidates.getByText(/As it stands today/)).toBeVisible();
});

test("F11: charts have their table and a sentence", async ({ page }) => {
  await page.goto("/lookups?tier=1");
  await rowsOf(page).first().getByRole("link").click();
  const legs = page.getByRole("region", { name: "Legs" });
  await expect(legs.getByText(/legs? answered/)).toBeVisible();
  await legs.getByText("Show as table").click();
  await expect(legs.getByRole("row", { name: /^Signature/ })).toContainText("Answered");
  await expect(legs.locator(".recharts-surface").first()).toBeVisible();
  const budget = page.getByRole("region", { name: "Budget" });
  await expect(budget.getByText(/tokens used/)).toBeVisible();
  await budget.getByText("Show as table").click();
  await expect(budget.getByRole("row").filter({ hasText: "Used of" })).toBeVisible();
});

test("F10: candidates sort by their scores, told to a screen reader and kept in the URL", async ({ page }) => {
  await page.goto("/lookups?tier=1");
  await rowsOf(page).first().getByRole("link").click();
  const head = page.getByRole("columnheader", { name: "Score", exact: true });
  await expect(head).toHaveAttribute("aria-sort", "none");
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=score&order=descending/);
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "In the order decided" }).click();
  await expect(head).toHaveAttribute("aria-sort", "none");
});

test("F05: previous and next stay inside the filtered list, also while new lookups arrive", async ({
  page,
  server,
}) => {
  for (let index = 0; index < 5; index += 1) await ask(page.request, server.url, { tool: "five-of-these" });
  await page.goto("/lookups?tool=five-of-these");
  await expect(rowsOf(page)).toHaveCount(5);
  const hrefs = await rowsOf(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  await untilListening(page);
  await rowsOf(page).nth(1).getByRole("link").click();
  const beside = page.getByRole("navigation", { name: "Beside this lookup" });
  await expect(beside).toContainText("2 of 5");
  await ask(page.request, server.url, { tool: "five-of-these" });
  await beside.getByRole("link", { name: "Older" }).click();
  await expect(beside).toContainText("3 of 5");
  await page.keyboard.press("[");
  await expect(beside).toContainText("2 of 5");
  await page.keyboard.press("[");
  await expect(beside).toContainText("1 of 5");
  await expect(page).toHaveURL(new RegExp(`${hrefs[0]?.replace("?", "\\?")}$`));
  await expect(beside.getByRole("link", { name: "Newer" })).toHaveCount(0);
  await page.keyboard.press("[");
  for (const position of ["2 of 5", "3 of 5", "4 of 5", "5 of 5"]) {
    await page.keyboard.press("]");
    await expect(beside).toContainText(position);
  }
  await expect(beside.getByRole("link", { name: "Older" })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/lookups\?tool=five-of-these$/);
});

test("a lookup opened by its address finds its place in the list", async ({ page, server }) => {
  const made = await ask(page.request, server.url, { tool: "opened-by-address" });
  await page.goto(`/lookups/${made.lookup_id}?tool=opened-by-address`);
  await expect(page.getByRole("navigation", { name: "Beside this lookup" })).toContainText("1 of 1");
  await page.goto(`/lookups/${made.record_id}?tool=npm`);
  await expect(page.getByRole("navigation", { name: "Beside this lookup" })).toContainText("not in this list");
});

test("the record downloads and copies whole, and copies as a command that asks again", async ({ page, server }) => {
  const made = await ask(page.request, server.url, { task: 'it\'s a "task" with $(quotes) and `ticks`' });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/lookups/${made.record_id}`);
  const kept = await (await page.request.get(`${server.url}/api/lookups/${made.record_id}`)).text();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download JSON" }).click();
  expect((await download).suggestedFilename()).toBe(`${made.record_id}.json`);
  await page.getByRole("button", { name: "Copy JSON" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(kept);
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl -sS 'http:\/\/127\.0\.0\.1:\d+\/memory\/context'/);
});

test("an address that names no record leads to the page that says so", async ({ page, request, server }) => {
  for (const id of ["%A0", "%", "%25", "..%2f", "a%2Fb", "a%20b", "%3Cb%3E", "%E6%96%87", "constructor", "null", "0"]) {
    const answer = await request.get(`${server.url}/lookups/${id}`);
    expect([id, answer.status()]).toEqual([id, 404]);
    expect(await answer.text()).toContain("Not found");
  }
  await page.goto("/lookups/att_00000000000000000000000000");
  await expect(page.getByRole("heading", { level: 2, name: "Not found" })).toBeVisible();
  await page.getByRole("link", { name: "All lookups" }).click();
  await expect(rowsOf(page).first()).toBeVisible();
});
