import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import type { ReadableProjects } from "./memories.ts";

const Days = z.record(z.string(), z.number());

export type FailureListRow = {
  signatureId: string;
  tool: string;
  name: string | null;
  preview: string;
  isFlaky: boolean;
  isNoise: boolean;
  seenCount: number;
  firstSeen: Date;
  lastSeen: Date;
  projects: string[];
  lessons: number;
  drafts: number;
  /** Sightings by UTC day (`2026-07-02`) since the day that was asked for; days without one are left out. */
  days: Map<string, number>;
};

export type FailureFilter = {
  readable: ReadableProjects;
  project?: string | undefined;
  tool?: string | undefined;
  q?: string | undefined;
  mark?: "flaky" | "noise" | "none" | undefined;
  lessons?: "with" | "without" | undefined;
  minSeen?: number | undefined;
};
export type FailureSort = "last_seen" | "seen_count" | "first_seen";
/** Where a page ended: the value that it is sorted by (a time in ISO, or a count) and the id. */
export type FailurePosition = { value: string; signatureId: string };

/** The first and the last sighting of a signature are one step into an index each. */
const sortSteps = {
  last_seen: { of: sql`max(sighting.occurred_at)`, order: sql`order by seen.occurred_at desc` },
  first_seen: { of: sql`min(sighting.occurred_at)`, order: sql`order by seen.occurred_at` },
} as const satisfies Record<Exclude<FailureSort, "seen_count">, { of: SQL; order: SQL }>;

/**
 * Failures that a readable project has seen, each head with all that it stands for. Sorted downwards, equal values by id.
 * Counts are of logs: one that shows two signatures of a head was seen once. A log counts for one signature once, so that
 * rows are told apart by their log only where several signatures were joined, which few are.
 */
export async function listFailures(
  db: Database,
  workspaceId: string,
  filter: FailureFilter & { sort: FailureSort; after?: FailurePosition | undefined; limit: number; daysSince: Date },
): Promise<FailureListRow[]> {
  const ofProject = filter.project === undefined ? sql`true` : sql`seen.project_id = ${filter.project}`;
  const isReadable = within(sql`seen.project_id`, filter.readable);
  const type = filter.sort === "seen_count" ? sql`bigint` : sql`timestamptz`;
  const counts = sql`
      select member.head_id, counted.sightings
      from members member
      join (
        select seen.signature_id, count(*) as sightings from occurrences seen
        where seen.workspace_id = ${workspaceId} and ${isReadable} and ${ofProject}
        group by seen.signature_id
      ) counted on counted.signature_id = member.signature_id
      where not member.is_joined
      union all
      select log.head_id, count(*) from (
        select distinct member.head_id, sighting.source_id
        from members member
        cross join lateral (
          select seen.source_id from occurrences seen
          where seen.workspace_id = ${workspaceId} and seen.signature_id = member.signature_id and ${isReadable} and ${ofProject}
          offset 0
        ) sighting
        where member.is_joined
      ) log
      group by log.head_id`;
  const sums =
    filter.sort === "seen_count"
      ? sql`select head_id, sightings as sorted_by from (${counts}) counts`
      : sql`
      select member.head_id, ${sortSteps[filter.sort].of} as sorted_by
      from members member
      cross join lateral (
        select seen.occurred_at from occurrences seen
        where seen.workspace_id = ${workspaceId} and seen.signature_id = member.signature_id and ${isReadable} and ${ofProject}
        ${sortSteps[filter.sort].order} limit 1
      ) sighting
      group by member.head_id`;
  const lessonsOf = (isDraft: boolean) => sql`
    (select count(distinct memory.memory_id) from signatures member
      join memory_signatures link on link.workspace_id = member.workspace_id and link.signature_id = member.signature_id
      join memories memory on memory.workspace_id = link.workspace_id and memory.memory_id = link.memory_id
      where member.workspace_id = ${workspaceId} and member.head_id = head.signature_id
        and memory.deleted_at is null and memory.is_draft = ${isDraft}
        and not exists (select 1 from supersessions old where old.workspace_id = memory.workspace_id and old.memory_id = memory.memory_id)
        and ${within(sql`memory.project_id`, filter.readable)})`;
  const isTaught = sql`exists (select 1 from signatures member
      join memory_signatures link on link.workspace_id = member.workspace_id and link.signature_id = member.signature_id
      join memories memory on memory.workspace_id = link.workspace_id and memory.memory_id = link.memory_id
      where member.workspace_id = ${workspaceId} and member.head_id = head.signature_id
        and memory.deleted_at is null and not memory.is_draft
        and not exists (select 1 from supersessions old where old.workspace_id = memory.workspace_id and old.memory_id = memory.memory_id)
        and ${within(sql`memory.project_id`, filter.readable)})`;
  const text = filter.q?.trim();
  const conditions = [
    filter.tool === undefined ? sql`true` : sql`head.tool = ${filter.tool}`,
    text
      ? sql`(strpos(lower(head.masked), ${text.toLowerCase()}) > 0 or strpos(lower(coalesce(head.name, '')), ${text.toLowerCase()}) > 0
          or exists (select 1 from signatures member where member.workspace_id = ${workspaceId}
            and member.head_id = head.signature_id and starts_with(member.signature_id, ${text})))`
      : sql`true`,
    filter.mark === undefined
      ? sql`true`
      : { flaky: sql`head.is_flaky`, noise: sql`head.is_noise`, none: sql`not head.is_flaky and not head.is_noise` }[
          filter.mark
        ],
    filter.lessons === undefined ? sql`true` : filter.lessons === "with" ? isTaught : sql`not ${isTaught}`,
    filter.minSeen === undefined
      ? sql`true`
      : filter.sort === "seen_count"
        ? sql`sums.sorted_by >= ${filter.minSeen}`
        : sql`sums.head_id in (select head_id from (${counts}) counts where counts.sightings >= ${filter.minSeen})`,
    filter.after === undefined
      ? sql`true`
      : sql`(sums.sorted_by, sums.head_id) < (${filter.after.value}::${type}, ${filter.after.signatureId})`,
  ];
  return executeRows(
    db,
    sql`
    -- Only the page's own rows are counted: what all others need is the value that they are sorted by.
    with members as materialized (
      select signature_id, head_id, count(*) over (partition by head_id) > 1 as is_joined
      from signatures where workspace_id = ${workspaceId}
    ), sums as (${sums}
    ), page as materialized (
      select sums.head_id, sums.sorted_by
      from sums join signatures head on head.workspace_id = ${workspaceId} and head.signature_id = sums.head_id
      where ${sql.join(conditions, sql` and `)}
      order by sums.sorted_by desc, sums.head_id desc
      limit ${filter.limit}
    ), logs as (
      select page.head_id, seen.project_id, seen.occurred_at
      from page join members member on member.head_id = page.head_id
      join occurrences seen on seen.workspace_id = ${workspaceId} and seen.signature_id = member.signature_id
      where not member.is_joined and ${isReadable}
      union all
      select page.head_id, min(seen.project_id), min(seen.occurred_at)
      from page join members member on member.head_id = page.head_id
      join occurrences seen on seen.workspace_id = ${workspaceId} and seen.signature_id = member.signature_id
      where member.is_joined and ${isReadable}
      group by page.head_id, seen.source_id
    ), seen as materialized (
      select head_id, project_id, (occurred_at at time zone 'UTC')::date as day, count(*) as sightings,
        min(occurred_at) as first_seen, max(occurred_at) as last_seen
      from logs group by head_id, project_id, day
    ), counted as (
      select head_id, sum(sightings) filter (where ${ofProject}) as seen_count,
        min(first_seen) filter (where ${ofProject}) as first_seen, max(last_seen) filter (where ${ofProject}) as last_seen,
        coalesce(json_agg(distinct project_id) filter (where project_id is not null), '[]'::json)::text as projects
      from seen group by head_id
    ), days as (
      select head_id, json_object_agg(to_char(day, 'YYYY-MM-DD'), sightings)::text as days
      from (
        select head_id, day, sum(sightings) as sightings from seen
        where day >= ${filter.daysSince.toISOString().slice(0, 10)}::date and ${ofProject}
        group by head_id, day
      ) daily
      group by head_id
    )
    select head.signature_id, head.tool, head.name, left(head.masked, 240) as preview, head.is_flaky, head.is_noise,
      counted.seen_count, counted.first_seen, counted.last_seen, counted.projects, coalesce(days.days, '{}') as days,
      ${lessonsOf(false)} as lessons, ${lessonsOf(true)} as drafts
    from page join signatures head on head.workspace_id = ${workspaceId} and head.signature_id = page.head_id
    join counted on counted.head_id = page.head_id
    left join days on days.head_id = page.head_id
    order by page.sorted_by desc, page.head_id desc`,
    (row) => {
      const projects: unknown = JSON.parse(row.text("projects"));
      return {
        signatureId: row.text("signature_id"),
        tool: row.text("tool"),
        name: row.textOrNull("name"),
        preview: row.text("preview"),
        isFlaky: row.flag("is_flaky"),
        isNoise: row.flag("is_noise"),
        seenCount: row.number("seen_count"),
        firstSeen: row.date("first_seen"),
        lastSeen: row.date("last_seen"),
        projects: Array.isArray(projects) ? projects.map(String).sort() : [],
        lessons: row.number("lessons"),
        drafts: row.number("drafts"),
        days: new Map(Object.entries(Days.parse(JSON.parse(row.text("days"))))),
      };
    },
  );
}

/** Sightings of each head by UTC day and project since a moment, the newest day first. */
export async function listFailureDays(
  db: Database,
  workspaceId: string,
  headIds: readonly string[],
  readable: ReadableProjects,
  options: { since: Date | null; project?: string | undefined; limit: number },
): Promise<{ headId: string; day: string; project: string | null; count: number }[]> {
  if (headIds.length === 0) return [];
  return executeRows(
    db,
    sql`
    select member.head_id, to_char(seen.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, seen.project_id,
      count(distinct seen.source_id) as seen_count
    from signatures member
    join occurrences seen on seen.workspace_id = member.workspace_id and seen.signature_id = member.signature_id
    where member.workspace_id = ${workspaceId} and member.head_id = any(${sql.param([...headIds])}::text[])
      and ${within(sql`seen.project_id`, readable)}
      and ${options.project === undefined ? sql`true` : sql`seen.project_id = ${options.project}`}
      and ${options.since === null ? sql`true` : sql`seen.occurred_at >= ${options.since.toISOString()}::timestamptz`}
    group by member.head_id, day, seen.project_id
    order by day desc, member.head_id, seen.project_id
    limit ${options.limit}`,
    (row) => ({
      headId: row.text("head_id"),
      day: row.text("day"),
      project: row.textOrNull("project_id"),
      count: row.number("seen_count"),
    }),
  );
}

/** Lookups whose first failure each head was, and how many of them tier 1 answered. */
export async function countFirstTier(
  db: Database,
  workspaceId: string,
  headIds: readonly string[],
  readable: ReadableProjects,
): Promise<Map<string, { lookups: number; hits: number }>> {
  if (headIds.length === 0) return new Map();
  const rows = await executeRows(
    db,
    sql`
    select member.head_id, count(*) as lookups, count(*) filter (where attention.tier = 1) as hits
    from signatures member
    join attention_records attention
      on attention.workspace_id = member.workspace_id and attention.signature_id = member.signature_id
    where member.workspace_id = ${workspaceId} and member.head_id = any(${sql.param([...headIds])}::text[])
      and ${within(sql`attention.project_id`, readable)}
    group by member.head_id`,
    (row) => ({ headId: row.text("head_id"), lookups: row.number("lookups"), hits: row.number("hits") }),
  );
  return new Map(rows.map(({ headId, ...counts }) => [headId, counts]));
}

export type GroupMemberRow = {
  signatureId: string;
  version: string;
  masked: string;
  because: "rules_changed" | "merged" | "split_undone" | null;
  changeId: string | null;
  seenCount: number;
};

/** Everything that a head stands for, itself first, then the newest; each with the link that led it here. */
export async function listMembers(
  db: Database,
  workspaceId: string,
  headId: string,
  readable: ReadableProjects,
): Promise<GroupMemberRow[]> {
  return executeRows(
    db,
    sql`
    select member.signature_id, member.version, left(member.masked, 240) as masked, link.reason, link.change_id,
      (select count(distinct seen.source_id) from occurrences seen
        where seen.workspace_id = member.workspace_id and seen.signature_id = member.signature_id
          and ${within(sql`seen.project_id`, readable)}) as seen_count
    from signatures member
    left join lateral (
      select alias.reason, alias.change_id from signature_aliases alias
      where alias.workspace_id = member.workspace_id and alias.alias_id = member.signature_id
      order by (alias.reason = 'rules_changed'), alias.created_at desc, alias.change_id
      limit 1
    ) link on true
    where member.workspace_id = ${workspaceId} and member.head_id = ${headId}
    order by (member.signature_id <> ${headId}), member.created_at desc, member.signature_id
    limit 200`,
    (row) => {
      const reason = row.textOrNull("reason");
      return {
        signatureId: row.text("signature_id"),
        version: row.text("version"),
        masked: row.text("masked"),
        because: reason === "rules_changed" || reason === "merged" || reason === "split_undone" ? reason : null,
        changeId: row.textOrNull("change_id") || null,
        seenCount: row.number("seen_count"),
      };
    },
  );
}

/** Masked texts of the heads seen last, the given tool's first: what a failure is compared with. */
export async function listComparable(
  db: Database,
  workspaceId: string,
  options: { tool: string; without: string; readable: ReadableProjects; limit: number },
): Promise<{ signatureId: string; tool: string; name: string | null; masked: string }[]> {
  return executeRows(
    db,
    sql`
    select head.signature_id, head.tool, head.name, head.masked
    from (
      select member.head_id, max(newest.occurred_at) as last_seen
      from signatures member
      cross join lateral (
        select seen.occurred_at from occurrences seen
        where seen.workspace_id = member.workspace_id and seen.signature_id = member.signature_id
          and ${within(sql`seen.project_id`, options.readable)}
        order by seen.occurred_at desc
        limit 1
      ) newest
      where member.workspace_id = ${workspaceId}
      group by member.head_id
    ) sums
    join signatures head on head.workspace_id = ${workspaceId} and head.signature_id = sums.head_id
    where head.signature_id <> ${options.without}
    order by (head.tool <> ${options.tool}), sums.last_seen desc, head.signature_id
    limit ${options.limit}`,
    (row) => ({
      signatureId: row.text("signature_id"),
      tool: row.text("tool"),
      name: row.textOrNull("name"),
      masked: row.text("masked"),
    }),
  );
}

/** Tools of the failures and projects that have seen some, by name. */
export async function listFailureFacets(
  db: Database,
  workspaceId: string,
  readable: ReadableProjects,
): Promise<{ tools: string[]; projects: string[] }> {
  // A key of some projects learns of no tool of the others.
  const seenWithin =
    readable === "all"
      ? sql`true`
      : sql`exists (select 1 from signatures member
          join occurrences seen on seen.workspace_id = member.workspace_id and seen.signature_id = member.signature_id
          where member.workspace_id = ${workspaceId} and member.head_id = head.signature_id
            and ${within(sql`seen.project_id`, readable)})`;
  const tools = await executeRows(
    db,
    sql`select distinct head.tool from signatures head where head.workspace_id = ${workspaceId} and ${seenWithin}
      order by head.tool limit 200`,
    (row) => row.text("tool"),
  );
  const projects = await executeRows(
    db,
    sql`select project_id from projects where workspace_id = ${workspaceId} and ${within(sql`project_id`, readable)} order by project_id limit 500`,
    (row) => row.text("project_id"),
  );
  return { tools, projects };
}

/** How many heads were seen after a moment, counted up to 1,000 sightings. */
export async function countSeenSince(
  db: Database,
  workspaceId: string,
  filter: { readable: ReadableProjects; since: Date; project?: string | undefined; tool?: string | undefined },
): Promise<number> {
  const [row] = await executeRows(
    db,
    sql`
    select count(distinct recent.head_id) as heads from (
      select member.head_id from occurrences seen
      join signatures member on member.workspace_id = seen.workspace_id and member.signature_id = seen.signature_id
      join signatures head on head.workspace_id = member.workspace_id and head.signature_id = member.head_id
      where seen.workspace_id = ${workspaceId} and seen.occurred_at > ${filter.since.toISOString()}::timestamptz
        and ${within(sql`seen.project_id`, filter.readable)}
        and ${filter.project === undefined ? sql`true` : sql`seen.project_id = ${filter.project}`}
        and ${filter.tool === undefined ? sql`true` : sql`head.tool = ${filter.tool}`}
      limit 1000
    ) recent`,
    (found) => found.number("heads"),
  );
  return row ?? 0;
}

function within(column: SQL, readable: ReadableProjects): SQL {
  return readable === "all" ? sql`true` : sql`${column} = any(${sql.param([...readable])}::text[])`;
}
