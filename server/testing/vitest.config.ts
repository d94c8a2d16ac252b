import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Unit tests are pure and run wide; integration tests open a store, so few of them run side by side on two cores. */
export default defineConfig({
  root,
  test: {
    projects: [
      {
        root,
        test: {
          name: "unit",
          include: ["{server,components,drizzle}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.integration.test.ts", "**/*.long.test.ts", "node_modules/**", "drizzle/seed/failures/**"],
        },
      },
    ],
  },
});
