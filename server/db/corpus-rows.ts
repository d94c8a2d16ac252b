import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";

export type CorpusRow = { id: string; changeSeq: number };

/**
 * Which rows of the searched corpus were last changed at `upToSeq` or before: what a snapshot of an index that stands
 * there must hold. As one text, because 100,000 rows as rows cost the embedded engine ten times as much.
 */
export async function listCorpusRows(
  db: Database,
  workspaceId: string,
  upToSeq: number,
): Promise<{ memories: CorpusRow[]; chunks: CorpusRow[] }> {
  const [memories = "", chunks = ""] = await Promise.all([
    readJoined(
      db,
      sql`select coalesce(string_agg(memory_id || ' ' || change_seq, ','), '') as joined from memories
        where workspace_id = ${workspaceId} and change_seq <= ${upToSeq}
        and deleted_at is null and not is_draft and level <> 'L0'`,
    ),
    readJoined(
      db,
      sql`select coalesce(string_agg(chunk_id || ' ' || change_seq, ','), '') as joined from reference_chunks
        where workspace_id = ${workspaceId} and change_seq <= ${upToSeq} and deleted_at is null`,
    ),
  ]);
  return { memories: parseJoined(memories), chunks: parseJoined(chunks) };
}

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

async function readJoined(db: Database, statement: ReturnType<typeof sql>): Promise<string | undefined> {
  const [joined] = await executeRows(db, statement, (row) => row.text("joined"));
  return joined;
}

function parseJoined(joined: string): CorpusRow[] {
  if (joined === "") return [];
  return joined.split(",").map((pair) => {
    const border = pair.lastIndexOf(" ");
    return { id: pair.slice(0, border), changeSeq: Number(pair.slice(border + 1)) };
  });
}
