import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { allProjects } from "./failure-counts.ts";
import type { ReadableProjects } from "./memories.ts";
import { textsOf } from "./texts-of.ts";

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

const sortColumns = {
  last_seen: { column: sql`counts.last_seen`, type: sql`timestamptz` },
  first_seen: { column: sql`counts.first_seen`, type: sql`timestamptz` },
  seen_count: { column: sql`counts.seen_count`, type: sql`bigint` },
} as const satisfies Record<FailureSort, { column: SQL; type: SQL }>;

/**
 * Failures that a readable project has seen, each head with all that it stands for. Sorted downwards, equal values by id.
 * Counts are of logs: one that shows two signatures of a head was seen once. Read from the index of the kept counts, so
 * that a page costs what it shows; only a key of several projects, but not of all, has them summed up first.
 */
export async function listFailures(
  db: Database,
  workspaceId: string,
  filter: FailureFilter & { sort: FailureSort; after?: FailurePosition | undefined; limit: number; daysSince: Date },
): Promise<FailureListRow[]> {
  const { column, type } = sortColumns[filter.sort];
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
    filter.minSeen === undefined ? sql`true` : sql`counts.seen_count >= ${filter.minSeen}::int`,
    filter.after === undefined
      ? sql`true`
      : sql`(${column}, counts.head_id) < (${filter.after.value}::${type}, ${filter.after.signatureId})`,
  ];
  return executeRows(
    db,
    sql`
    with page as materialized (
      select counts.head_id, counts.seen_count, counts.first_seen, counts.last_seen, ${column} as sorted_by
      from ${keptCounts(workspaceId, filter)} counts
      join signatures head on head.workspace_id = ${workspaceId} and head.signature_id = counts.head_id
      where ${sql.join(conditions, sql` and `)}
      order by ${column} desc, counts.head_id desc
      limit ${filter.limit}
    )
    select page.head_id as signature_id, head.tool, head.name, left(head.masked, 240) as preview, head.is_flaky, head.is_noise,
      page.seen_count, page.first_seen, page.last_seen,
      array(select counts.project_id from failure_counts counts
        where counts.workspace_id = ${workspaceId} and counts.head_id = page.head_id and counts.project_id <> ${allProjects}
          and counts.seen_count > 0 and ${within(sql`counts.project_id`, filter.readable)}
        order by counts.project_id) as projects,
      (select coalesce(json_object_agg(daily.day, daily.sightings), '{}')::text from (
        select to_char(counts.day, 'YYYY-MM-DD') as day, sum(counts.seen_count) as sightings from failure_days counts
        where counts.workspace_id = ${workspaceId} and counts.head_id = page.head_id
          and ${inScope(sql`counts.project_id`, filter)}
          and counts.day >= ${filter.daysSince.toISOString().slice(0, 10)}::date
        group by counts.day) daily) as days,
      ${lessonsOf(false)} as lessons, ${lessonsOf(true)} as drafts
    from page join signatures head on head.workspace_id = ${workspaceId} and head.signature_id = page.head_id
    order by page.sorted_by desc, page.head_id desc`,
    (row) => ({
      signatureId: row.text("signature_id"),
      tool: row.text("tool"),
      name: row.textOrNull("name"),
      preview: row.text("preview"),
      isFlaky: row.flag("is_flaky"),
      isNoise: row.flag("is_noise"),
      seenCount: row.number("seen_count"),
      firstSeen: row.date("first_seen"),
      lastSeen: row.date("last_seen"),
      projects: row.texts("projects"),
      lessons: row.number("lessons"),
      drafts: row.number("drafts"),
      days: new Map(Object.entries(Days.parse(JSON.parse(row.text("days"))))),
    }),
  );
}

/** Sightings of a head by UTC day and project, the newest day first. What was seen in no project comes last of its day. */
export async function listFailureDays(
  db: Database,
  workspaceId: string,
  headId: string,
  readable: ReadableProjects,
  limit: number,
): Promise<{ day: string; project: string | null; count: number }[]> {
  // All sightings less those of projects are those of none, which only a key of all projects may see.
  const withoutProject =
    readable === "all"
      ? sql`
        union all
        select day, null, sum(case when project_id = ${allProjects} then seen_count else -seen_count end)
        from failure_days where workspace_id = ${workspaceId} and head_id = ${headId}
        group by day having sum(case when project_id = ${allProjects} then seen_count else -seen_count end) > 0`
      : sql``;
  return executeRows(
    db,
    sql`
    select to_char(day, 'YYYY-MM-DD') as day, project_id, seen_count from (
      select day, project_id, seen_count from failure_days
      where workspace_id = ${workspaceId} and head_id = ${headId} and project_id <> ${allProjects}
        and ${within(sql`project_id`, readable)}
      ${withoutProject}
    ) daily
    order by daily.day desc, project_id nulls last
    limit ${limit}`,
    (row) => ({ day: row.text("day"), project: row.textOrNull("project_id"), count: row.number("seen_count") }),
  );
}

/** Kept records of lookups whose first failure each head was, and how many of them tier 1 answered. */
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
    select head_id, sum(lookups) as lookups, sum(tier1_hits) as hits from failure_counts
    where workspace_id = ${workspaceId} and head_id = any(${textsOf(headIds)})
      and ${inScope(sql`project_id`, { readable })} and lookups > 0
    group by head_id`,
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
      -- What stands for itself alone is counted already; of the members of a group each is counted here.
      case when not exists (select 1 from signatures kin where kin.workspace_id = member.workspace_id
          and kin.head_id = member.head_id and kin.signature_id <> member.signature_id)
        then (select coalesce(sum(counts.seen_count), 0) from failure_counts counts
          where counts.workspace_id = member.workspace_id and counts.head_id = member.head_id
            and ${inScope(sql`counts.project_id`, { readable })})
        else (select count(distinct seen.source_id) from occurrences seen
          where seen.workspace_id = member.workspace_id and seen.signature_id = member.signature_id
            and ${within(sql`seen.project_id`, readable)})
      end as seen_count
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
    from ${keptCounts(workspaceId, options)} sums
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
      : sql`exists (select 1 from failure_counts counts
          where counts.workspace_id = ${workspaceId} and counts.head_id = head.head_id and counts.seen_count > 0
            and ${inScope(sql`counts.project_id`, { readable })})`;
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
  return readable === "all" ? sql`true` : sql`${column} = any(${textsOf(readable)})`;
}

/** Rows of \`failure_counts\` that stand for what may be read: those of one project, or of all together. */
function inScope(projectId: SQL, { readable, project }: Pick<FailureFilter, "readable" | "project">): SQL {
  if (project !== undefined) {
    return readable === "all" || readable.has(project) ? sql`${projectId} = ${project}` : sql`false`;
  }
  return readable === "all" ? sql`${projectId} = ${allProjects}` : within(projectId, readable);
}

/** One row of counts for each head that a readable project has seen. */
export function keptCounts(workspaceId: string, filter: Pick<FailureFilter, "readable" | "project">): SQL {
  const kept = sql`from failure_counts
    where workspace_id = ${workspaceId} and ${inScope(sql`project_id`, filter)} and seen_count > 0`;
  const isOneRow = filter.project !== undefined || filter.readable === "all" || filter.readable.size < 2;
  return isOneRow
    ? sql`(select head_id, seen_count, first_seen, last_seen ${kept})`
    : sql`(select head_id, sum(seen_count)::int as seen_count, min(first_seen) as first_seen, max(last_seen) as last_seen
        ${kept} group by head_id)`;
}
