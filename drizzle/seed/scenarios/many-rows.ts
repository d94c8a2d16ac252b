import { lookUpContext } from "#server/operations/look-up-context.ts";
import { remember } from "#server/operations/remember.ts";
import { copyLookup, copyMemory } from "../copy-rows.ts";
import type { Scenario } from "../scenario.ts";

const project = "github.com/acme/shop";
const rows = 20_000;

export const scenario: Scenario = {
  summary: "Twenty thousand lookups and as many memories: lists that must be paged, and stay quick.",
  async fill({ run, link, context }) {
    const { id } = await run(remember, {
      project,
      text: "Pin react to the version that the peer asks for.",
      tool: "npm",
    });
    const { lookup_id } = await run(lookUpContext, { project, task: "pin react", session: "run-1" }, { minutesAgo: 5 });
    await copyLookup(context.db, "att_seed000001", rows);
    await copyMemory(context.db, id, rows);
    link("/lookups", "the first of many pages");
    link("/lookups?tier=2", "a third of them");
    link("/lookups?q=react", "a text that every row holds");
    link(`/lookups/${lookup_id}`, "one lookup that has many of the same");
    link("/memories", "the first of many pages");
    link("/memories?q=Case%2019999", "one of twenty thousand");
    link("/", "weeks of traffic");
  },
};
