import { succeed } from "#server/contracts/failure-codes.ts";
import { HealthOutput, Nothing } from "#server/contracts/service.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { defineRead } from "./operation.ts";

export const readHealth = defineRead({
  name: "health.get",
  summary: "Whether the store answers.",
  input: Nothing,
  output: HealthOutput,
  async run({ db, workspaceId, build }) {
    const workspace = await readWorkspace(db, workspaceId);
    return succeed({
      status: "ok" as const,
      version: build.version,
      store: build.store,
      corpus_seq: workspace?.corpusSeq ?? 0,
    });
  },
});
