import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  GetSupersessionInput,
  GetSupersessionOutput,
  ListSupersessionsInput,
  ListSupersessionsOutput,
} from "#server/contracts/memories.ts";
import { listMemoriesById } from "#server/db/memories.ts";
import { listChains } from "#server/db/supersession-chains.ts";
import { readChain } from "#server/db/supersessions.ts";
import { readableProjects } from "./access.ts";
import { decodeCursor, pageOf } from "./keyset-cursor.ts";
import { memorySummary } from "./memory-summary.ts";
import { defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

export const browseSupersessions = defineRead({
  name: "supersession.list",
  summary: "Chains of memories that replaced one another, the one that changed last first.",
  input: ListSupersessionsInput,
  output: ListSupersessionsOutput,
  async run(context, input) {
    const after = decodeCursor(input.cursor);
    if (!after.ok) return after;
    const project = await standingProject(context, input.project);
    const rows = await listChains(context.db, context.workspaceId, {
      readable: readableProjects(
        context.access,
        project === null ? { scope: "all-projects" } : { scope: "project", project },
      ),
      end: input.end,
      q: input.q,
      after: after.value && { changedAt: after.value.at, endId: after.value.id },
      limit: input.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, input.limit, (row) => ({ at: row.changedAt, id: row.endId }));
    return succeed({
      items: page.map((row) => ({
        end_id: row.endId,
        end: row.isRetired ? ("retired" as const) : ("active" as const),
        project: row.projectId,
        preview: row.preview,
        reason: row.reason,
        replaced: row.replaced,
        changed_at: row.changedAt.toISOString(),
      })),
      next_cursor,
    });
  },
});

export const readSupersession = defineRead({
  name: "supersession.get",
  summary: "The whole tree of chains that a memory belongs to.",
  input: GetSupersessionInput,
  output: GetSupersessionOutput,
  async run({ db, workspaceId, access }, { id }) {
    const chain = await readChain(db, workspaceId, id);
    const ids = [
      ...new Set([id, ...chain.flatMap((link) => [link.memoryId, ...(link.successorId ? [link.successorId] : [])])]),
    ];
    const readable = readableProjects(access, { scope: "all-projects" });
    const memories = await listMemoriesById(db, workspaceId, ids, readable);
    if (!memories.some(({ memoryId }) => memoryId === id)) {
      return fail("NOT_FOUND", `No memory ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    return succeed({
      memories: memories.map(memorySummary),
      links: chain.map((link) => ({
        id: link.memoryId,
        successor_id: link.successorId,
        reason: link.reason,
        created_at: link.createdAt.toISOString(),
      })),
    });
  },
});
