import type { z } from "zod";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  CountNewerLookupsInput,
  CountNewerLookupsOutput,
  GetLookupInput,
  GetLookupOutput,
  ListLookupsInput,
  ListLookupsOutput,
  LookupFacetsOutput,
  type LookupRow,
} from "#server/contracts/lookups.ts";
import { Nothing } from "#server/contracts/service.ts";
import {
  type AttentionFilter,
  type AttentionSummary,
  countNewerAttention,
  findAttention,
  listAttention,
  listAttentionFacets,
  listLabels,
  listSameLookup,
} from "#server/db/attention.ts";
import { mayRead, readableProjects } from "./access.ts";
import { decodeCursor, pageOf } from "./keyset-cursor.ts";
import { type CallContext, defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

export const browseLookups = defineRead({
  name: "lookup.list",
  summary: "Attention records, newest first.",
  input: ListLookupsInput,
  output: ListLookupsOutput,
  async run(context, input) {
    const after = decodeCursor(input.cursor);
    if (!after.ok) return after;
    const rows = await listAttention(context.db, context.workspaceId, {
      ...(await filterOf(context, input)),
      after: after.value,
      limit: input.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, input.limit, (row) => ({ at: row.evaluatedAt, id: row.recordId }));
    return succeed({ items: page.map(summaryOf), next_cursor });
  },
});

export const countNewerLookups = defineRead({
  name: "lookup.countNewer",
  summary: "How many records came after one, counted up to 1,000.",
  input: CountNewerLookupsInput,
  output: CountNewerLookupsOutput,
  async run(context, input) {
    const filter = await filterOf(context, input);
    const count = await countNewerAttention(context.db, context.workspaceId, { ...filter, afterRecordId: input.after });
    const [newest] = await listAttention(context.db, context.workspaceId, { ...filter, limit: 1 });
    return succeed({ count, newest_record_id: newest?.recordId ?? null });
  },
});

export const listLookupFacets = defineRead({
  name: "lookup.facets",
  summary: "Tools and projects of recent lookups, to filter by.",
  input: Nothing,
  output: LookupFacetsOutput,
  async run({ db, workspaceId, access }) {
    const readable = readableProjects(access, { scope: "all-projects" });
    const facets = await listAttentionFacets(db, workspaceId, readable);
    const [newest] = await listAttention(db, workspaceId, { readable, limit: 1 });
    return succeed({ ...facets, newest_record_id: newest?.recordId ?? null });
  },
});

export const readLookup = defineRead({
  name: "lookup.get",
  summary: "One attention record, by record id or (the newest) by lookup id.",
  input: GetLookupInput,
  output: GetLookupOutput,
  async run({ db, workspaceId, access }, { id }) {
    const row = await findAttention(db, workspaceId, id);
    if (!row || !(access.projects === "all" || mayRead(access, row.projectId))) {
      return fail("NOT_FOUND", `No lookup ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    const readable = readableProjects(access, { scope: "all-projects" });
    // How much happens in the workspace is not told to a key that sees a part of it.
    const told = access.projects === "all" ? {} : { corpus_seq: 0 };
    const record = GetLookupOutput.shape.record.parse({ ...JSON.parse(row.record), ...told });
    const same = await listSameLookup(db, workspaceId, row.lookupId, readable, 100);
    const labels = await listLabels(db, workspaceId, row.lookupId);
    return succeed({
      record,
      summary: summaryOf(row),
      same,
      labels: labels.map(({ memoryId, label }) => ({ memory_id: memoryId, label })),
    });
  },
});

async function filterOf(
  context: CallContext,
  input: Omit<z.output<typeof CountNewerLookupsInput>, "after">,
): Promise<AttentionFilter> {
  const project = await standingProject(context, input.project);
  return {
    readable: readableProjects(context.access, { scope: "all-projects" }),
    tier: input.tier === undefined || input.tier === "none" ? input.tier : Number(input.tier),
    tool: input.tool?.toLowerCase(),
    project: project ?? undefined,
    operation: input.operation,
    q: input.q,
  };
}

function summaryOf(row: AttentionSummary): LookupRow {
  return {
    record_id: row.recordId,
    lookup_id: row.lookupId,
    operation: row.operation,
    evaluated_at: row.evaluatedAt.toISOString(),
    project: row.projectId,
    session: row.sessionId,
    tool: row.tool,
    tier: row.tier,
    origin: row.origin,
    summary: row.summary,
    found: row.foundCount,
    returned: row.returnedCount,
    dropped: row.droppedCount,
    degraded: row.degradedLegs,
    budget_limit: row.budgetLimit,
    budget_used: row.budgetUsed,
    duration_ms: row.durationMs,
  };
}
