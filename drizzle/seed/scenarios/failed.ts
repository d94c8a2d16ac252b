import { sql } from "drizzle-orm";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { remember } from "#server/operations/remember.ts";
import type { Scenario } from "../scenario.ts";

const project = "github.com/acme/shop";

export const scenario: Scenario = {
  summary: "What cannot be shown: a record that is damaged, and addresses that lead nowhere.",
  async fill({ run, link, context }) {
    await run(remember, { project, id: "pin-react", text: "Pin react to the version that the peer asks for." });
    const damaged = await run(lookUpContext, { project, task: "pin react" }, { minutesAgo: 20 });
    await context.db.execute(
      sql`update attention_records set record = '{"operation":"memory.context"' where lookup_id = ${damaged.lookup_id}`,
    );
    await run(lookUpContext, { project, task: "pin react to the peer" }, { minutesAgo: 10 });
    link(`/lookups/${damaged.lookup_id}`, "a record that cannot be read: failed, with Try again");
    link("/lookups/lk_there_is_none", "a lookup that does not exist");
    link("/memories/there_is_none", "a memory that does not exist");
    link("/lookups", "the list goes on working beside it");
  },
};
