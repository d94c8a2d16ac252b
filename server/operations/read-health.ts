import { succeed } from "#server/contracts/failure-codes.ts";
import { HealthOutput, Nothing } from "#server/contracts/service.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { defineRead } from "./operation.ts";

export const readHealth = defineRead({
  name: "health.get",
  summary: "Whether the store answers.",
  input: Nothing,
  output: HealthOutput,
  async run({ db, workspaceId, build, access }) {
    const workspace = await readWorkspace(db, workspaceId);
    return succeed({
      status: "ok" as const,
      version: build.version,
      store: build.store,
      // How much happens in the workspace is not told to a key that sees a part of it.
      corpus_seq: access.projects === "all" ? (workspace?.corpusSeq ?? 0) : 0,
    });
  },
});
