import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** What takes minutes: size ladders, 50 kill rounds, loads of 100,000 rows. One file at a time, so that times mean something. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    name: "long",
    include: ["{server,drizzle}/**/*.long.test.ts"],
    exclude: ["node_modules/**", "drizzle/seed/failures/**"],
    globalSetup: "server/testing/prepare-stores.ts",
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
