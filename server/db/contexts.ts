import { and, asc, desc, eq, max, sql } from "drizzle-orm";
import { type capsules, type contextRejections, type contexts, touchedFiles } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";

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
