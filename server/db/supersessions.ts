import { and, eq, sql } from "drizzle-orm";
import { supersessions } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";

export type Supersession = typeof supersessions.$inferSelect;

export async function findSupersession(
  db: Database | Transaction,
  workspaceId: string,
  memoryId: string,
): Promise<Supersession | null> {
  const [row] = await db
    .select()
    .from(supersessions)
    .where(and(eq(supersessions.workspaceId, workspaceId), eq(supersessions.memoryId, memoryId)));
  return row ?? null;
}

/** False when the memory already has a successor. */
export async function insertSupersession(tx: Transaction, link: Supersession): Promise<boolean> {
  const inserted = await tx
    .insert(supersessions)
    .values(link)
    .onConflictDoNothing()
    .returning({ memoryId: supersessions.memoryId });
  return inserted.length === 1;
}

export async function deleteSupersession(tx: Transaction, workspaceId: string, memoryId: string): Promise<boolean> {
  const deleted = await tx
    .delete(supersessions)
    .where(and(eq(supersessions.workspaceId, workspaceId), eq(supersessions.memoryId, memoryId)))
    .returning({ memoryId: supersessions.memoryId });
  return deleted.length === 1;
}

/** Whether `memoryId` comes after `fromId` in its chain. The caller holds the workspace's row, so no link appears meanwhile. */
export async function isDownstream(
  tx: Transaction,
  workspaceId: string,
  fromId: string,
  memoryId: string,
): Promise<boolean> {
  const rows = await executeRows(
    tx,
    sql`
    with recursive walk(memory_id) as (
      select ${fromId}::text collate "C"
      union
      select link.successor_id from walk
      join supersessions link on link.workspace_id = ${workspaceId} and link.memory_id = walk.memory_id
      where link.successor_id is not null
    )
    select memory_id from walk where memory_id = ${memoryId}`,
    (row) => row.text("memory_id"),
  );
  return rows.length > 0;
}

/** Every link of the tree of chains that a memory belongs to, oldest first. Bounded, for damaged data. */
export async function readChain(db: Database, workspaceId: string, memoryId: string): Promise<Supersession[]> {
  return executeRows(
    db,
    sql`
    with recursive related(memory_id) as (
      select ${memoryId}::text collate "C"
      union
      select neighbour.id from related
      join lateral (
        select link.successor_id as id from supersessions link
        where link.workspace_id = ${workspaceId} and link.memory_id = related.memory_id and link.successor_id is not null
        union all
        select link.memory_id from supersessions link
        where link.workspace_id = ${workspaceId} and link.successor_id = related.memory_id
      ) neighbour on true
    )
    select link.workspace_id, link.memory_id, link.successor_id, link.reason, link.created_at from supersessions link
    where link.workspace_id = ${workspaceId} and link.memory_id in (select memory_id from related)
    order by link.created_at, link.memory_id
    limit 1000`,
    (row) => ({
      workspaceId: row.text("workspace_id"),
      memoryId: row.text("memory_id"),
      successorId: row.textOrNull("successor_id"),
      reason: row.text("reason"),
      createdAt: row.date("created_at"),
    }),
  );
}
