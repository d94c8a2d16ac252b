import { ask } from "./ask.ts";
import { expect, rowsOf, test, untilListening } from "./fixtures.ts";

const mebibyte = 1024 * 1024;
const project = "github.com/acme/big-payloads";
const words = "the exporter closes its chapter before the next one begins ";

/** As big as the input border lets them be. */
const logs = [
  ["a single line of a million letters", "w".repeat(900_000)],
  ["a picture as base64", `{"screenshot":"data:image/png;base64,${"iVBORw0KGgoAAAANSUhEUgAA".repeat(36_000)}"}`],
  ["an object of a hundred thousand nodes", `{"items":[${'{"k":1},'.repeat(100_000)}{}]}`],
  ["twenty thousand lines", "2026-08-11T09:00:00.000Z worker-1 step 1 took 7 ms\n".repeat(20_000)],
] as const;

test("F01: an input that is too big is refused by its field and its limit, and nothing is kept of it", async ({
  request,
  server,
}) => {
  const answer = await request.post(`${server.url}/memory/context`, {
    data: { project, signature_source: "step took 5 ms\n".repeat(1_400_000) },
  });
  expect(answer.status()).toBe(413);
  expect(JSON.stringify(await answer.json())).toContain("8,388,608 bytes");
  const kept = await request.get(`${server.url}/api/lookups?project=${encodeURIComponent(project)}`);
  expect(await kept.json()).toMatchObject({ items: [] });
});

for (const [what, payload] of logs) {
  test(`F01: ${what} beside a failure reaches the page as a preview, and the page stays at hand`, async ({
    page,
    server,
  }) => {
    const log = `${payload}\nsrc/rows.ts(41,13): error TS2${what.length}19: Type 'A' is not assignable to type 'B'.\n`;
    const { lookup_id } = await ask(page.request, server.url, { project, signature_source: log });
    for (const address of [`/lookups/${lookup_id}`, `/failures?q=TS2${what.length}19`]) {
      expect((await (await page.request.get(server.url + address)).body()).length).toBeLessThan(mebibyte);
    }
    await page.getByRole("main").or(page.locator("body")).first().waitFor();
    await page.goto(`/failures?q=TS2${what.length}19`);
    await page
      .getByRole("table", { name: /^Failures/ })
      .getByRole("link")
      .first()
      .click();
    await expect(page).toHaveURL(/\/failures\/v1/);
    await untilListening(page);
    expect(await page.locator("*").count()).toBeLessThan(6_000);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
  });
}

test("F01: a lookup of hundreds of long candidates draws the first of them and has the whole for download", async ({
  page,
  server,
}) => {
  for (let index = 0; index < 300; index += 1) {
    const text = `Note ${index}: ${words.repeat(70)}`.slice(0, 4_000);
    const stored = await page.request.post(`${server.url}/api/memories`, { data: { project, text } });
    expect(stored.status()).toBe(201);
  }
  const { lookup_id } = await ask(page.request, server.url, { project, task: words.repeat(300), budget: 100_000 });
  await page.goto(`/lookups/${lookup_id}`);
  await untilListening(page);
  expect(await page.locator("*").count()).toBeLessThan(8_000);
  const candidates = page.getByRole("region", { name: "Candidates" });
  await candidates.getByRole("button", { name: "Show all" }).click();
  await expect(candidates.getByRole("button", { name: "Show all" })).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("F02: a list asks for what its rows show: a hundred rows of the longest texts stay below 300 kB", async ({
  page,
  request,
  server,
}) => {
  // The tests above left hundreds of memories at the limit of their length, and logs at theirs.
  for (const list of ["memories", "lookups", "signatures", "signatures/unexplained", "supersessions", "drafts"]) {
    const answer = await request.get(`${server.url}/api/${list}?limit=100`);
    expect([list, answer.status()]).toEqual([list, 200]);
    expect([list, (await answer.body()).length < 300_000]).toEqual([list, true]);
  }
  await page.goto("/lookups");
  await expect(rowsOf(page).first()).toBeVisible();
});
