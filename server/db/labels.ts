import { sql } from "drizzle-orm";
import { labels } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";

export async function upsertLabel(tx: Transaction, label: typeof labels.$inferInsert): Promise<void> {
  await tx
    .insert(labels)
    .values(label)
    .onConflictDoUpdate({
      target: [labels.workspaceId, labels.lookupId, labels.memoryId],
      set: { label: label.label, labelledAt: label.labelledAt },
    });
}

/** Every label with the newest record of its lookup, for calibration; ordered, so that a run is reproducible. */
export async function listLabelledRecords(
  db: Database,
  workspaceId: string,
  projectId: string | null,
): Promise<{ memoryId: string; label: "relevant" | "control"; record: string }[]> {
  return executeRows(
    db,
    sql`
    select label.memory_id, label.label, (
      select record.record from attention_records record
      where record.workspace_id = label.workspace_id and record.lookup_id = label.lookup_id
        and record.operation = 'context.prior'
        and ${projectId === null ? sql`true` : sql`record.project_id = ${projectId}`}
      order by record.evaluated_at desc, record.record_id desc limit 1) as record
    from labels label
    where label.workspace_id = ${workspaceId} and label.label in ('relevant', 'control')
    order by label.lookup_id, label.memory_id`,
    (row) => ({ memoryId: row.text("memory_id"), label: row.text("label"), record: row.textOrNull("record") }),
  ).then((rows) =>
    rows.flatMap(({ memoryId, label, record }) =>
      record !== null && (label === "relevant" || label === "control") ? [{ memoryId, label, record }] : [],
    ),
  );
}
