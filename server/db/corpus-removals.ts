import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";

/** Whether anything searched was deleted or purged after `seq`. */
export async function hasRemovalsAfter(db: Database, workspaceId: string, seq: number): Promise<boolean> {
  const [removed] = await executeRows(
    db,
    sql`select (
      exists (select 1 from memories
        where workspace_id = ${workspaceId} and change_seq > ${seq} and deleted_at is not null)
      or exists (select 1 from reference_chunks
        where workspace_id = ${workspaceId} and change_seq > ${seq} and deleted_at is not null)
      or exists (select 1 from workspaces where workspace_id = ${workspaceId} and purged_seq > ${seq})
    )::int as removed`,
    (row) => row.number("removed"),
  );
  return removed === 1;
}
