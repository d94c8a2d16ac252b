import { and, desc, eq } from "drizzle-orm";
import { calibrations } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";

export type CalibrationRow = typeof calibrations.$inferSelect;

export async function insertCalibration(tx: Transaction, row: typeof calibrations.$inferInsert): Promise<void> {
  await tx.insert(calibrations).values(row);
}

export async function findCalibration(
  db: Database | Transaction,
  workspaceId: string,
  calibrationId: string,
): Promise<CalibrationRow | null> {
  const [row] = await db
    .select()
    .from(calibrations)
    .where(and(eq(calibrations.workspaceId, workspaceId), eq(calibrations.calibrationId, calibrationId)));
  return row ?? null;
}

export async function markApplied(
  tx: Transaction,
  workspaceId: string,
  calibrationId: string,
  appliedVersion: number,
): Promise<void> {
  await tx
    .update(calibrations)
    .set({ appliedVersion })
    .where(and(eq(calibrations.workspaceId, workspaceId), eq(calibrations.calibrationId, calibrationId)));
}

/** Newest first. */
export async function listCalibrations(db: Database, workspaceId: string): Promise<CalibrationRow[]> {
  return db
    .select()
    .from(calibrations)
    .where(eq(calibrations.workspaceId, workspaceId))
    .orderBy(desc(calibrations.createdAt), desc(calibrations.calibrationId))
    .limit(50);
}
