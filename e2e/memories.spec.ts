import { expect, test, untilListening } from "./fixtures.ts";

const project = "github.com/acme/journey";

async function remember(request: import("@playwright/test").APIRequestContext, url: string, id: string, text: string) {
  const written = await request.post(`${url}/api/memories`, { data: { project, id, text } });
  expect(written.status()).toBe(201);
}

test("why did the agent not get that: find a memory, correct it, see the chain, undo it, retire it, delete it", async ({
  page,
  server,
}) => {
  const said = "The nightly job needs the docker group on its runner, otherwise the socket refuses it";
  await remember(page.request, server.url, "journey-1", `${said}.`);
  await remember(page.request, server.url, "journey-copy", `${said}!`);
  await page.goto(`/memories?project=${encodeURIComponent(project)}`);
  await untilListening(page);
  const rows = page.getByRole("table", { name: "Memories, newest first" }).locator("[data-row-index]");
  await expect(rows).toHaveCount(2);
  // The rows are in the answer before their scripts listen, so the key is pressed until it is heard.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(rows.nth(1).locator("[data-row-link]")).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Memory" })).toBeFocused();
  await expect(page.getByRole("region", { name: "Near copies that still answer" })).toContainText("journey-copy");
  await expect(page.getByText("No lookup has considered it yet.")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await page
    .getByRole("textbox", { name: "Text" })
    .fill("Runners are rebuilt nightly: the docker group belongs into the image.");
  await page.getByRole("textbox", { name: "Reason" }).fill("the runner forgets it");
  await page.getByRole("button", { name: "Save as successor" }).click();
  await expect(page).toHaveURL(/\/memories\/mem_/);
  const chain = page.getByRole("region", { name: "Chain" });
  await expect(chain).toContainText("the runner forgets it");
  await expect(chain.getByRole("listitem")).toHaveCount(2);

  await chain.getByRole("link", { name: "Show as graph" }).click();
  await expect(page.getByRole("heading", { level: 2, name: /^Chain of/ })).toBeVisible();
  await expect(page.locator(".react-flow__node")).toHaveCount(2);
  await page.getByRole("button", { name: "Undo: journey-1 answers again" }).click();
  await expect(page.getByText("This memory replaces nothing, and nothing replaced it.")).toBeVisible();

  await page.goto("/memories/journey-1");
  await untilListening(page);
  await page.getByRole("button", { name: "Retire" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("no longer true");
  await page.getByRole("form", { name: "Retire" }).getByRole("button", { name: "Retire" }).click();
  await expect(page.getByText("Taken out without a successor")).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this memory?" });
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("The text was removed everywhere")).toBeVisible();
  await expect(page.getByText(said)).toHaveCount(0);
});

test("a list is exported as it is filtered, with formulas neutralised", async ({ page, server }) => {
  await remember(page.request, server.url, "formula", "=HYPERLINK(1) is what a spreadsheet would run of this lesson");
  await page.goto("/memories?q=spreadsheet+would+run");
  await untilListening(page);
  await page.getByRole("button", { name: "Export" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV, for a spreadsheet" }).click();
  const stream = await (await saved).createReadStream();
  let csv = "";
  for await (const chunk of stream) csv += String(chunk);
  expect(csv.split("\r\n")).toHaveLength(3);
  expect(csv).toContain(`"'=HYPERLINK(1)`);
  await expect(page.getByText("1 row saved")).toBeVisible();
});
