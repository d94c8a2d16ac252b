import { sql } from "drizzle-orm";
import { anywhere } from "./containing.ts";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import type { ReadableProjects } from "./memories.ts";
import { textsOf } from "./texts-of.ts";

export type ChainRow = {
  /** The memory that nothing replaces: the active end, or the retired one. */
  endId: string;
  isRetired: boolean;
  projectId: string;
  preview: string;
  /** Of the newest link that leads to the end. */
  reason: string;
  changedAt: Date;
  /** Memories before the end, in all branches. */
  replaced: number;
};

/** One row a chain, the one that changed last first. Chains that join are one, because they have one end. */
export async function listChains(
  db: Database,
  workspaceId: string,
  filter: {
    readable: ReadableProjects;
    end?: "active" | "retired" | undefined;
    q?: string | undefined;
    after?: { changedAt: Date; endId: string } | undefined;
    limit: number;
  },
): Promise<ChainRow[]> {
  const readable = filter.readable === "all" ? sql`true` : sql`memory.project_id = any(${textsOf(filter.readable)})`;
  const part = filter.q === undefined ? null : anywhere(filter.q);
  return executeRows(
    db,
    sql`
    with recursive ends as (
      select coalesce(link.successor_id, link.memory_id) as end_id, bool_or(link.successor_id is null) as is_retired,
        max(link.created_at) as changed_at,
        (array_agg(link.reason order by link.created_at desc, link.memory_id))[1] as reason
      from supersessions link
      where link.workspace_id = ${workspaceId} and not exists (
        select 1 from supersessions next where next.workspace_id = ${workspaceId} and next.memory_id = link.successor_id)
      group by 1
    ), page as (
      select ends.*, memory.project_id, left(memory.text, 240) as preview
      from ends join memories memory on memory.workspace_id = ${workspaceId} and memory.memory_id = ends.end_id
      where ${readable}
        and ${filter.end === undefined ? sql`true` : filter.end === "retired" ? sql`ends.is_retired` : sql`not ends.is_retired`}
        and ${part === null ? sql`true` : sql`(memory.text ilike ${part} or ends.reason ilike ${part} or ends.end_id = ${filter.q})`}
        and ${
          filter.after === undefined
            ? sql`true`
            : sql`(ends.changed_at, ends.end_id) < (${filter.after.changedAt.toISOString()}::timestamptz, ${filter.after.endId})`
        }
      order by ends.changed_at desc, ends.end_id desc
      limit ${filter.limit}
    ), back(end_id, memory_id, depth) as (
      select page.end_id, page.end_id, 0 from page
      union all
      select back.end_id, link.memory_id, back.depth + 1
      from back join supersessions link on link.workspace_id = ${workspaceId} and link.successor_id = back.memory_id
      where back.depth < 1000
    )
    select page.end_id, page.is_retired::text as is_retired, page.project_id, page.preview, page.reason, page.changed_at,
      (select count(*) from back where back.end_id = page.end_id and back.depth > 0) as replaced
    from page order by page.changed_at desc, page.end_id desc`,
    (row) => ({
      endId: row.text("end_id"),
      isRetired: row.text("is_retired") === "true",
      projectId: row.text("project_id"),
      preview: row.text("preview"),
      reason: row.text("reason"),
      changedAt: row.date("changed_at"),
      replaced: row.number("replaced"),
    }),
  );
}
