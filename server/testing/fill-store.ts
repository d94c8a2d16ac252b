import { eq } from "drizzle-orm";
import { memories, projects, workspaces } from "#drizzle/schema/schema.ts";
import { chunkRows } from "#server/db/chunk-rows.ts";
import type { Database } from "#server/db/database.ts";
import { withoutTransactionLimit } from "#server/db/guarded-pglite.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { readWorkspace } from "#server/db/workspaces.ts";

/** Values bound for one row below. */
const valuesPerRow = 13;

/**
 * Puts memories into a store without going through the operation, which would take an hour for 100,000: the rows are those
 * that it would have written. They follow what the workspace holds already, one change each.
 */
export async function fillStore(db: Database, { workspaceId, project, count, textOf }: FillOptions): Promise<void> {
  const from = (await readWorkspace(db, workspaceId))?.corpusSeq ?? 0;
  const createdAt = new Date("2026-07-01T08:00:00Z");
  await withoutTransactionLimit(() =>
    inTransaction(db, async (tx) => {
      await tx.insert(projects).values({ workspaceId, projectId: project, createdAt }).onConflictDoNothing();
      const numbers = Array.from({ length: count }, (_, number) => number);
      for (const batch of chunkRows(numbers, valuesPerRow)) {
        await tx.insert(memories).values(
          batch.map((number) => ({
            workspaceId,
            memoryId: `fill_${String(number).padStart(7, "0")}`,
            projectId: project,
            sessionId: `run-${number % 500}`,
            level: "L1" as const,
            kind: "lesson" as const,
            text: textOf(number),
            contentHash: String(number),
            changeSeq: from + number + 1,
            createdAt,
          })),
        );
      }
      await tx
        .update(workspaces)
        .set({ corpusSeq: from + count })
        .where(eq(workspaces.workspaceId, workspaceId));
    }),
  );
}

export type FillOptions = {
  workspaceId: string;
  project: string;
  count: number;
  textOf(number: number): string;
};
