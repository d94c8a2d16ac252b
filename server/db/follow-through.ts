import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import type { ReadableProjects } from "./memories.ts";
import { textsOf } from "./texts-of.ts";

export type FollowedLookup = {
  workspaceId: string;
  recordId: string;
  projectId: string | null;
  sessionId: string;
  signatureId: string | null;
  evaluatedAt: Date;
};

export type FollowEvent = {
  at: Date;
  kind: "outcome" | "failure" | "run" | "edit" | "end";
  verdict: "pass" | "fail" | null;
  command: string | null;
  signatureId: string | null;
  memoryId: string | null;
  files: string[];
};

/** Events of the lookup's session after it, oldest first. What the lookup itself recorded is no later event. */
export async function listFollowEvents(db: Database, lookup: FollowedLookup, limit: number): Promise<FollowEvent[]> {
  const { workspaceId, recordId, projectId, sessionId } = lookup;
  const record = {
    workspaceId: sql`${workspaceId}`,
    recordId: sql`${recordId}`,
    projectId: sql`${projectId}::text`,
    sessionId: sql`${sessionId}`,
    at: sql`${lookup.evaluatedAt.toISOString()}::timestamptz`,
  };
  return executeRows(
    db,
    // They come from three tables and share no key: ordered by all they hold, only events that say the same can change places.
    sql`select * from (${laterEvents(record)}) as later
      order by at, kind, ordinal, memory_id collate "C", signature_id collate "C", command collate "C", verdict collate "C", files limit ${limit}`,
    (row) => ({
      at: row.date("at"),
      kind: kindOf(row.text("kind")),
      verdict: verdictOf(row.textOrNull("verdict")),
      command: row.textOrNull("command"),
      signatureId: row.textOrNull("signature_id"),
      memoryId: row.textOrNull("memory_id"),
      files: row.texts("files"),
    }),
  );
}

export type FollowCounts = {
  origin: "asked" | "injected";
  passed: number;
  failedAgain: number;
  notPassed: number;
  nothingLater: number;
};

/**
 * The follow-through of every lookup since a time that returned something, counted by the rule of `judgeFollowThrough` and
 * in one pass: a session's last event, the last sighting of each of its failures and its passes in order are gathered
 * once, and each lookup is held against them. Asking for the later events of each lookup took seconds for a month of them.
 */
export async function countFollowThrough(
  db: Database,
  workspaceId: string,
  filter: {
    readable: ReadableProjects;
    project: string | null;
    origin?: "asked" | "injected" | undefined;
    since: Date;
    passWithinMs: number;
  },
): Promise<FollowCounts[]> {
  const readable = filter.readable === "all" ? sql`true` : sql`record.project_id = any(${textsOf(filter.readable)})`;
  const since = sql`${filter.since.toISOString()}::timestamptz`;
  const nextPass = (passes: SQL) => sql`${passes}[width_bucket(record.evaluated_at, ${passes}) + 1]`;
  return executeRows(
    db,
    sql`
    with event as (
      select outcome.session_id, outcome.project_id, outcome.recorded_at as at, outcome.verdict, null::text as signature_id
      from outcomes outcome
      where outcome.workspace_id = ${workspaceId} and outcome.session_id is not null and outcome.recorded_at > ${since}
      union all
      -- A lookup's own sighting is of its own time, and so none that comes later.
      select seen.session_id, seen.project_id, seen.occurred_at, 'fail', seen.signature_id
      from occurrences seen
      where seen.workspace_id = ${workspaceId} and seen.session_id is not null and seen.occurred_at > ${since}
        and seen.source_kind = 'lookup'
      union all
      select event.session_id, event.project_id, event.occurred_at, event.verdict, event.signature_id
      from session_events event
      where event.workspace_id = ${workspaceId} and event.occurred_at > ${since} and ${isToldOnce(sql`${workspaceId}`)}
    ), summed as materialized (
      select session_id, project_id, signature_id, max(at) as last_at, array_agg(at) filter (where verdict = 'pass') as passes
      from event group by session_id, project_id, signature_id
    ), scoped as materialized (
      -- A project that is not known fits any: '' is looked up beside each project, '*' where a lookup has none.
      select summed.session_id, scope.project, summed.signature_id, summed.last_at, summed.passes
      from summed cross join lateral (values ('*'), (coalesce(summed.project_id, ''))) scope(project)
    ), passed as (
      select session_id, project, array_agg(pass.at order by pass.at) as passes
      from scoped cross join lateral unnest(scoped.passes) pass(at) group by session_id, project
    ), last as (
      select session_id, project, max(last_at) as last_at from scoped group by session_id, project
    ), heard as materialized (
      select last.session_id, last.project, last.last_at, passed.passes
      from last left join passed on passed.session_id = last.session_id and passed.project = last.project
    ), again as materialized (
      select session_id, project, signature_id, max(last_at) as last_at
      from scoped where signature_id is not null group by session_id, project, signature_id
    ), judged as (
      select record.origin,
        coalesce(greatest(heard.last_at, heard_of_none.last_at) > record.evaluated_at, false) as is_later,
        coalesce(greatest(again.last_at, again_of_none.last_at) > record.evaluated_at, false) as is_again,
        coalesce(least(${nextPass(sql`heard.passes`)}, ${nextPass(sql`heard_of_none.passes`)})
          <= record.evaluated_at + ${filter.passWithinMs} * interval '1 millisecond', false) as is_passed
      from attention_records record
      left join heard on heard.session_id = record.session_id and heard.project = coalesce(record.project_id, '*')
      left join heard heard_of_none on heard_of_none.session_id = record.session_id and heard_of_none.project = ''
        and record.project_id is not null
      left join again on again.session_id = record.session_id and again.project = coalesce(record.project_id, '*')
        and again.signature_id = record.signature_id
      left join again again_of_none on again_of_none.session_id = record.session_id and again_of_none.project = ''
        and again_of_none.signature_id = record.signature_id and record.project_id is not null
      where record.workspace_id = ${workspaceId} and record.returned_count > 0 and record.session_id is not null
        and record.evaluated_at >= ${since} and ${readable}
        and ${filter.project === null ? sql`true` : sql`record.project_id = ${filter.project}`}
        and ${filter.origin === undefined ? sql`true` : sql`record.origin = ${filter.origin}`}
    )
    select origin,
      count(*) filter (where is_later and not is_again and is_passed) as passed,
      count(*) filter (where is_later and is_again) as failed_again,
      count(*) filter (where is_later and not is_again and not is_passed) as not_passed,
      count(*) filter (where not is_later) as nothing_later
    from judged
    group by origin order by origin`,
    (row) => ({
      origin: row.text("origin") === "injected" ? ("injected" as const) : ("asked" as const),
      passed: row.number("passed"),
      failedAgain: row.number("failed_again"),
      notPassed: row.number("not_passed"),
      nothingLater: row.number("nothing_later"),
    }),
  );
}

/** The later events of one lookup. A project that is not known fits any. */
function laterEvents(record: { workspaceId: SQL; recordId: SQL; projectId: SQL; sessionId: SQL; at: SQL }): SQL {
  const sameProject = (column: SQL) =>
    sql`(${record.projectId} is null or ${column} is null or ${column} = ${record.projectId})`;
  return sql`
    select outcome.recorded_at as at, 'outcome' as kind, outcome.verdict, null::text as command,
      null::text as signature_id, outcome.memory_id, '{}'::text[] as files, 0 as ordinal
    from outcomes outcome
    where outcome.workspace_id = ${record.workspaceId} and outcome.session_id = ${record.sessionId}
      and outcome.recorded_at > ${record.at} and ${sameProject(sql`outcome.project_id`)}
    union all
    select seen.occurred_at, 'failure', 'fail', null, seen.signature_id, null, '{}'::text[], 0
    from occurrences seen
    where seen.workspace_id = ${record.workspaceId} and seen.session_id = ${record.sessionId}
      and seen.occurred_at > ${record.at} and seen.source_kind = 'lookup' and seen.source_id <> ${record.recordId}
      and ${sameProject(sql`seen.project_id`)}
    union all
    select event.occurred_at, event.kind, event.verdict, event.command, event.signature_id, null, event.files, event.ordinal
    from session_events event
    where event.workspace_id = ${record.workspaceId} and event.session_id = ${record.sessionId}
      and event.occurred_at > ${record.at} and ${sameProject(sql`event.project_id`)}
      and ${isToldOnce(record.workspaceId)}`;
}

/** The run that a lookup asked about is told again when the session is reported. */
function isToldOnce(workspaceId: SQL): SQL {
  return sql`not exists (select 1 from occurrences asked
    where asked.workspace_id = ${workspaceId} and asked.source_kind = 'lookup'
      and asked.signature_id = event.signature_id
      and asked.session_id = event.session_id
      and right(asked.request_id, length(event.event_id) + 1) = ' ' || event.event_id)`;
}

function kindOf(text: string): FollowEvent["kind"] {
  return text === "outcome" || text === "failure" || text === "run" || text === "edit" ? text : "end";
}

function verdictOf(text: string | null): FollowEvent["verdict"] {
  return text === "pass" || text === "fail" ? text : null;
}
