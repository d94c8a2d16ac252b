import { type SQL, sql } from "drizzle-orm";
import { type StatisticsScope, timesOf } from "./attention-statistics.ts";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { textsOf } from "./texts-of.ts";

export type DropGroup = "1" | "2" | "3" | "skills" | "prior";

/** Drops per bucket (from 1) and tier. */
export async function countDrops(
  db: Database,
  workspaceId: string,
  scope: StatisticsScope,
): Promise<{ bucket: number; group: DropGroup; drops: number; tokens: number }[]> {
  return executeRows(
    db,
    sql`
    select width_bucket(dropped_at, ${timesOf(scope.edges)}) as bucket,
      case when kind = 'skill' then 'skills' when tier is null then 'prior' else tier::text end as tier_group,
      count(*) as drops, sum(tokens) as tokens
    from attention_drops where ${dropsOf(workspaceId, scope)}
    group by 1, 2`,
    (row) => ({
      bucket: row.number("bucket"),
      group: groupOf(row.text("tier_group")),
      drops: row.number("drops"),
      tokens: row.number("tokens"),
    }),
  );
}

export type DroppedItem = {
  id: string;
  kind: "reference" | "memory" | "skill";
  tier: number | null;
  drops: number;
  tokens: number;
  returned: number | null;
  preview: string | null;
};

/** What was left out most often, with what it says and how often it was returned in the same range. */
export async function listMostDropped(
  db: Database,
  workspaceId: string,
  scope: StatisticsScope,
  limit: number,
): Promise<DroppedItem[]> {
  const from = scope.edges[0]?.toISOString();
  const to = scope.edges.at(-1)?.toISOString();
  // A lookup over all projects drops memories of others too: their words are for those who may read them.
  const mayShow = scope.readable === "all" ? sql`true` : sql`project_id = any(${textsOf(scope.readable)})`;
  return executeRows(
    db,
    sql`
    with most as (
      select kind, item_id, min(tier) as tier, count(*) as drops, round(avg(tokens)) as tokens
      from attention_drops where ${dropsOf(workspaceId, scope)}
      group by kind, item_id order by count(*) desc, item_id, kind limit ${limit}
    )
    select most.*,
      case when most.kind = 'memory' then (
        select count(*) from attention_memories link
        join attention_records record on record.workspace_id = link.workspace_id and record.record_id = link.record_id
        where link.workspace_id = ${workspaceId} and link.memory_id = most.item_id and link.was_returned
          and record.evaluated_at >= ${from}::timestamptz and record.evaluated_at < ${to}::timestamptz) end as returned,
      case most.kind
        when 'memory' then (select left(memory.text, 240) from memories memory
          where memory.workspace_id = ${workspaceId} and memory.memory_id = most.item_id and ${mayShow})
        when 'reference' then (select left(chunk.text, 240) from reference_chunks chunk
          where chunk.workspace_id = ${workspaceId} and chunk.chunk_id = most.item_id and (chunk.project_id is null or ${mayShow}))
        else (select skill.description from skills skill where skill.workspace_id = ${workspaceId}
          and skill.name = most.item_id and (skill.project_id is null or ${mayShow}) order by skill.version desc limit 1) end as preview
    from most order by most.drops desc, most.item_id, most.kind`,
    (row) => ({
      id: row.text("item_id"),
      kind: kindOf(row.text("kind")),
      tier: row.numberOrNull("tier"),
      drops: row.number("drops"),
      tokens: row.number("tokens"),
      returned: row.numberOrNull("returned"),
      preview: row.textOrNull("preview"),
    }),
  );
}

/** How many drops, and how many whole answers, each of the limits would have kept. `limits` ascend. */
export async function countKeptBy(
  db: Database,
  workspaceId: string,
  scope: StatisticsScope,
  limits: readonly number[],
): Promise<{ limit: number; kept: number; whole: number }[]> {
  return executeRows(
    db,
    sql`
    with dropped as (
      select record_id, position, needed_tokens from attention_drops where ${dropsOf(workspaceId, scope)}
    )
    select asked.value as asked_limit,
      (select count(*) from dropped where needed_tokens <= asked.value) as kept,
      (select count(*) from dropped where position = 0 and needed_tokens <= asked.value) as whole
    from unnest((${textsOf(limits.map(String))})::int[]) as asked(value) order by asked.value`,
    (row) => ({ limit: row.number("asked_limit"), kept: row.number("kept"), whole: row.number("whole") }),
  );
}

/** The limit that would have kept everything; null when nothing was left out. */
export async function readLargestNeed(
  db: Database,
  workspaceId: string,
  scope: StatisticsScope,
): Promise<number | null> {
  const [row] = await executeRows(
    db,
    sql`select max(needed_tokens) as value from attention_drops where ${dropsOf(workspaceId, scope)}`,
    (found) => ({ value: found.numberOrNull("value") }),
  );
  return row?.value ?? null;
}

function dropsOf(workspaceId: string, { readable, project, edges }: StatisticsScope): SQL {
  const within = readable === "all" ? sql`true` : sql`project_id = any(${textsOf(readable)})`;
  return sql`workspace_id = ${workspaceId} and ${within}
    and ${project === null ? sql`true` : sql`project_id = ${project}`}
    and dropped_at >= ${edges[0]?.toISOString()}::timestamptz
    and dropped_at < ${edges.at(-1)?.toISOString()}::timestamptz`;
}

function groupOf(text: string): DropGroup {
  return text === "1" || text === "2" || text === "3" || text === "skills" ? text : "prior";
}

function kindOf(text: string): DroppedItem["kind"] {
  return text === "reference" || text === "skill" ? text : "memory";
}
