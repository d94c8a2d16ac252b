import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, max, or, sql } from "drizzle-orm";
import { capsules, contextRejections, contexts, touchedFiles } from "#drizzle/schema/schema.ts";
import { besideRow } from "./beside-row.ts";
import { chunkRows } from "./chunk-rows.ts";
import type { Database, Transaction } from "./database.ts";
import type { ReadableProjects } from "./memories.ts";

export type ContextRow = typeof contexts.$inferSelect;
export type CapsuleRow = typeof capsules.$inferSelect;
export type RejectionRow = typeof contextRejections.$inferSelect;

/** A file that runs of a project have touched, most often and most lately touched first. */
export type TouchedFile = { path: string; runs: number; lastTouchedAt: Date };

/**
 * The touch-set of a project: how many carried runs changed each file, and when last. Ordered by runs, then by time,
 * then by path. `limit` keeps the question bounded however many runs there were.
 */
export async function readTouchSet(
  db: Database | Transaction,
  workspaceId: string,
  projectId: string,
  limit = 1_000,
): Promise<TouchedFile[]> {
  const runs = sql<number>`count(distinct ${touchedFiles.runId})::int`;
  const lastTouchedAt = max(touchedFiles.touchedAt);
  const rows = await db
    .select({ path: touchedFiles.path, runs, lastTouchedAt })
    .from(touchedFiles)
    .where(and(eq(touchedFiles.workspaceId, workspaceId), eq(touchedFiles.projectId, projectId)))
    .groupBy(touchedFiles.path)
    .orderBy(desc(runs), desc(lastTouchedAt), asc(touchedFiles.path))
    .limit(limit);
  return rows.flatMap((row) => (row.lastTouchedAt === null ? [] : [{ ...row, lastTouchedAt: row.lastTouchedAt }]));
}

export async function readContexts(
  tx: Database | Transaction,
  workspaceId: string,
  givenWorkspace: string,
  externalIds: readonly string[],
): Promise<Map<string, ContextRow>> {
  const rows: ContextRow[] = [];
  for (const batch of chunkRows([...externalIds], 1)) {
    rows.push(
      ...(await tx
        .select()
        .from(contexts)
        .where(
          and(
            eq(contexts.workspaceId, workspaceId),
            eq(contexts.givenWorkspace, givenWorkspace),
            inArray(contexts.externalId, batch),
          ),
        )),
    );
  }
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Writes each row whole; a row that exists keeps its `createdAt`. No external id may stand twice. */
export async function writeContexts(tx: Transaction, rows: readonly ContextRow[]): Promise<void> {
  for (const batch of chunkRows([...rows], 19)) {
    await tx
      .insert(contexts)
      .values(batch)
      .onConflictDoUpdate({
        target: [contexts.workspaceId, contexts.givenWorkspace, contexts.externalId],
        set: {
          projectId: sql`excluded.project_id`,
          path: sql`excluded.path`,
          title: sql`excluded.title`,
          description: sql`excluded.description`,
          body: sql`excluded.body`,
          type: sql`excluded.type`,
          tags: sql`excluded.tags`,
          metadata: sql`excluded.metadata`,
          contentHash: sql`excluded.content_hash`,
          runId: sql`excluded.run_id`,
          diffSha: sql`excluded.diff_sha`,
          summary: sql`excluded.summary`,
          summaryModel: sql`excluded.summary_model`,
          updatedAt: sql`excluded.updated_at`,
          archivedAt: sql`excluded.archived_at`,
        },
      });
  }
}

/** Another summary of the very content it was written for; false when that has been replaced meanwhile. */
export async function writeSummary(
  tx: Transaction,
  of: Pick<ContextRow, "workspaceId" | "givenWorkspace" | "externalId" | "contentHash" | "body">,
  { summary, model }: { summary: string; model: string },
): Promise<boolean> {
  const written = await tx
    .update(contexts)
    .set({ summary, summaryModel: model })
    .where(
      and(
        eq(contexts.workspaceId, of.workspaceId),
        eq(contexts.givenWorkspace, of.givenWorkspace),
        eq(contexts.externalId, of.externalId),
        eq(contexts.contentHash, of.contentHash),
        eq(contexts.body, of.body),
        isNull(contexts.archivedAt),
      ),
    )
    .returning({ externalId: contexts.externalId });
  return written.length > 0;
}

/** False when this run and diff have their capsule already; the first one stands. */
export async function insertCapsule(tx: Transaction, row: CapsuleRow): Promise<boolean> {
  const inserted = await tx.insert(capsules).values(row).onConflictDoNothing().returning({ runId: capsules.runId });
  return inserted.length > 0;
}

export async function insertTouchedFiles(
  tx: Transaction,
  rows: readonly (typeof touchedFiles.$inferInsert)[],
): Promise<void> {
  for (const batch of chunkRows([...rows], 6)) await tx.insert(touchedFiles).values(batch).onConflictDoNothing();
}

/** The same rejection again writes nothing. */
export async function insertRejections(tx: Transaction, rows: readonly RejectionRow[]): Promise<void> {
  for (const batch of chunkRows([...rows], 11)) await tx.insert(contextRejections).values(batch).onConflictDoNothing();
}

type Page = { readable: ReadableProjects; after: { at: Date; id: string } | undefined; limit: number };

function inProjects(column: typeof contexts.projectId | typeof capsules.projectId, readable: ReadableProjects) {
  if (readable === "all") return undefined;
  return readable.size === 0 ? sql`false` : inArray(column, [...readable]);
}

/** Tells apart what was updated in one instant: an id may be there once for each name that callers have for their workspace. */
export function nameOfContext({
  externalId,
  givenWorkspace,
}: Pick<ContextRow, "externalId" | "givenWorkspace">): string {
  return `${externalId} ${givenWorkspace}`;
}

const contextName = sql<string>`(${contexts.externalId} || ' ' || ${contexts.givenWorkspace})`;

/** Lately updated first. The position's id is `nameOfContext`. */
export async function listContexts(
  db: Database,
  workspaceId: string,
  page: Page & { q: string | undefined; state: "active" | "archived" | "all" },
): Promise<ContextRow[]> {
  const { after, q } = page;
  const held = (column: typeof contexts.title | typeof contexts.description | typeof contexts.externalId) =>
    sql`strpos(lower(${column}), lower(${q ?? ""})) > 0`;
  return db
    .select()
    .from(contexts)
    .where(
      and(
        eq(contexts.workspaceId, workspaceId),
        inProjects(contexts.projectId, page.readable),
        page.state === "all"
          ? undefined
          : page.state === "active"
            ? isNull(contexts.archivedAt)
            : isNotNull(contexts.archivedAt),
        q === undefined || q === ""
          ? undefined
          : or(held(contexts.title), held(contexts.description), held(contexts.externalId)),
        after && besideRow(contexts.updatedAt, contextName, "older", after),
      ),
    )
    .orderBy(desc(contexts.updatedAt), desc(contextName))
    .limit(page.limit);
}

/** All contexts of an id: one for each name that callers have for their workspace. */
export async function findContexts(db: Database, workspaceId: string, externalId: string): Promise<ContextRow[]> {
  return db
    .select()
    .from(contexts)
    .where(and(eq(contexts.workspaceId, workspaceId), eq(contexts.externalId, externalId)))
    .orderBy(desc(contexts.updatedAt), asc(contexts.givenWorkspace));
}

export type ListedCapsule = CapsuleRow & { filesTouched: number; rejected: number };

// Named in full: inside a select of one table the query builder leaves the table's name away.
const touchedByRun = sql<number>`(select count(*)::int from touched_files touched
  where touched.workspace_id = capsules.workspace_id and touched.run_id = capsules.run_id
    and touched.diff_sha = capsules.diff_sha)`;
const rejectedOfRun = sql<number>`(select count(*)::int from context_rejections refused
  where refused.workspace_id = capsules.workspace_id and refused.run_id = capsules.run_id
    and refused.diff_sha = capsules.diff_sha)`;

const listedCapsule = { ...getTableColumns(capsules), filesTouched: touchedByRun, rejected: rejectedOfRun };

/** Newest first. The position's id is `<runId> <diffSha>`, which tells apart what came in one instant. */
export async function listCapsules(db: Database, workspaceId: string, page: Page): Promise<ListedCapsule[]> {
  const { after } = page;
  const name = sql<string>`(${capsules.runId} || ' ' || ${capsules.diffSha})`;
  return db
    .select(listedCapsule)
    .from(capsules)
    .where(
      and(
        eq(capsules.workspaceId, workspaceId),
        inProjects(capsules.projectId, page.readable),
        after && besideRow(capsules.carriedAt, name, "older", after),
      ),
    )
    .orderBy(desc(capsules.carriedAt), sql`${name} desc`)
    .limit(page.limit);
}

/** The capsules of a run, newest first: one for each diff that it left. */
export async function findCapsules(db: Database, workspaceId: string, runId: string): Promise<ListedCapsule[]> {
  return db
    .select(listedCapsule)
    .from(capsules)
    .where(and(eq(capsules.workspaceId, workspaceId), eq(capsules.runId, runId)))
    .orderBy(desc(capsules.carriedAt), desc(capsules.diffSha));
}

export async function listContextsOfRun(
  db: Database,
  workspaceId: string,
  run: { runId: string; diffSha: string },
): Promise<ContextRow[]> {
  return db
    .select()
    .from(contexts)
    .where(and(eq(contexts.workspaceId, workspaceId), eq(contexts.runId, run.runId), eq(contexts.diffSha, run.diffSha)))
    .orderBy(asc(contexts.externalId), asc(contexts.givenWorkspace))
    .limit(1_000);
}

export async function listTouchedByRun(
  db: Database,
  workspaceId: string,
  run: { runId: string; diffSha: string },
): Promise<string[]> {
  const rows = await db
    .select({ path: touchedFiles.path })
    .from(touchedFiles)
    .where(
      and(
        eq(touchedFiles.workspaceId, workspaceId),
        eq(touchedFiles.runId, run.runId),
        eq(touchedFiles.diffSha, run.diffSha),
      ),
    )
    .orderBy(asc(touchedFiles.path));
  return rows.map((row) => row.path);
}

/** Tells apart what was refused in one instant. */
export function nameOfRejection(
  row: Pick<RejectionRow, "externalId" | "runId" | "diffSha" | "givenWorkspace" | "writtenBy">,
): string {
  return [row.externalId, row.runId, row.diffSha, row.givenWorkspace, row.writtenBy].join(" ");
}

const rejectionName = sql<string>`(${contextRejections.externalId} || ' ' || ${contextRejections.runId} || ' '
  || ${contextRejections.diffSha} || ' ' || ${contextRejections.givenWorkspace} || ' ' || ${contextRejections.writtenBy})`;

/** What the gate refused, newest first; of one run where `run` is given. */
export async function listRejections(
  db: Database,
  workspaceId: string,
  page: Page & { run?: { runId: string; diffSha: string } | undefined },
): Promise<RejectionRow[]> {
  const { after, run } = page;
  return db
    .select()
    .from(contextRejections)
    .where(
      and(
        eq(contextRejections.workspaceId, workspaceId),
        page.readable === "all"
          ? undefined
          : page.readable.size === 0
            ? sql`false`
            : inArray(contextRejections.projectId, [...page.readable]),
        run && and(eq(contextRejections.runId, run.runId), eq(contextRejections.diffSha, run.diffSha)),
        after && besideRow(contextRejections.rejectedAt, rejectionName, "older", after),
      ),
    )
    .orderBy(desc(contextRejections.rejectedAt), desc(rejectionName))
    .limit(page.limit);
}
