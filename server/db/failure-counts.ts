import { is, SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { textsOf } from "./texts-of.ts";

/**
 * What the lists of failures are sorted by (`failure_counts`, `failure_days`), kept as sightings and records come and go.
 * Counting takes a shared lock on the signatures that it counts for, and joining, parting and purging an exclusive one on
 * all that they recount: so no sighting is counted for a head that no longer stands for it, and none is missed by a recount.
 */

/** The project that stands for all of them, sightings without a project too. */
export const allProjects = "";

const seenAt = sql`entry.seen_at`;
const hits = sql`entry.hits`;

type Sighting = { signatureId: string; sourceId: string };

/**
 * Adds sightings that were just inserted, of signatures that the transaction holds (`storeSignatures`). A log that its head
 * has counted already, by another signature, adds nothing.
 */
export async function addSightings(tx: Transaction, workspaceId: string, added: readonly Sighting[]): Promise<void> {
  if (added.length === 0) return;
  await tx.execute(sql`
    with added as materialized (
      select signature_id, source_id
      from unnest(${textsOf(added.map((one) => one.signatureId))}, ${textsOf(added.map((one) => one.sourceId))}) as one(signature_id, source_id)
    ), logs as materialized (
      select member.head_id, min(seen.project_id) as project_id, min(seen.occurred_at) as seen_at
      from added
      join occurrences seen on seen.workspace_id = ${workspaceId} and seen.source_id = added.source_id
        and seen.signature_id = added.signature_id
      join signatures member on member.workspace_id = ${workspaceId} and member.signature_id = added.signature_id
      where not exists (
        select 1 from occurrences other
        join signatures kin on kin.workspace_id = other.workspace_id and kin.signature_id = other.signature_id
        where other.workspace_id = ${workspaceId} and other.source_id = added.source_id and kin.head_id = member.head_id
          and (other.signature_id, other.source_id) not in (select signature_id, source_id from added))
      group by member.head_id, added.source_id
    ), scoped as materialized (${scopesOf(sql`logs`, seenAt)}
    ), counted as (
      -- In one order everywhere, so that two logs that share failures never wait for each other in a circle.
      insert into failure_counts as kept
        (workspace_id, head_id, project_id, seen_count, first_seen, last_seen, lookups, tier1_hits)
      select ${workspaceId}, head_id, project_id, count(*), min(seen_at), max(seen_at), 0, 0
      from scoped group by head_id, project_id order by head_id, project_id
      on conflict (workspace_id, head_id, project_id) do update set seen_count = kept.seen_count + excluded.seen_count,
        first_seen = least(kept.first_seen, excluded.first_seen), last_seen = greatest(kept.last_seen, excluded.last_seen)
    )
    insert into failure_days as kept (workspace_id, head_id, project_id, day, seen_count)
    select ${workspaceId}, head_id, project_id, ${dayOf(sql`seen_at`)} as day, count(*)
    from scoped group by head_id, project_id, day order by head_id, project_id, day
    on conflict (workspace_id, head_id, project_id, day) do update set seen_count = kept.seen_count + excluded.seen_count`);
}

export type CountedLookup = { signatureId: string; projectId: string | null; tier: number | null };

/** Adds the record of a lookup that was just inserted. */
export async function addLookup(tx: Transaction, workspaceId: string, lookup: CountedLookup): Promise<void> {
  await tx.execute(sql`
    with head as materialized (
      select head_id, ${lookup.projectId}::text as project_id from signatures
      where workspace_id = ${workspaceId} and signature_id = ${lookup.signatureId} for share
    )
    insert into failure_counts as kept (workspace_id, head_id, project_id, seen_count, lookups, tier1_hits)
    select ${workspaceId}, head_id, project_id, 0, 1, ${lookup.tier === 1 ? 1 : 0}::int
    from (${scopesOf(sql`head`, sql`1`)}) scoped order by head_id, project_id
    on conflict (workspace_id, head_id, project_id) do update
      set lookups = kept.lookups + 1, tier1_hits = kept.tier1_hits + excluded.tier1_hits`);
}

/** Takes off records that were just deleted. */
export async function subtractLookups(
  tx: Transaction,
  workspaceId: string,
  gone: readonly CountedLookup[],
): Promise<void> {
  if (gone.length === 0) return;
  const ids = [...new Set(gone.map(({ signatureId }) => signatureId))];
  await tx.execute(sql`
    select 1 from signatures where workspace_id = ${workspaceId} and signature_id = any(${textsOf(ids)})
    order by signature_id for share`);
  await tx.execute(sql`
    with gone as (
      select signature_id, nullif(project_id, '') as project_id, hits
      from unnest(${textsOf(gone.map(({ signatureId }) => signatureId))}, ${textsOf(gone.map(({ projectId }) => projectId ?? ""))},
        ${textsOf(gone.map(({ tier }) => (tier === 1 ? "1" : "0")))}::int[]) as one(signature_id, project_id, hits)
    ), logs as materialized (
      select member.head_id, gone.project_id, gone.hits from gone
      join signatures member on member.workspace_id = ${workspaceId} and member.signature_id = gone.signature_id
    ), fewer as materialized (
      select head_id, project_id, count(*)::int as lookups, sum(hits)::int as hits
      from (${scopesOf(sql`logs`, hits)}) scoped group by head_id, project_id
    ), locked as materialized (
      select kept.head_id, kept.project_id, fewer.lookups, fewer.hits
      from failure_counts kept join fewer on fewer.head_id = kept.head_id and fewer.project_id = kept.project_id
      where kept.workspace_id = ${workspaceId} order by kept.head_id, kept.project_id for update of kept
    )
    update failure_counts kept set lookups = kept.lookups - locked.lookups, tier1_hits = kept.tier1_hits - locked.hits
    from locked
    where kept.workspace_id = ${workspaceId} and kept.head_id = locked.head_id and kept.project_id = locked.project_id`);
  await tx.execute(sql`
    delete from failure_counts kept using signatures member
    where member.workspace_id = ${workspaceId} and member.signature_id = any(${textsOf(ids)})
      and kept.workspace_id = ${workspaceId} and kept.head_id = member.head_id and kept.seen_count = 0 and kept.lookups = 0`);
}

/**
 * Locks signatures (by id, or as a query names them) and all that their heads stand for, and answers those heads: what must be counted anew once the caller
 * has joined, parted or removed some of them. The caller holds the workspace's row.
 */
export async function lockHeads(
  tx: Transaction,
  workspaceId: string,
  signatures: readonly string[] | SQL,
): Promise<string[]> {
  const signatureIds = is(signatures, SQL) ? signatures : sql`select unnest(${textsOf(signatures)})`;
  // Arrays, so that each step is made once and the next goes along its index, whatever the planner knows of the tables.
  return executeRows(
    tx,
    sql`
    with locked as materialized (
      select signature_id, head_id from signatures
      where workspace_id = ${workspaceId} and head_id = any(array(
        select distinct asked.head_id from signatures asked
        where asked.workspace_id = ${workspaceId} and asked.signature_id = any(array(${signatureIds}))))
      order by signature_id for update
    )
    select distinct head_id from locked order by head_id`,
    (row) => row.text("head_id"),
  );
}

/** Counts these heads anew, or every one of the workspace. */
export async function recountFailures(
  tx: Transaction | Database,
  workspaceId: string,
  headIds: readonly string[] | "all",
): Promise<void> {
  if (headIds !== "all" && headIds.length === 0) return;
  const ofHeads = headIds === "all" ? sql`true` : sql`head_id = any(${textsOf(headIds)})`;
  await tx.execute(sql`delete from failure_counts where workspace_id = ${workspaceId} and ${ofHeads}`);
  await tx.execute(sql`delete from failure_days where workspace_id = ${workspaceId} and ${ofHeads}`);
  await tx.execute(sql`
    insert into failure_counts
      (workspace_id, head_id, project_id, seen_count, first_seen, last_seen, lookups, tier1_hits)
    select ${workspaceId}, recount.* from (${countsOf(workspaceId, headIds)}) recount`);
  await tx.execute(sql`
    insert into failure_days (workspace_id, head_id, project_id, day, seen_count)
    select ${workspaceId}, recount.* from (${daysOf(workspaceId, headIds)}) recount`);
}

/** Counts every workspace of the store anew: after a dump was loaded, which may be one that was read out of a damaged store. */
export async function recountStore(tx: Transaction | Database): Promise<void> {
  for (const workspaceId of await workspaceIds(tx)) await recountFailures(tx, workspaceId, "all");
}

/** How many heads of the store have counts that differ from a recount; 0 where the store is of a time before there were any. */
export async function countMiscounted(db: Database): Promise<number> {
  const [hasCounts] = await executeRows(
    db,
    sql`select to_regclass('public.failure_counts') is not null and to_regclass('public.failure_days') is not null as has_counts`,
    (row) => row.flag("has_counts"),
  );
  if (hasCounts !== true) return 0;
  let miscounted = 0;
  for (const workspaceId of await workspaceIds(db)) {
    const heads = await executeRows(db, miscountedHeads(workspaceId), (row) => row.text("id"));
    miscounted += heads.length;
  }
  return miscounted;
}

async function workspaceIds(db: Database): Promise<string[]> {
  return executeRows(db, sql`select workspace_id from workspaces order by workspace_id`, (row) =>
    row.text("workspace_id"),
  );
}

/** The heads whose counts differ from what a recount says. */
export function miscountedHeads(workspaceId: string): SQL {
  const kept = sql`select head_id, project_id, seen_count, first_seen, last_seen, lookups, tier1_hits
    from failure_counts where workspace_id = ${workspaceId}`;
  const keptDays = sql`select head_id, project_id, day, seen_count from failure_days where workspace_id = ${workspaceId}`;
  const differing = (one: SQL, other: SQL) => sql`
    select head_id from ((${one}) except (${other})) more union select head_id from ((${other}) except (${one})) fewer`;
  return sql`select distinct head_id as id from (
    ${differing(kept, countsOf(workspaceId, "all"))} union ${differing(keptDays, daysOf(workspaceId, "all"))}) differing`;
}

/** What `failure_counts` holds when it is right, column by column. */
function countsOf(workspaceId: string, headIds: readonly string[] | "all"): SQL {
  const asked = sql`
    select member.head_id, record.project_id, (record.tier = 1)::int as hits
    from signatures member
    join attention_records record on record.workspace_id = member.workspace_id and record.signature_id = member.signature_id
    where member.workspace_id = ${workspaceId} and ${membersOf(headIds)}`;
  return sql`
    select head_id, project_id, sum(sightings)::int as seen_count, min(first_seen) as first_seen, max(last_seen) as last_seen,
      sum(lookups)::int as lookups, sum(hits)::int as tier1_hits
    from (
      select head_id, project_id, count(*) as sightings, min(seen_at) as first_seen, max(seen_at) as last_seen,
        0 as lookups, 0 as hits
      from (${scopesOf(sql`(${logsOf(workspaceId, headIds)})`, seenAt)}) seen group by head_id, project_id
      union all
      select head_id, project_id, 0, null, null, count(*), coalesce(sum(hits), 0)
      from (${scopesOf(sql`(${asked})`, hits)}) asked group by head_id, project_id
    ) counted
    group by head_id, project_id`;
}

function daysOf(workspaceId: string, headIds: readonly string[] | "all"): SQL {
  return sql`
    select head_id, project_id, ${dayOf(sql`seen_at`)} as day, count(*)::int as seen_count
    from (${scopesOf(sql`(${logsOf(workspaceId, headIds)})`, seenAt)}) seen group by head_id, project_id, day`;
}

/** The logs that each head was seen in, each once. A log has one project and one time. */
function logsOf(workspaceId: string, headIds: readonly string[] | "all"): SQL {
  return sql`
    select member.head_id, min(seen.project_id) as project_id, min(seen.occurred_at) as seen_at
    from signatures member
    join occurrences seen on seen.workspace_id = member.workspace_id and seen.signature_id = member.signature_id
    where member.workspace_id = ${workspaceId} and ${membersOf(headIds)}
    group by member.head_id, seen.source_id`;
}

function membersOf(headIds: readonly string[] | "all"): SQL {
  return headIds === "all" ? sql`true` : sql`member.head_id = any(${textsOf(headIds)})`;
}

/** Each row under its project, where it has one, and under the one that stands for all. */
function scopesOf(rows: SQL, more: SQL): SQL {
  return sql`select entry.head_id, scope.project_id, ${more} from ${rows} entry
    cross join lateral (values (${allProjects}), (entry.project_id)) scope(project_id) where scope.project_id is not null`;
}

function dayOf(time: SQL): SQL {
  return sql`(${time} at time zone 'UTC')::date`;
}
