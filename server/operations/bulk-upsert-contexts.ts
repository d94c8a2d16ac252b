import {
  BulkUpsertInput,
  BulkUpsertOutput,
  type BulkUpsertRequest,
  type ContextItem,
} from "#server/contracts/contexts.ts";
import { succeed } from "#server/contracts/failure-codes.ts";
import {
  type ContextRow,
  insertCapsule,
  insertRejections,
  insertTouchedFiles,
  type RejectionRow,
  readContexts,
  writeContexts,
} from "#server/db/contexts.ts";
import { ensureProject } from "#server/db/workspaces.ts";
import { summaryOfBody } from "#server/domain/capsule/context-body.ts";
import { readExternalId } from "#server/domain/capsule/external-id.ts";
import { unknownSymbols } from "#server/domain/capsule/symbol-gate.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { mayRead, refuseProject } from "./access.ts";
import { defineWrite, type WriteContext } from "./operation.ts";
import type { CapsuleJob, SummaryJob } from "./ports.ts";
import { standingProject } from "./standing-project.ts";

/** Code points of a refused summary that are kept to be shown. */
const keptSummaryPoints = 2_000;

type Placed = { item: ContextItem; project: string | null; path: string | null };
type Result = { externalId: string; status: "created" | "updated" | "unchanged" | "rejected"; reasons: string[] };

/**
 * Takes what a run leaves behind. Each entry passes the symbol gate first; a summary that names a symbol its file does
 * not have is refused by name, and the others go on. Sent again unchanged, nothing is written.
 */
export const bulkUpsertContexts = defineWrite({
  name: "contexts.bulkUpsert",
  summary: "Store the capsule of a run and the contexts that it left behind.",
  input: BulkUpsertInput,
  output: BulkUpsertOutput,
  tool: {
    name: "carry_capsule",
    title: "Leave a capsule for later runs",
    description:
      "When a run ends with a verdict: pass runId, diffSha, the capsule (repo, task, verdict, filesTouched, filesNotRead, invariants, nextSteps) and contexts for the files you changed. Symbols that a summary names in backticks must be in metadata.symbols.",
    changes: "adds",
    isRepeatable: true,
  },
  async prepare(context, input) {
    const repo = (await standingProject(context, input.capsule.repo)) ?? null;
    if (repo !== null && !mayRead(context.access, repo)) return refuseProject(input.capsule.repo ?? repo);
    const standing = new Map<string, string>();
    const placed: Placed[] = [];
    for (const item of input.contexts) {
      const file = readExternalId(item.externalId);
      if (file === null) {
        placed.push({ item, project: repo, path: null });
        continue;
      }
      const project = standing.get(file.project) ?? (await standingProject(context, file.project)) ?? file.project;
      standing.set(file.project, project);
      if (!mayRead(context.access, project)) return refuseProject(file.project);
      placed.push({ item, project, path: file.path });
    }
    // What belongs to no project is everybody's in the workspace, so a narrow key may not write it.
    if (context.access.projects !== "all" && placed.some(({ project }) => project === null)) return refuseProject("");
    // Without the queue the summaries that were sent stand: a capsule is not refused for what nobody waits for.
    const summaries = placed.length > 0 && (await context.summaryJobs?.prepare()) === true ? context.summaryJobs : null;
    // The capsules of this machine's runs go on to the team's server; what others bring here has arrived.
    const isOwn = context.access.keyId === "local";
    const deliveries = isOwn && (await context.capsuleJobs?.prepare()) === true ? context.capsuleJobs : null;
    return succeed({ repo, placed, summaries, deliveries });
  },
  async run(context, input, { repo, placed, summaries, deliveries }) {
    const at = context.clock.now();
    for (const project of new Set([repo, ...placed.map((entry) => entry.project)])) {
      if (project !== null) {
        await ensureProject(context.tx, { workspaceId: context.workspaceId, slug: project, createdAt: at });
      }
    }
    const isFirst = await keepCapsule(context, input, repo, at);
    const { results, changed } = await upsert(context, input, placed, at);
    await summaries?.enqueue(
      context.tx,
      changed.filter(({ summary, path }) => summary === null && path !== null).map(summaryJob),
    );
    // Only what is new here goes on: two servers that were pointed at each other would never come to rest otherwise.
    if (isFirst || changed.length > 0)
      await deliveries?.enqueue(context.tx, [capsuleJob(context, input, repo, results)]);
    return succeed({ results });
  },
});

async function keepCapsule(
  { tx, workspaceId }: WriteContext,
  { runId, diffSha, capsule }: BulkUpsertRequest,
  repo: string | null,
  at: Date,
): Promise<boolean> {
  const isFirst = await insertCapsule(tx, {
    workspaceId,
    runId,
    diffSha,
    projectId: repo,
    task: capsule.task ?? "",
    verdict: capsule.verdict ?? null,
    capsule: JSON.stringify(capsule),
    carriedAt: at,
  });
  if (!isFirst || repo === null) return isFirst;
  const paths = [...new Set(capsule.filesTouched ?? [])];
  await insertTouchedFiles(
    tx,
    paths.map((path) => ({ workspaceId, projectId: repo, path, runId, diffSha, touchedAt: at })),
  );
  return isFirst;
}

async function upsert(
  { tx, workspaceId }: WriteContext,
  { workspace, runId, diffSha }: BulkUpsertRequest,
  placed: readonly Placed[],
  at: Date,
): Promise<{ results: Result[]; changed: ContextRow[] }> {
  const ids = [...new Set(placed.map(({ item }) => item.externalId))];
  const held = await readContexts(tx, workspaceId, workspace, ids);
  const changed = new Map<string, ContextRow>();
  const refused = new Map<string, RejectionRow>();
  const results = placed.map(({ item, project, path }): Result => {
    const { externalId } = item;
    const unknown = unknownSymbols(item.body, item.metadata.symbols);
    if (unknown.length > 0) {
      refused.set(externalId, {
        workspaceId,
        givenWorkspace: workspace,
        externalId,
        runId,
        diffSha,
        writtenBy: "caller",
        projectId: project,
        title: item.title,
        summary: cutText(summaryOfBody(item.body), keptSummaryPoints),
        unknownSymbols: unknown,
        rejectedAt: at,
      });
      return { externalId, status: "rejected", reasons: unknown.map((name) => `unknown symbol: ${name}`) };
    }
    const before = changed.get(externalId) ?? held.get(externalId);
    const isSame = before?.contentHash === item.metadata.content_hash && before.body === item.body;
    if (isSame && before.archivedAt === null) return { externalId, status: "unchanged", reasons: [] };
    changed.set(externalId, {
      workspaceId,
      givenWorkspace: workspace,
      externalId,
      projectId: project,
      path,
      title: item.title,
      description: item.description,
      body: item.body,
      type: item.type,
      tags: item.tags,
      metadata: JSON.stringify(item.metadata),
      contentHash: item.metadata.content_hash,
      runId,
      diffSha,
      // A summary is of one content; the next one gets its own.
      summary: isSame ? before.summary : null,
      summaryModel: isSame ? before.summaryModel : null,
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
      archivedAt: null,
    });
    return { externalId, status: before ? "updated" : "created", reasons: [] };
  });
  await writeContexts(tx, [...changed.values()]);
  await insertRejections(tx, [...refused.values()]);
  return { results, changed: [...changed.values()] };
}

function capsuleJob(
  { workspaceId }: WriteContext,
  { workspace: givenWorkspace, runId, diffSha }: BulkUpsertRequest,
  project: string | null,
  results: readonly Result[],
): { key: string; job: CapsuleJob } {
  const externalIds = results.flatMap(({ externalId, status }) => (status === "rejected" ? [] : [externalId]));
  return {
    key: sha256Hex(JSON.stringify([workspaceId, givenWorkspace, runId, diffSha, externalIds])),
    job: { workspaceId, givenWorkspace, runId, diffSha, externalIds, project },
  };
}

/** Only of files: a note of the caller's own says what it says. */
function summaryJob(row: ContextRow): { key: string; job: SummaryJob } {
  const { workspaceId, givenWorkspace, externalId, contentHash, projectId: project } = row;
  return {
    key: sha256Hex(JSON.stringify([workspaceId, givenWorkspace, externalId, contentHash])),
    job: { workspaceId, givenWorkspace, externalId, contentHash, project },
  };
}
