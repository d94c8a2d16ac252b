import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ask } from "./ask.ts";
import { askedIn, expectNoFindings } from "./expect-accessible.ts";
import { expect, test, untilListening } from "./fixtures.ts";

const project = "github.com/acme/failures-page";
const logOf = (code: string) =>
  `src/cart-page.ts(12,7): error ${code}: Property 'total' of 127.0.0.1:51823 is wrong at 2026-07-02T10:00:00Z.\n`;

function failureRows(page: Page) {
  return page.getByRole("table", { name: "Failures" }).locator("[data-row-index]");
}

test("a failure seen often without a lesson is found, named, merged and parted again", async ({
  page,
  request,
  server,
}) => {
  for (const code of ["TS9001", "TS9001", "TS9001", "TS9002"]) {
    await ask(request, server.url, { project, signature_source: logOf(code) });
  }
  await page.goto(`/failures?project=${encodeURIComponent(project)}`);
  await untilListening(page);
  await expect(failureRows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Seen often without a lesson" }).click();
  await expect(failureRows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/untaught=true/);
  await expect(failureRows(page).first()).toContainText("TS9001");

  // By keyboard alone from here to the failure, and back to the same list.
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Failure" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Failures, filtered" })).toHaveAttribute("href", /untaught=true/);

  const masked = page.getByRole("region", { name: "Raw log" }).getByRole("button").first();
  await masked.focus();
  await expect(page.getByText("→").first()).toBeVisible();

  await page.getByText("Name it").click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("The cart page total");
  await page.getByRole("textbox", { name: "Reason" }).fill("so that we can talk about it");
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page.getByRole("main").getByText("The cart page total", { exact: true }).first()).toBeVisible();

  const neighbours = page.getByRole("region", { name: "Nearest neighbours" });
  await expect(neighbours.locator("ins").first()).toContainText("TS9002");
  await neighbours
    .getByRole("button", { name: /^Merge/ })
    .first()
    .click();
  await neighbours.getByRole("textbox", { name: "Reason" }).fill("one cause");
  await neighbours.getByRole("button", { name: "Merge into this failure" }).click();
  await expect(page.getByText("tier 1 answered").locator("..")).toContainText("seen 4 times");

  const decided = page.getByRole("region", { name: "What was decided" });
  await decided.getByRole("button", { name: "Undo: Merged, one cause" }).click();
  await expect(page.getByText("tier 1 answered").locator("..")).toContainText("seen 3 times");
  await expect(decided.getByText("undone by")).toBeVisible();
});

test("a noise mark on the page makes tier 1 abstain, and undoing it brings the lesson back", async ({
  page,
  request,
  server,
}) => {
  const log = logOf("TS9003");
  await request.post(`${server.url}/api/memories`, {
    data: { project, text: "The total is a number since March.", signature_source: log },
  });
  const { tier } = await ask(request, server.url, { project, signature_source: log });
  expect(tier).toBe(1);
  await page.goto("/failures?q=TS9003");
  await untilListening(page);
  await failureRows(page).first().getByRole("link").click();
  await page.getByText("Mark as noise").first().click();
  const form = page.locator("details[open]").filter({ hasText: "tier 1 does not answer for it" });
  await form.getByRole("textbox", { name: "Reason" }).fill("it tells nothing");
  await form.getByRole("button", { name: "Mark as noise" }).click();
  await expect(page.getByText("It is marked already.")).toBeVisible();
  expect((await ask(request, server.url, { project, signature_source: log })).tier).not.toBe(1);
  await page.getByRole("button", { name: "Undo: Marked as noise, it tells nothing" }).click();
  await expect(page.getByText("It is marked already.")).toHaveCount(0);
  expect((await ask(request, server.url, { project, signature_source: log })).tier).toBe(1);
});

test("a draft waits for one click, one that misleads is thrown away after a question, and a failure seen often stands beside them", async ({
  page,
  request,
  server,
}) => {
  const waiting = "github.com/acme/drafts-page";
  for (const [session, code] of [
    ["s-accept", "TS9101"],
    ["s-discard", "TS9102"],
  ] as const) {
    const events = [
      { id: "1", kind: "run", command: "npx tsc", verdict: "fail", output: logOf(code) },
      {
        id: "2",
        kind: "edit",
        path: "src/cart-page.ts",
        diff: "--- a/src/cart-page.ts\n+++ b/src/cart-page.ts\n@@ -1 +1 @@\n-a\n+b\n",
      },
      { id: "3", kind: "run", command: "npx tsc", verdict: "pass" },
    ];
    const reported = await request.post(`${server.url}/api/sessions/report`, {
      data: { project: waiting, session, events, ended: true },
    });
    expect(reported.ok()).toBe(true);
  }
  for (let turn = 0; turn < 3; turn++) {
    await ask(request, server.url, { project: waiting, signature_source: logOf("TS9103") });
  }
  await page.goto(`/failures?project=${encodeURIComponent(waiting)}`);
  await untilListening(page);
  const drafts = page.getByRole("region", { name: "Drafts that wait" });
  await expect(drafts.getByRole("listitem")).toHaveCount(2);
  const unexplained = page.getByRole("region", { name: "Seen often, explained by nobody" });
  await expect(unexplained.getByRole("listitem")).toHaveCount(1);
  await expect(unexplained.getByRole("link")).toContainText("TS9103");
  await expectNoFindings(page);

  // By keyboard: accept the one, and look it up.
  await drafts
    .getByRole("listitem")
    .filter({ hasText: "TS9101" })
    .getByRole("button", { name: /^Accept/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect(drafts.getByRole("listitem")).toHaveCount(1);
  await expect(drafts.getByText("answers from now on")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Drafts that wait" })).toBeFocused();
  expect((await ask(request, server.url, { project: waiting, signature_source: logOf("TS9101") })).tier).toBe(1);

  // Keeping is the harmless answer, and has the focus.
  const discard = drafts.getByRole("button", { name: /^Discard/ });
  await discard.click();
  await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(drafts.getByRole("listitem")).toHaveCount(1);
  await discard.click();
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(drafts.getByText("No draft waits for a decision.")).toBeVisible();
  await expectNoFindings(page);
});

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test("the failures and one of them, with everything opened, have no findings", async ({ page }) => {
      await page.goto("/failures");
      await expect(failureRows(page).first()).toBeVisible();
      await untilListening(page);
      await expectNoFindings(page, askedIn[theme]);
      await page.goto("/failures?q=no-such-words-anywhere");
      await expect(page.getByText("No failure matches these filters")).toBeVisible();
      await expectNoFindings(page, askedIn[theme]);
      await page.goto("/failures");
      await untilListening(page);
      await failureRows(page).first().getByRole("link").click();
      await expect(page.getByRole("heading", { level: 2, name: "Nearest neighbours" })).toBeVisible();
      for (const summary of await page.locator("summary").all()) await summary.click();
      await expectNoFindings(page, askedIn[theme]);
    });
  });
}

test("at 320 px nothing but tables scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/failures");
  await expect(failureRows(page).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await untilListening(page);
  await failureRows(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 2, name: "Sightings" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test.describe("what waits for a person", () => {
  const within = `/failures?project=${encodeURIComponent("github.com/acme/nothing-waits-here")}`;
  const heights = (page: Page) =>
    Promise.all(
      ["Drafts that wait", "Seen often, explained by nobody"].map(async (name) => {
        const box = await page.getByRole("region", { name }).boundingBox();
        return box === null ? null : Math.round(box.height);
      }),
    );
  const listTop = async (page: Page) =>
    Math.round((await page.getByRole("table", { name: "Failures" }).boundingBox())?.y ?? -1);

  test("is rendered by the server, and the page asks the API for none of it again", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/draft\.list|signature\./.test(request.url())) asked.push(request.url());
    });
    await page.goto("/failures");
    await untilListening(page);
    await expect(failureRows(page).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Drafts that wait" })).not.toContainText("Loading");
    await page.waitForTimeout(300);
    expect(asked.filter((url) => !url.includes("countNewer"))).toEqual([]);
  });

  test("has one height while it loads, with nothing in it and filled, so that no row of the list moves", async ({
    page,
  }) => {
    await page.goto("/failures");
    await untilListening(page);
    await expect(failureRows(page).first()).toBeVisible();
    const [filled, top] = [await heights(page), await listTop(page)];
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/api\/trpc\/.*(draft\.list|signature\.unexplained)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("combobox", { name: "Project" }).selectOption({ index: 1 });
    await expect(page.getByRole("status", { name: "Loading what waits" }).first()).toBeVisible();
    expect(await heights(page)).toEqual(filled);
    answer();
    await expect(page.getByRole("status", { name: "Loading what waits" })).toHaveCount(0);
    expect(await heights(page)).toEqual(filled);
    await page.goto(within);
    await expect(page.getByText("No draft waits for a decision.")).toBeVisible();
    await expect(page.getByText("Nothing is left unexplained.")).toBeVisible();
    expect(await heights(page)).toEqual(filled);
    expect(top).toBeGreaterThan(0);
  });

  test.describe("that cannot be loaded", () => {
    test.use({ expectedConsole: /Failed to load resource|^TRPCClientError/ });

    test("says so in its place, in the height that it had, and is there when it is tried again", async ({ page }) => {
      await page.goto("/failures");
      await untilListening(page);
      const filled = await heights(page);
      const broken = /api\/trpc\/.*draft\.list/;
      await page.route(broken, (route) => route.fulfill({ status: 500, body: "{}" }));
      await page.getByRole("combobox", { name: "Project" }).selectOption({ index: 1 });
      const drafts = page.getByRole("region", { name: "Drafts that wait" });
      await expect(drafts.getByRole("alert")).toContainText("The drafts could not be loaded");
      expect(await heights(page)).toEqual(filled);
      await expectNoFindings(page);
      await page.unroute(broken);
      await drafts.getByRole("button", { name: "Try again" }).click();
      await expect(drafts.getByRole("alert")).toHaveCount(0);
      expect(await heights(page)).toEqual(filled);
    });
  });
});

test("F01: of a log of a megabyte the failing line is in view, nothing in it runs, and the whole is there for download", async ({
  page,
  request,
  server,
}) => {
  const noise = Array.from({ length: 24_000 }, (_, line) => `[${line}] step ${line % 97} went well`).join("\n");
  const hostile = `Error: <script>document.title="taken"</script><img src=x onerror="document.title='taken'"> \u202egnp.exe 10:20:30`;
  const log = `${noise}\n${hostile}\n    at load (src/huge-page.js:1:1)\n${"y".repeat(300)}\n`;
  await ask(request, server.url, { project, signature_source: log, tool: "jest" });
  await page.goto("/failures?q=huge-page");
  await untilListening(page);
  await failureRows(page).first().getByRole("link").click();
  const raw = page.getByRole("region", { name: "Raw log" });
  await expect(raw.getByRole("button").first()).toBeInViewport();
  await expect(raw).toContainText('<script>document.title="taken"</script>');
  await expect(page).not.toHaveTitle("taken");
  const panel = page.getByRole("region", { name: "Raw and masked" });
  // The mark that turns the direction is no character of what is shown; the file has it.
  await expect(panel).toContainText(`of ${(log.trimEnd().length - 1).toLocaleString("en-US")} characters`);
  await expect(panel).toContainText("Read as node by javascript error");
  await expect(panel).toContainText("called the tool jest; what the log says decides");
  const saved = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Download the whole log" }).click();
  const whole = await readFile(await (await saved).path(), "utf8");
  expect(whole).toHaveLength(log.length);
  await expectNoFindings(page);
});

test("the page of a lookup names the failures of its log, which of them tier 1 has a lesson for, and why a log holds none", async ({
  page,
  request,
  server,
}) => {
  const [known, fresh] = [logOf("TS9201"), logOf("TS9202")];
  await request.post(`${server.url}/api/memories`, {
    data: { project, text: "The total of the page is a number.", signature_source: known },
  });
  const both = await ask(request, server.url, { project, signature_source: known + fresh });
  await page.goto(`/lookups/${both.lookup_id}`);
  const parts = page.getByRole("list", { name: "Parts of the log" });
  await expect(parts.getByRole("listitem")).toHaveText([/tsc.*tier 1 has a lesson/, /tsc.*no lesson yet/]);
  await parts.getByRole("link").last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Failure" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Raw log" })).toContainText("TS9202");

  const passed = await ask(request, server.url, {
    project,
    signature_source: "\u2713 src/cart.test.ts (3 tests) 12ms\nTests  3 passed (3)\n",
  });
  await page.goto(`/lookups/${passed.lookup_id}`);
  await expect(page.getByText("The log holds no failure that has a signature: passed.")).toBeVisible();
});
