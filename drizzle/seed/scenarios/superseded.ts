import { deleteMemory } from "#server/operations/delete-memory.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { remember } from "#server/operations/remember.ts";
import { supersedeMemory, undoSupersede } from "#server/operations/supersede-memory.ts";
import type { Scenario } from "../scenario.ts";

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

export const scenario: Scenario = {
  summary:
    "Chains of every shape: one step, many, many into one, retired, undone, deleted, with near copies still active.",
  async fill({ run, link }) {
    const store = (id: string, text: string, minutesAgo: number, more = {}) =>
      run(remember, { project, id, text, ...more }, { minutesAgo });
    const replace = (id: string, successor: string | null, reason: string, minutesAgo: number) =>
      run(
        supersedeMemory,
        successor === null ? { id, successor: null, reason } : { id, successor_id: successor, reason },
        { minutesAgo },
      );
    await store("node-16", "CI runs on Node 16; pin the image.", 9_000, { signature_source: log });
    await store("node-18", "CI runs on Node 18; pin the image.", 7_000);
    await store("node-20", "CI runs on Node 20; pin the image.", 3_000);
    await replace("node-16", "node-18", "Node 16 is out of support.", 6_900);
    await replace("node-18", "node-20", "Node 18 is out of support.", 2_900);
    for (const n of [1, 2, 3])
      await store(`copy-${n}`, `The package is called left-pad, with one d, note ${n}.`, 5_000 - n);
    await store("merged", "left-pad has one d; the registry answers 404 for two.", 2_000);
    await replace("copy-1", "merged", "One note instead of three.", 1_900);
    await replace("copy-2", "merged", "One note instead of three.", 1_890);
    await store("retired", "Deploys go through the old gateway.", 4_000);
    await replace("retired", null, "The gateway is gone.", 1_000);
    await store("hasty", "Never use workspaces.", 800);
    await store("hastier", "Always use workspaces.", 700);
    await replace("hasty", "hastier", "Quite the contrary.", 690);
    await run(undoSupersede, { id: "hasty" }, { minutesAgo: 600 });
    await store("deleted", "A token that should never have been written down.", 500);
    await run(deleteMemory, { id: "deleted" }, { minutesAgo: 400 });
    const found = await run(
      lookUpContext,
      { project, signature_source: log, task: "which node does CI run on" },
      { minutesAgo: 60 },
    );
    link(`/lookups/${found.lookup_id}`, "an answer that replaces two older memories");
    link("/memories/node-16", "the start of a chain of three");
    link("/memories/node-20", "its active end");
    link("/memories/merged", "two memories become one, a third copy stays active");
    link("/memories/retired", "replaced by nothing, with the reason");
    link("/memories/hasty", "a supersession that was undone");
    link("/memories/deleted", "a tombstone");
    link("/memories?state=superseded", "all that no longer answers");
  },
};
