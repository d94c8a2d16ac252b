import { eq, sql } from "drizzle-orm";
import { workspaces } from "#drizzle/schema/schema.ts";
import type { Database } from "./database.ts";

/** As many processes may keep indexes of one store and find their mark again. Any further one pushes out the oldest. */
const marksKept = 64;

/**
 * Leaves a mark in the store for indexes that are about to be kept. A store that holds the mark holds all that they were
 * made from, and its changes since; one that was put back to before it, or is another, does not hold it.
 */
export async function addIndexMark(db: Database, workspaceId: string, mark: string): Promise<void> {
  const { indexMarks } = workspaces;
  await db
    .update(workspaces)
    .set({
      indexMarks: sql`(${indexMarks} || ${mark}::text)[greatest(1, cardinality(${indexMarks}) + 2 - ${marksKept}::int):]`,
    })
    .where(eq(workspaces.workspaceId, workspaceId));
}

export async function hasIndexMark(db: Database, workspaceId: string, mark: string): Promise<boolean> {
  const [row] = await db
    .select({ indexMarks: workspaces.indexMarks })
    .from(workspaces)
    .where(eq(workspaces.workspaceId, workspaceId));
  return row?.indexMarks.includes(mark) ?? false;
}
