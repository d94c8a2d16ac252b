import { succeed } from "#server/contracts/failure-codes.ts";
import { DemoStatusOutput, Nothing, RemoveDemoOutput } from "#server/contracts/service.ts";
import { countProjectContent, listDemoProjects, markDemoRemoved, purgeProject } from "#server/db/purge-project.ts";
import { mayRead, refuseNarrow } from "./access.ts";
import { defineRead, defineWrite, nothingToPrepare } from "./operation.ts";

export const readDemoStatus = defineRead({
  name: "demo.status",
  summary: "Whether the demo projects are in the store, and how much they hold.",
  input: Nothing,
  output: DemoStatusOutput,
  async run({ db, workspaceId, access }) {
    const demo = (await listDemoProjects(db, workspaceId)).filter((projectId) => mayRead(access, projectId));
    return succeed({ present: demo.length > 0, ...(await countProjectContent(db, workspaceId, demo)) });
  },
});

export const removeDemo = defineWrite({
  name: "demo.remove",
  summary: "Remove the demo projects with everything in them.",
  input: Nothing,
  output: RemoveDemoOutput,
  prepare: async ({ access }) => refuseNarrow(access, "The demo") ?? nothingToPrepare(),
  async run({ tx, workspaceId, clock }) {
    const demo = await listDemoProjects(tx, workspaceId);
    const content = await countProjectContent(tx, workspaceId, demo);
    for (const projectId of demo) await purgeProject(tx, workspaceId, projectId);
    await markDemoRemoved(tx, workspaceId, clock.now());
    return succeed({ removed: demo.length > 0, ...content });
  },
});
