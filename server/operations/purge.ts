import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { PurgeInput, PurgeOutput } from "#server/contracts/purge.ts";
import { rewriteAnswersHolding, rewriteRecordsOf } from "#server/db/attention.ts";
import { purgeProject } from "#server/db/purge-project.ts";
import { countPurgedLookups, listPurgedMemories, purgeOutcomesOf, purgeSession } from "#server/db/purge-session.ts";
import { clearExamplesOf } from "#server/db/signatures.ts";
import { findProject, holdWorkspace } from "#server/db/workspaces.ts";
import { mayRead, refuseProject } from "./access.ts";
import { forgetMemoriesIn } from "./forget-memories.ts";
import { defineWrite, nothingToPrepare } from "./operation.ts";

/**
 * Really removes a project or a session: no tombstone stays, and where a text of it stands in the record of another
 * project's lookup, it is taken out there.
 */
export const purge = defineWrite({
  name: "service.purge",
  summary: "Remove a project, or one session of it, with everything that came with it.",
  input: PurgeInput,
  output: PurgeOutput,
  prepare: nothingToPrepare,
  async run({ tx, workspaceId, access }, { project, session, dry_run }) {
    const projectId = await findProject(tx, workspaceId, project);
    if (projectId === null || !mayRead(access, projectId)) return refuseProject(project);
    const purged = { workspaceId, projectId, sessionId: session ?? null };
    const memoryIds = await listPurgedMemories(tx, purged);
    const lookups = await countPurgedLookups(tx, purged);
    if (session !== undefined && memoryIds.length === 0 && lookups === 0) {
      return fail("NOT_FOUND", `No session ${session} of ${project} left anything.`, [
        { path: "session", message: "is not known here" },
      ]);
    }
    if (!dry_run) {
      await holdWorkspace(tx, workspaceId);
      for (const memoryId of memoryIds) {
        const forget = (json: string) => forgetMemoriesIn(json, new Set([memoryId]));
        await clearExamplesOf(tx, workspaceId, memoryId);
        await rewriteRecordsOf(tx, workspaceId, memoryId, forget);
        await rewriteAnswersHolding(tx, workspaceId, [memoryId], forget);
      }
      await purgeOutcomesOf(tx, workspaceId, memoryIds);
      if (session === undefined) await purgeProject(tx, workspaceId, projectId);
      else await purgeSession(tx, { ...purged, sessionId: session }, memoryIds);
    }
    return succeed({
      project: projectId,
      session: session ?? null,
      purged: !dry_run,
      memories: memoryIds.length,
      lookups,
    });
  },
});
