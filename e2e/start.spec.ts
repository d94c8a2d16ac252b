import { expect, rowsOf, test, untilListening } from "./fixtures.ts";
import { startServer } from "./start-server.ts";

test("a newcomer sees the demo, deletes it with one click, and makes the first lookup of their own", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  try {
    await page.goto(server.url);
    await expect(page.getByText("Store answers")).toBeVisible();
    await expect(rowsOf(page).first()).toBeVisible();
    await untilListening(page);
    await page.getByRole("button", { name: "Delete the demo" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete the demo project?" });
    await question.getByRole("button", { name: "Keep" }).click();
    await expect(rowsOf(page).first()).toBeVisible();
    await page.getByRole("button", { name: "Delete the demo" }).click();
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("The demo project is gone")).toBeVisible();
    await expect(page.getByText("None yet.")).toBeVisible();

    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Lookups" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "No lookups yet" })).toBeVisible();
    const command = await page.getByRole("region", { name: "First lookup with curl" }).textContent();
    const body = /--data-raw '(.*)'$/s.exec(command?.trim() ?? "")?.[1] ?? "";
    const answer = await page.request.post(`${server.url}/memory/context`, { data: JSON.parse(body) });
    expect(answer.status()).toBe(200);
    await page.getByRole("button", { name: "Show 1 new lookup" }).click();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page).first()).toContainText("ERESOLVE");
  } finally {
    // The page leaves first: what renews itself there must not call a server that is gone.
    await page.goto("about:blank");
    await server.stop();
  }
});
