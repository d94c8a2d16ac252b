import type { APIRequestContext, Page } from "@playwright/test";
import { askedIn, expectNoFindings } from "./expect-accessible.ts";
import { expect, test, untilListening } from "./fixtures.ts";

type Pair = { task_text: string; memory_id: string; score: number; label: "relevant" | "control" };

const separable: Pair[] = [0.4, 0.3, 0.22, 0.2].flatMap((score, n) => [
  { task_text: `task ${n}`, memory_id: `good-${n}`, score, label: "relevant" as const },
  { task_text: `task ${n}`, memory_id: `bad-${n}`, score: score / 10, label: "control" as const },
]);
const overlapping: Pair[] = [...separable, { task_text: "odd", memory_id: "stray", score: 0.25, label: "control" }];

async function makeRun(request: APIRequestContext, url: string, pairs: readonly Pair[]): Promise<string> {
  const answer = await request.post(`${url}/api/calibrations`, { data: { pairs } });
  expect(answer.status()).toBe(201);
  const { id }: { id: string } = await answer.json();
  return id;
}

const slider = (page: Page, name: string) => page.getByRole("slider", { name });

test("are our thresholds right: labels become a run, and the run says whether a floor separates them", async ({
  page,
}) => {
  await page.goto("/");
  await untilListening(page);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Calibration" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Calibration", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Calibrate from labels" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Calibration run" })).toBeVisible();
  await expect(page.getByText(/^(Separable|Not separable)/).first()).toBeVisible();
  await expect(slider(page, "Noise floor")).toBeVisible();
});

test("a floor dragged by the pointer lists who leaves at once, is replayed, applied and rolled back", async ({
  page,
  server,
}) => {
  const id = await makeRun(page.request, server.url, separable);
  await page.goto(`/calibration/${id}`);
  await untilListening(page);
  await expect(page.getByText("Separable: one floor keeps every relevant pair and no control")).toBeVisible();
  await expect(
    page.getByText(/Keeps 4 of 4 relevant and 0 of 4 controls: precision 100 %, recall 100 %/),
  ).toBeVisible();
  const handle = await slider(page, "Noise floor").boundingBox();
  if (handle === null) throw new Error("the handle has no box");
  const y = handle.y + handle.height / 2;
  await page.mouse.move(handle.x + handle.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(handle.x + 300, y, { steps: 8 });
  await expect(page.getByText(/Keeps [0-3] of 4 relevant/)).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole("listitem").filter({ hasText: "good-3" })).toBeVisible();
  await expect(page).toHaveURL(/floor=0\.\d+/);

  await page.getByRole("button", { name: "Back to the suggestion" }).click();
  await expect(page).not.toHaveURL(/floor=/);
  await page.getByRole("button", { name: "Replay under these thresholds" }).click();
  await expect(page.getByText(/of the newest \d+ lookups would be decided otherwise/)).toBeVisible();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText(/Policy version \d+ is active\./)).toBeVisible();
  await page.getByRole("button", { name: "Roll back to version 0" }).click();
  await expect(page.getByText("Policy version 0 is active again.")).toBeVisible();
});

test("where no floor separates the pairs the page says so, names them, and applies nothing", async ({
  page,
  server,
}) => {
  const id = await makeRun(page.request, server.url, overlapping);
  await page.goto(`/calibration/${id}`);
  await expect(page.getByText("Not separable: no floor keeps every relevant pair and no control")).toBeVisible();
  const offending = (name: RegExp) => page.getByRole("heading", { name }).locator("..").getByRole("listitem");
  await expect(offending(/^Controls, in the way/).filter({ hasText: "stray" })).toBeVisible();
  await expect(offending(/^Relevant, in the way/).filter({ hasText: "good-3" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Replay under these thresholds" })).toBeEnabled();
});

test("by keyboard alone: move both thresholds, and compare with another run", async ({ page, server }) => {
  const other = await makeRun(page.request, server.url, overlapping);
  const id = await makeRun(page.request, server.url, separable);
  await page.goto(`/calibration/${id}`);
  await untilListening(page);
  const floor = slider(page, "Noise floor");
  await floor.focus();
  const before = Number(await floor.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => Number(await floor.getAttribute("aria-valuenow"))).toBeGreaterThan(before);
  await page.keyboard.press("Home");
  await expect(floor).toHaveAttribute("aria-valuenow", "0");
  await slider(page, "Rank gap").focus();
  await page.keyboard.press("Home");
  await expect(page.getByRole("listitem").filter({ hasText: "bad-3" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(slider(page, "Rank gap")).toHaveAttribute("aria-valuenow", "1");
  await page.getByRole("combobox", { name: "Run" }).selectOption(other);
  await expect(page).toHaveURL(new RegExp(`with=${other}`));
  const table = page.getByRole("table", { name: "Comparison" });
  await expect(table.getByRole("row", { name: /^Separable yes no/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Only in the other/ }).locator("..")).toContainText("stray");
});

test("a run paints from the server's answer and asks the API nothing more", async ({ page, server }) => {
  const id = await makeRun(page.request, server.url, separable);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/trpc/")) asked.push(request.url());
  });
  await page.goto(`/calibration/${id}?floor=0.1`);
  await untilListening(page);
  await expect(slider(page, "Noise floor")).toHaveAttribute("aria-valuenow", "0.1");
  await page.goto("/calibration");
  await untilListening(page);
  await expect(page.getByRole("table", { name: "Runs" })).toBeVisible();
  expect(asked).toEqual([]);
});

test("a run that does not exist says so", async ({ page }) => {
  await page.goto("/calibration/cal_unknown");
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});

test("a shipped policy is saved as a version, which is listed and can be applied", async ({ page }) => {
  await page.goto("/calibration");
  await untilListening(page);
  await page.getByRole("button", { name: "Save frozen-background-1 as a policy version" }).click();
  const row = page.getByRole("row").filter({ hasText: "The shipped policy frozen-background-1." }).first();
  await row.getByRole("button", { name: /^Apply policy version/ }).click();
  await expect(row).toContainText("the workspace");
  await page.getByRole("button", { name: "Apply policy version 0", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Built in." })).toContainText("the workspace");
});

for (const theme of ["light", "dark"] as const) {
  test(`the calibration pages have no findings in the ${theme} theme`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: theme });
    const id = await makeRun(page.request, server.url, overlapping);
    await page.goto(`/calibration/${id}?floor=0.21`);
    await untilListening(page);
    await page.getByText("Show as table").first().click();
    await expectNoFindings(page, askedIn[theme]);
    await page.goto("/calibration");
    await expect(page.getByRole("table", { name: "Runs" })).toBeVisible();
    await expectNoFindings(page, askedIn[theme]);
  });
}

test("on 320 px nothing but tables scrolls sideways", async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const id = await makeRun(page.request, server.url, separable);
  for (const path of ["/calibration", `/calibration/${id}`]) {
    await page.goto(path);
    await untilListening(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});
