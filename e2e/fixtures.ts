import { test as base, expect, type Page } from "@playwright/test";
import { type RunningServer, startServer } from "./start-server.ts";

type ForTest = {
  /** What a test expects to find in the console, because it breaks something on purpose. */
  expectedConsole: RegExp | null;
  noise: undefined;
};
type ForWorker = { server: RunningServer };

/**
 * The product as its readers meet it. A test fails on any error in the console: a broken script, a hydration that did
 * not match, a resource or an inline script that the Content-Security-Policy stopped.
 */
export const test = base.extend<ForTest, ForWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 260_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectedConsole: [null, { option: true }],
  noise: [
    async ({ page, expectedConsole }, use) => {
      const errors: string[] = [];
      listen(page, errors);
      page.context().on("page", (opened) => listen(opened, errors));
      await use(undefined);
      const surprising = errors.filter((error) => !expectedConsole?.test(error));
      expect(surprising, "errors in the console").toEqual([]);
    },
    { auto: true },
  ],
});

function listen(page: Page, errors: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(`${error.name}: ${error.message}`));
}

export { expect };

/** The rows of the list that are drawn. */
export function rowsOf(page: Page) {
  return page.getByRole("table", { name: "Lookups, newest first" }).locator("[data-row-index]");
}

/** Waits until the page listens to the keyboard, which it says; what is pressed before that is lost, as for any reader. */
export async function untilListening(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Open the command menu" })).toHaveAttribute("aria-keyshortcuts", /K/);
}

/** Holds back the scripts of the build, so that a page is seen and used before it comes to life. Returns what lets them go. */
export async function holdScripts(page: Page): Promise<() => void> {
  let wake = () => {};
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await asleep;
    await route.continue();
  });
  return wake;
}
