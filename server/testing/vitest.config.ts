import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

const sources = "{server,components,drizzle}/**";
/** What is awaited comes when it comes: the bound is for what never does, also on a machine that is busy with ten other things. */
const awaited = { poll: { timeout: 30_000 } };
/**
 * Files of one worker share their modules: to load the product anew for each file took a third of the whole. What a test
 * changes outside its own values (a clock, the environment, a global) it puts back.
 */
const isolate = false;
const notOurs = ["**/node_modules/**", "drizzle/seed/failures/**", "drizzle/seed/demo/**"];

/** Unit tests are pure and run wide; integration tests open a store, so few of them run side by side on two cores. */
export default defineConfig({
  root,
  test: {
    projects: [
      {
        root,
        test: {
          name: "unit",
          include: [`${sources}/*.test.{ts,tsx}`],
          exclude: ["**/*.integration.test.ts", "**/*.long.test.ts", ...notOurs],
          // Wide, because it is the bound of what must not grow with the square of its input.
          testTimeout: 60_000,
          expect: awaited,
          isolate,
        },
      },
      {
        root,
        test: {
          name: "integration",
          include: [`${sources}/*.integration.test.ts`],
          exclude: notOurs,
          globalSetup: "server/testing/prepare-stores.ts",
          // A quiet machine needs a few seconds for the longest; these hold on one that is busy with ten other things.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: awaited,
          isolate,
          maxWorkers: 2,
          // After the unit tests: those say sooner what is wrong, and then have the processors to themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
