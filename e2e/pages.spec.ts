import { ask } from "./ask.ts";
import { askedIn, expectNoFindings } from "./expect-accessible.ts";
import { expect, test, untilListening } from "./fixtures.ts";

/** Every page beside the lists of lookups, each with what shows that it is there. */
const pages = [
  { path: "/memories", shows: "Memories" },
  { path: "/supersession", shows: "Supersession" },
  { path: "/budget?range=30d", shows: "Budget" },
  { path: "/playground", shows: "Playground" },
  { path: "/settings", shows: "Settings" },
  { path: "/settings/api", shows: "API" },
  { path: "/settings/api/memory.context", shows: "memory.context" },
] as const;

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });

    for (const { path, shows } of pages) {
      test(`${shows} has no findings`, async ({ page, server }) => {
        // Something is left out, so that the charts of the budget have something to draw.
        if (path.startsWith("/budget")) {
          await ask(page.request, server.url, { task: "npm install peer dependency conflict", budget: 300 });
        }
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: shows })).toBeVisible();
        await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
        await expectNoFindings(page, askedIn[theme]);
      });
    }
  });
}

test("a page paints from the server's answer and asks the API nothing more", async ({ page }) => {
  // The first page leaves the reader's zone in a cookie, which the second is rendered with.
  await page.goto("/settings");
  await untilListening(page);
  for (const { path, shows } of pages) {
    const asked: string[] = [];
    const count = (request: { url(): string }) => {
      if (new URL(request.url()).pathname.startsWith("/api/")) asked.push(request.url());
    };
    page.on("request", count);
    await page.goto(path);
    await untilListening(page);
    await expect(page.getByRole("heading", { level: 1, name: shows })).toBeVisible();
    page.off("request", count);
    expect(asked, path).toEqual([]);
  }
});

test.describe("320 px wide", () => {
  test.use({ viewport: { width: 320, height: 700 } });

  test("nothing but tables scrolls sideways on any page", async ({ page }) => {
    for (const { path, shows } of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: shows })).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
  });
});

test("are our thresholds right: the overview says how each number came about, for the range in its address", async ({
  page,
}) => {
  await page.goto("/");
  await untilListening(page);
  const tile = page.getByRole("button", { name: /^\d+ %$/ }).first();
  await tile.focus();
  await expect(page.getByText(/Tier 1 ÷ three-tier lookups = /).last()).toBeVisible();
  await page.getByRole("button", { name: "24 hours" }).click();
  await expect(page).toHaveURL(/range=24h/);
  const tiers = page.getByRole("region", { name: "Lookups by tier" });
  await expect(tiers.getByText(/^\d+ lookups?\./)).toBeVisible();
  await tiers.getByText("Show as table").click();
  await expect(tiers.getByRole("row")).toHaveCount(25);
});

test("why did the agent get this: ask by hand, read the reasons, judge a memory", async ({ page }) => {
  await page.goto("/playground");
  await untilListening(page);
  await page
    .getByRole("textbox", { name: "Log of the failure" })
    .fill("npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Candidates" })).toBeVisible();
  const pairs = page.getByRole("region", { name: "Judge the memories" });
  await pairs.getByRole("button", { name: "Relevant" }).first().click();
  await expect(pairs.getByText(/^1 label saved/)).toBeVisible();
  await page.reload();
  await expect(pairs.getByRole("button", { name: "Relevant", pressed: true })).toHaveCount(1);
});

test("a policy version is saved, applied and rolled back", async ({ page }) => {
  await page.goto("/settings");
  await untilListening(page);
  await page.getByRole("button", { name: "New version" }).click();
  await page.getByRole("spinbutton", { name: "top_k" }).fill("7");
  await page.getByRole("textbox", { name: "Note" }).fill("seven of them");
  await page.getByRole("button", { name: "Save version" }).click();
  const policies = page.getByRole("region", { name: "Policies" });
  await expect(policies.getByText("instead of 5")).toBeVisible();
  await policies.getByRole("button", { name: "Apply version 1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect(policies.getByRole("button", { name: "Roll back the workspace to built in" })).toBeVisible();
  await policies.getByRole("button", { name: "Roll back the workspace to built in" }).click();
  await expect(policies.getByRole("button", { name: "Apply version 1" })).toBeVisible();
});

test("a key is made, shown once, opens the agent routes, and stops working when it is revoked", async ({
  page,
  server,
}) => {
  await page.goto("/settings");
  await untilListening(page);
  const keys = page.getByRole("region", { name: "Keys" });
  await keys.getByRole("button", { name: "New key" }).click();
  await keys.getByRole("textbox", { name: "Name" }).fill("build machine");
  await keys.getByRole("button", { name: "Make key" }).click();
  const shown = keys.getByRole("region", { name: "The new key" });
  await expect(shown.getByText("Copy it now.")).toBeVisible();
  const key = /whk_[a-z2-7]{16}_[a-z2-7]{52}/.exec((await shown.textContent()) ?? "")?.[0] ?? "";
  const asked = async () =>
    (await page.request.get(`${server.url}/api/projects`, { headers: { authorization: `Bearer ${key}` } })).status();
  expect(await asked()).toBe(200);
  await shown.getByRole("button", { name: "I have copied it" }).click();
  await expect(shown).toHaveCount(0);
  expect(await page.content()).not.toContain(key);
  const row = keys.getByRole("listitem").filter({ hasText: "build machine" });
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(row.getByText("revoked", { exact: true })).toBeVisible();
  expect(await asked()).toBe(401);
});

test("A19: a wrong merge of two projects is undone on the settings page", async ({ page, server }) => {
  const other = "git.example/acme/other-shop";
  const standsFor = async () => {
    const answer = await page.request.get(`${server.url}/api/projects`);
    const { items }: { items: { project: string; aliases: { alias: string }[] }[] } = await answer.json();
    return items.filter(({ aliases }) => aliases.some(({ alias }) => alias === other)).map(({ project }) => project);
  };
  await page.goto("/settings");
  await untilListening(page);
  const projects = page.getByRole("region", { name: "Projects" });
  await projects.getByRole("textbox", { name: "Other name" }).fill(other);
  await projects.getByRole("combobox", { name: "stands for" }).selectOption("demo/infra");
  await projects.getByRole("button", { name: "Add alias" }).click();
  await expect(projects.getByText(other)).toBeVisible();
  expect(await standsFor()).toEqual(["demo/infra"]);
  await projects.getByRole("button", { name: `Remove the alias ${other}` }).click();
  await expect(projects.getByText(other)).toHaveCount(0);
  expect(await standsFor()).toEqual([]);
});
