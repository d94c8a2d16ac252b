import { defineConfig, devices } from "@playwright/test";

const executablePath = process.env.WHENCE_TEST_BROWSER;

/** One worker: the tests share one server and its store, as the pages of one team do. Needs a finished build. */
export default defineConfig({
  testDir: ".",
  outputDir: ".results",
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1360, height: 860 },
    screenshot: "only-on-failure",
    timezoneId: "Asia/Kathmandu",
    launchOptions: { args: ["--no-sandbox"], ...(executablePath ? { executablePath } : {}) },
  },
});
