import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeRows, type RawRow } from "./execute-rows.ts";
import type { ReadableProjects } from "./memories.ts";
import { textsOf } from "./texts-of.ts";

export type StatisticsScope = {
  readable: ReadableProjects;
  project: string | null;
  /** Where each bucket begins, ascending, and the end of the last. */
  edges: readonly Date[];
};

export type LookupCounts = {
  lookups: number;
  tier1: number;
  tier2: number;
  tier3: number;
  none: number;
  other: number;
  empty: number;
  degraded: number;
  dropping: number;
  injected: number;
  p50Ms: number | null;
  p95Ms: number | null;
  budgetUsed: number;
  budgetLimit: number;
};

/** What one pass over the records of the range says: per bucket (from 1), and under 0 for all of them. */
export async function countLookups(
  db: Database,
  workspaceId: string,
  scope: StatisticsScope,
): Promise<Map<number, LookupCounts>> {
  const rows = await executeRows(
    db,
    sql`
    with seen as (
      select width_bucket(evaluated_at, ${timesOf(scope.edges)}) as bucket, operation, tier, returned_count, dropped_count,
        degraded_legs, origin, lookup_id, duration_ms, budget_used, budget_limit
      from attention_records where ${recordsOf(workspaceId, scope)}
    )
    select coalesce(bucket, 0) as bucket, count(*) as lookups,
      count(*) filter (where operation = 'memory.context' and tier = 1) as tier_1,
      count(*) filter (where operation = 'memory.context' and tier = 2) as tier_2,
      count(*) filter (where operation = 'memory.context' and tier = 3) as tier_3,
      count(*) filter (where operation = 'memory.context' and tier is null) as no_tier,
      count(*) filter (where operation <> 'memory.context') as other,
      count(*) filter (where returned_count = 0) as empty,
      count(*) filter (where degraded_legs <> '{}') as degraded,
      count(*) filter (where dropped_count > 0) as dropping,
      count(*) filter (where origin = 'injected') as injected,
      percentile_disc(0.5) within group (order by duration_ms) as p50,
      percentile_disc(0.95) within group (order by duration_ms) as p95,
      coalesce(sum(budget_used), 0) as budget_used, coalesce(sum(budget_limit), 0) as budget_limit
    from seen group by grouping sets ((bucket), ())`,
    (row) => ({ bucket: row.number("bucket"), counts: countsOf(row) }),
  );
  return new Map(rows.map(({ bucket, counts }) => [bucket, counts]));
}

/** How many different lookups there were: the same question with the same answer is one. */
export async function countDistinctLookups(db: Database, workspaceId: string, scope: StatisticsScope): Promise<number> {
  const [row] = await executeRows(
    db,
    sql`select count(*) as value from (
      select 1 from attention_records where ${recordsOf(workspaceId, scope)} group by lookup_id) as different`,
    (found) => found.number("value"),
  );
  return row ?? 0;
}

export async function countDegradedLegs(
  db: Database,
  workspaceId: string,
  scope: StatisticsScope,
): Promise<{ leg: string; lookups: number }[]> {
  return executeRows(
    db,
    sql`
    select leg, count(*) as lookups from attention_records, unnest(degraded_legs) as leg
    where ${recordsOf(workspaceId, scope)} and degraded_legs <> '{}'
    group by leg order by count(*) desc, leg limit 10`,
    (row) => ({ leg: row.text("leg"), lookups: row.number("lookups") }),
  );
}

export async function listTopFailures(
  db: Database,
  workspaceId: string,
  scope: StatisticsScope,
): Promise<{ signatureId: string; tool: string; preview: string; lookups: number; lastSeen: Date }[]> {
  return executeRows(
    db,
    sql`
    with asked as (
      select signature_id, count(*) as lookups, max(evaluated_at) as last_seen from attention_records
      where ${recordsOf(workspaceId, scope)} and signature_id is not null
      group by signature_id order by count(*) desc, signature_id limit 8
    )
    select asked.signature_id, asked.lookups, asked.last_seen, signature.tool, left(signature.masked, 240) as preview
    from asked join signatures signature
      on signature.workspace_id = ${workspaceId} and signature.signature_id = asked.signature_id
    order by asked.lookups desc, asked.signature_id`,
    (row) => ({
      signatureId: row.text("signature_id"),
      tool: row.text("tool"),
      preview: row.text("preview"),
      lookups: row.number("lookups"),
      lastSeen: row.date("last_seen"),
    }),
  );
}

/** Outcomes recorded in the range; one that judges several decisions of a task counts once. */
export async function countOutcomes(
  db: Database,
  workspaceId: string,
  { readable, project, edges }: StatisticsScope,
): Promise<{ pass: number; fail: number }> {
  const within = readable === "all" ? sql`true` : sql`project_id = any(${textsOf(readable)})`;
  const rows = await executeRows(
    db,
    sql`
    select verdict, count(distinct outcome_id) as value from outcomes
    where workspace_id = ${workspaceId} and ${within}
      and ${project === null ? sql`true` : sql`project_id = ${project}`}
      and recorded_at >= ${edges[0]?.toISOString()}::timestamptz
      and recorded_at < ${edges.at(-1)?.toISOString()}::timestamptz
    group by verdict`,
    (row) => ({ verdict: row.text("verdict"), value: row.number("value") }),
  );
  const of = (verdict: string) => rows.find((row) => row.verdict === verdict)?.value ?? 0;
  return { pass: of("pass"), fail: of("fail") };
}

/**
 * Instants as an array that both drivers can send: drizzle takes from postgres.js what it needs for arrays of times. In a
 * query of its own, because texts are read as times under the session's settings, and so once a row anywhere else.
 */
export function timesOf(instants: readonly Date[]): SQL {
  return sql`(select (${textsOf(instants.map((instant) => instant.toISOString()))})::timestamptz[])`;
}

function recordsOf(workspaceId: string, { readable, project, edges }: StatisticsScope): SQL {
  const within = readable === "all" ? sql`true` : sql`project_id = any(${textsOf(readable)})`;
  return sql`workspace_id = ${workspaceId} and ${within}
    and ${project === null ? sql`true` : sql`project_id = ${project}`}
    and evaluated_at >= ${edges[0]?.toISOString()}::timestamptz
    and evaluated_at < ${edges.at(-1)?.toISOString()}::timestamptz`;
}

function countsOf(row: RawRow): LookupCounts {
  return {
    lookups: row.number("lookups"),
    tier1: row.number("tier_1"),
    tier2: row.number("tier_2"),
    tier3: row.number("tier_3"),
    none: row.number("no_tier"),
    other: row.number("other"),
    empty: row.number("empty"),
    degraded: row.number("degraded"),
    dropping: row.number("dropping"),
    injected: row.number("injected"),
    p50Ms: row.numberOrNull("p50"),
    p95Ms: row.numberOrNull("p95"),
    budgetUsed: row.number("budget_used"),
    budgetLimit: row.number("budget_limit"),
  };
}
