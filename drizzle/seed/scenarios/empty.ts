import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  summary: "Nothing was ever stored: every list says so, and how to begin.",
  async fill({ link }) {
    link("/", "the overview of an empty store");
    link("/lookups", "no lookups yet, with the first command");
    link("/memories", "no memories yet");
  },
};
