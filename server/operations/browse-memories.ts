import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  GetMemoryInput,
  GetMemoryOutput,
  ListMemoriesInput,
  ListMemoriesOutput,
  MemoryFacetsOutput,
} from "#server/contracts/memories.ts";
import { Nothing } from "#server/contracts/service.ts";
import { findMemory, listMemories } from "#server/db/memories.ts";
import { listMemoryFacets } from "#server/db/memory-facets.ts";
import {
  countOutcomesOfLookups,
  countSurfacings,
  listOccurrencesOf,
  listOutcomesOf,
  listSurfacings,
} from "#server/db/memory-history.ts";
import { listSignaturesOfMemory } from "#server/db/memory-signatures.ts";
import { countSightings } from "#server/db/signatures.ts";
import { readChain } from "#server/db/supersessions.ts";
import { mayRead, readableProjects } from "./access.ts";
import { decodeCursor, pageOf } from "./keyset-cursor.ts";
import { memoryStateOf, memorySummary } from "./memory-summary.ts";
import { defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

export const browseMemories = defineRead({
  name: "memory.list",
  summary: "Memories, newest first.",
  input: ListMemoriesInput,
  output: ListMemoriesOutput,
  async run(context, input) {
    const after = decodeCursor(input.cursor);
    if (!after.ok) return after;
    const project = await standingProject(context, input.project);
    const rows = await listMemories(context.db, context.workspaceId, {
      readable: readableProjects(
        context.access,
        project === null ? { scope: "all-projects" } : { scope: "project", project },
      ),
      level: input.level,
      kind: input.kind,
      state: input.state,
      tool: input.tool?.toLowerCase(),
      q: input.q,
      after: after.value,
      limit: input.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, input.limit, (row) => ({ at: row.createdAt, id: row.memoryId }));
    return succeed({
      items: page.map(memorySummary),
      next_cursor,
    });
  },
});

export const readMemory = defineRead({
  name: "memory.get",
  summary: "One memory with its chain, its failures and where it was surfaced.",
  input: GetMemoryInput,
  output: GetMemoryOutput,
  async run({ db, workspaceId, access }, { id }) {
    const memory = await findMemory(db, workspaceId, id);
    if (!memory || !mayRead(access, memory.projectId)) {
      return fail("NOT_FOUND", `No memory ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    const readable = readableProjects(access, { scope: "all-projects" });
    const chain = await readChain(db, workspaceId, id);
    const signatures = await listSignaturesOfMemory(db, workspaceId, id);
    const sightings = await countSightings(
      db,
      workspaceId,
      signatures.map((signature) => signature.signatureId),
      readable,
    );
    const surfaced = await listSurfacings(db, workspaceId, id, readable, 100);
    const cameOf = await countOutcomesOfLookups(db, workspaceId, [...new Set(surfaced.map((row) => row.lookupId))]);
    const occurrences = await listOccurrencesOf(db, workspaceId, id, readable, 50);
    const outcomes = await listOutcomesOf(db, workspaceId, id, 50);
    const own = chain.find((link) => link.memoryId === id);
    return succeed({
      id,
      project: memory.projectId,
      level: memory.level,
      kind: memory.kind,
      type: memory.decisionType,
      state: memoryStateOf({ ...memory, isSuperseded: own !== undefined, successorId: own?.successorId ?? null }),
      tool: memory.tool,
      session: memory.sessionId,
      text: memory.text,
      symptom: memory.symptom,
      ground: memory.ground,
      parents: memory.parents.flatMap(({ level, source }) =>
        level === "L0" || level === "L1" || level === "L2" ? [{ level, source }] : [],
      ),
      created_at: memory.createdAt.toISOString(),
      deleted:
        memory.deletedAt === null ? null : { at: memory.deletedAt.toISOString(), by: memory.deletedBy ?? "unknown" },
      chain: chain.map((link) => ({
        id: link.memoryId,
        successor_id: link.successorId,
        reason: link.reason,
        created_at: link.createdAt.toISOString(),
      })),
      signatures: signatures.map(({ signatureId, tool, masked }) => ({
        id: signatureId,
        tool,
        masked,
        seen_count: sightings.get(signatureId)?.seenCount ?? 0,
      })),
      surfaced: surfaced.map((row) => ({
        lookup_id: row.lookupId,
        record_id: row.recordId,
        operation: row.operation,
        project: row.projectId,
        summary: row.summary,
        returned: row.wasReturned,
        at: row.at.toISOString(),
        label: row.label,
        outcomes: cameOf.get(row.lookupId) ?? { pass: 0, fail: 0 },
      })),
      surfaced_counts: await countSurfacings(db, workspaceId, id, readable),
      occurrences: occurrences.map((row) => ({
        signature_id: row.signatureId,
        project: row.projectId,
        source: row.sourceKind,
        source_id: row.sourceId,
        at: row.at.toISOString(),
      })),
      outcomes: outcomes.map((row) => ({
        id: row.outcomeId,
        verdict: row.verdict,
        session: row.sessionId,
        at: row.at.toISOString(),
      })),
    });
  },
});

export const listMemoryFilters = defineRead({
  name: "memory.facets",
  summary: "Tools and projects of the memories, to filter by.",
  input: Nothing,
  output: MemoryFacetsOutput,
  async run({ db, workspaceId, access }) {
    return succeed(await listMemoryFacets(db, workspaceId, readableProjects(access, { scope: "all-projects" })));
  },
});
