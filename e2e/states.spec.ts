import { type PostgresServer, startPostgres } from "#server/testing/postgres-server.ts";
import { expectNoFindings } from "./expect-accessible.ts";
import { test as base, expect } from "./fixtures.ts";
import { type RunningServer, startServer } from "./start-server.ts";

type OwnStore = { postgres: PostgresServer; server: RunningServer };

/** A server over a Postgres of its own, which holds nothing and can be stopped. */
const test = base.extend<object, { own: OwnStore }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      const postgres = await startPostgres();
      const server = await startServer({ databaseUrl: postgres.urlOf("postgres") });
      await use({ postgres, server });
      await server.stop();
      await postgres.stop();
    },
    { scope: "worker", timeout: 260_000 },
  ],
});

/** Each page with what it says while there is nothing, and the title of what it cannot load. */
const pages = [
  { path: "/", empty: "None yet. The command above makes the first one.", failed: "The store does not answer" },
  { path: "/lookups", empty: "No lookups yet", failed: "The lookups could not be loaded" },
  { path: "/calibration", empty: "No calibration yet", failed: "The calibrations could not be loaded" },
  { path: "/budget", empty: "Nothing was left out", failed: "The budget could not be loaded" },
  { path: "/memories", empty: "No memories yet", failed: "The memories could not be loaded" },
  { path: "/supersession", empty: "Nothing was superseded yet", failed: "The chains could not be loaded" },
  { path: "/failures", empty: "No failures yet", failed: "The failures could not be loaded" },
  { path: "/code", empty: "No checkout is indexed yet.", failed: "The code pages could not be loaded" },
  { path: "/playground", empty: "Nothing was asked here yet.", failed: "The form could not be loaded" },
  { path: "/settings", empty: "No project yet.", failed: "Projects could not be loaded" },
] as const;

test.describe("a store that holds nothing, and then goes away", () => {
  test.describe.configure({ mode: "serial" });
  test.use({ baseURL: async ({ own }, use) => use(own.server.url) });

  test("every page says what will stand there and how it comes about", async ({ page }) => {
    test.setTimeout(120_000);
    for (const { path, empty } of pages) {
      await page.goto(path);
      await expect(page.getByRole("main").getByText(empty), path).toBeVisible();
      await expect(page.getByRole("alert").filter({ hasText: /./ }), path).toHaveCount(0);
      await expectNoFindings(page);
    }
  });

  test.describe("gone", () => {
    test.use({ expectedConsole: /./ });

    test("every page says what it cannot load, why, and what to do, and nothing waits without end", async ({
      page,
      own,
    }) => {
      test.setTimeout(180_000);
      await own.postgres.stop();
      for (const { path, failed } of pages) {
        const answer = await page.goto(path);
        expect(answer?.status(), path).toBe(200);
        const alert = page.getByRole("alert").filter({ hasText: failed });
        await expect(alert, path).toBeVisible({ timeout: 20_000 });
        await expect(alert.getByRole("button", { name: "Try again" }), path).toBeEnabled();
        await expect(page.getByRole("status").filter({ hasText: /^Loading/ }), path).toHaveCount(0);
        await expectNoFindings(page);
      }
      const overview = pages[0];
      await page.goto(overview.path);
      await expect(page.getByRole("alert").filter({ hasText: overview.failed })).toContainText("What to do: ");
    });
  });
});
