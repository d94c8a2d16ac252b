import path from "node:path";
import { packageRoot } from "#server/compose/package-root.ts";
import { loadDemo } from "../load-demo.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  summary: "The demo project of a first start: failures of many tools and a month of lookups.",
  async fill({ context, link }) {
    await loadDemo(context, path.join(packageRoot(), "drizzle", "seed"), () => {});
    link("/", "a month of lookups");
    link("/lookups", "every tier, some without an answer");
    link("/lookups?tier=1", "exact failures");
    link("/memories", "lessons, decisions, evidence");
  },
};
