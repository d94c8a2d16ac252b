import { z } from "zod";
import {
  CapsuleShape,
  GetCapsuleInput,
  GetCapsuleOutput,
  GetContextInput,
  GetContextOutput,
  ListCapsulesInput,
  ListCapsulesOutput,
  ListContextsInput,
  ListContextsOutput,
  ListRejectionsInput,
  ListRejectionsOutput,
} from "#server/contracts/contexts.ts";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  type ContextRow,
  findCapsules,
  findContexts,
  type ListedCapsule,
  listCapsules,
  listContexts,
  listContextsOfRun,
  listRejections,
  listTouchedByRun,
  nameOfContext,
  nameOfRejection,
  type RejectionRow,
} from "#server/db/contexts.ts";
import { withSummary } from "#server/domain/capsule/context-body.ts";
import { mayRead, readableProjects } from "./access.ts";
import { decodeCursor, pageOf } from "./keyset-cursor.ts";
import { type CallContext, defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

/** What CARRY left behind about files and topics. */
export const browseContexts = defineRead({
  name: "contexts.list",
  summary: "Contexts that runs left behind, lately updated first.",
  input: ListContextsInput,
  output: ListContextsOutput,
  async run(context, input) {
    const after = decodeCursor(input.cursor);
    if (!after.ok) return after;
    const rows = await listContexts(context.db, context.workspaceId, {
      readable: await readableOf(context, input.project),
      q: input.q,
      state: input.state,
      after: after.value,
      limit: input.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, input.limit, (row) => ({ at: row.updatedAt, id: nameOfContext(row) }));
    return succeed({ items: page.map(contextSummary), next_cursor });
  },
});

export const readContext = defineRead({
  name: "contexts.get",
  summary: "One context whole, with the summary that stands now.",
  input: GetContextInput,
  output: GetContextOutput,
  async run(context, { external_id: externalId, workspace }) {
    const rows = (await findContexts(context.db, context.workspaceId, externalId)).filter(
      (row) => mayRead(context.access, row.projectId) && (workspace === undefined || row.givenWorkspace === workspace),
    );
    const [row] = rows;
    if (!row) {
      return fail("NOT_FOUND", "No such context.", [{ path: "external_id", message: "is not known here" }]);
    }
    return succeed({
      ...contextSummary(row),
      body: row.summary === null ? row.body : withSummary(row.body, row.summary),
      metadata: Metadata.parse(JSON.parse(row.metadata)),
      diff_sha: row.diffSha,
      summary_model: row.summaryModel,
      created_at: row.createdAt.toISOString(),
    });
  },
});

export const browseCapsules = defineRead({
  name: "capsule.list",
  summary: "Capsules of runs, newest first.",
  input: ListCapsulesInput,
  output: ListCapsulesOutput,
  async run(context, input) {
    const after = decodeCursor(input.cursor);
    if (!after.ok) return after;
    const rows = await listCapsules(context.db, context.workspaceId, {
      readable: await readableOf(context, input.project),
      after: after.value,
      limit: input.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, input.limit, (row) => ({
      at: row.carriedAt,
      id: `${row.runId} ${row.diffSha}`,
    }));
    return succeed({ items: page.map(capsuleSummary), next_cursor });
  },
});

export const readCapsule = defineRead({
  name: "capsule.get",
  summary: "One capsule: what the run touched, what it left unread and why, and what the symbol gate refused.",
  input: GetCapsuleInput,
  output: GetCapsuleOutput,
  async run(context, { run_id: runId, diff_sha: diffSha }) {
    const { db, workspaceId, access } = context;
    const rows = (await findCapsules(db, workspaceId, runId)).filter(
      (row) => mayRead(access, row.projectId) && (diffSha === undefined || row.diffSha === diffSha),
    );
    const [row] = rows;
    if (!row) return fail("NOT_FOUND", "No such capsule.", [{ path: "run_id", message: "is not known here" }]);
    const run = { runId: row.runId, diffSha: row.diffSha };
    const readable = readableProjects(access, { scope: "all-projects" });
    const [files, contexts, rejections] = await Promise.all([
      listTouchedByRun(db, workspaceId, run),
      listContextsOfRun(db, workspaceId, run),
      listRejections(db, workspaceId, { readable, after: undefined, limit: 1_000, run }),
    ]);
    const capsule = CapsuleShape.parse(JSON.parse(row.capsule));
    return succeed({
      ...capsuleSummary(row),
      files,
      files_not_read: (capsule.filesNotRead ?? []).map(({ path, why }) => ({ path, why })),
      invariants: capsule.invariants ?? [],
      next_steps: capsule.nextSteps ?? [],
      contexts: contexts
        .filter((held) => mayRead(access, held.projectId))
        .map((held) => ({ external_id: held.externalId, title: held.title, workspace: held.givenWorkspace })),
      rejections: rejections.map(rejectedContext),
    });
  },
});

export const browseRejections = defineRead({
  name: "contexts.rejections",
  summary: "Contexts that the symbol gate refused, with the names that are not in their files, newest first.",
  input: ListRejectionsInput,
  output: ListRejectionsOutput,
  async run(context, input) {
    const after = decodeCursor(input.cursor);
    if (!after.ok) return after;
    const rows = await listRejections(context.db, context.workspaceId, {
      readable: await readableOf(context, input.project),
      after: after.value,
      limit: input.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, input.limit, (row) => ({
      at: row.rejectedAt,
      id: nameOfRejection(row),
    }));
    return succeed({ items: page.map(rejectedContext), next_cursor });
  },
});

const Metadata = z.record(z.string(), z.unknown());

async function readableOf(context: CallContext, slug: string | undefined) {
  const project = await standingProject(context, slug);
  return readableProjects(context.access, project === null ? { scope: "all-projects" } : { scope: "project", project });
}

function contextSummary(row: ContextRow) {
  return {
    workspace: row.givenWorkspace,
    external_id: row.externalId,
    project: row.projectId,
    path: row.path,
    title: row.title,
    description: row.description,
    type: row.type,
    tags: row.tags,
    run_id: row.runId,
    updated_at: row.updatedAt.toISOString(),
    archived_at: row.archivedAt?.toISOString() ?? null,
    summary_by: row.summary === null ? ("caller" as const) : ("model" as const),
  };
}

function capsuleSummary(row: ListedCapsule) {
  return {
    run_id: row.runId,
    diff_sha: row.diffSha,
    project: row.projectId,
    task: row.task,
    verdict: row.verdict,
    files_touched: row.filesTouched,
    rejected: row.rejected,
    carried_at: row.carriedAt.toISOString(),
  };
}

function rejectedContext(row: RejectionRow) {
  return {
    workspace: row.givenWorkspace,
    external_id: row.externalId,
    project: row.projectId,
    title: row.title,
    run_id: row.runId,
    diff_sha: row.diffSha,
    written_by: row.writtenBy,
    summary: row.summary,
    unknown_symbols: row.unknownSymbols,
    rejected_at: row.rejectedAt.toISOString(),
  };
}
