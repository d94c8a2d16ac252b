import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that ask for colours: all that the themes of a page can differ in. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/**
 * No finding of axe on the page as it stands, best practices included. With `colours`, only what a second theme can get
 * wrong on a page that the first was found right on.
 */
export async function expectNoFindings(page: Page, what: "everything" | "colours" = "everything"): Promise<void> {
  const axe = new AxeBuilder({ page })
    // The product frames nothing. Without this the findings are put together in a page opened for it: twice the time.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] });
  const { violations } = await (what === "colours" ? axe.withRules(rulesOfColour) : axe.withTags(standards)).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect(found).toEqual([]);
}

/** What axe is asked in a theme: the light one is asked everything, the dark one what its colours can get wrong. */
export const askedIn = { light: "everything", dark: "colours" } as const;
