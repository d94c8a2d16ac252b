import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import type { ReadableProjects } from "./memories.ts";

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

/** The follow-through of every lookup since a time that returned something, counted by the rule of `judgeFollowThrough`. */
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
  const readable =
    filter.readable === "all" ? sql`true` : sql`record.project_id = any(${sql.param([...filter.readable])}::text[])`;
  const record = {
    workspaceId: sql`${workspaceId}`,
    recordId: sql`record.record_id`,
    projectId: sql`record.project_id`,
    sessionId: sql`record.session_id`,
    at: sql`record.evaluated_at`,
  };
  return executeRows(
    db,
    sql`
    select origin,
      count(*) filter (where later > 0 and again = 0 and passes > 0) as passed,
      count(*) filter (where later > 0 and again > 0) as failed_again,
      count(*) filter (where later > 0 and again = 0 and passes = 0) as not_passed,
      count(*) filter (where later = 0) as nothing_later
    from (
      select record.origin, seen.later, seen.again, seen.passes
      from attention_records record
      cross join lateral (
        select count(*) as later,
          count(*) filter (where later.verdict = 'pass'
            and later.at <= record.evaluated_at + ${filter.passWithinMs} * interval '1 millisecond') as passes,
          count(*) filter (where later.signature_id = record.signature_id) as again
        from (${laterEvents(record)}) as later
      ) as seen
      where record.workspace_id = ${workspaceId} and record.returned_count > 0 and record.session_id is not null
        and record.evaluated_at >= ${filter.since.toISOString()}::timestamptz and ${readable}
        and ${filter.project === null ? sql`true` : sql`record.project_id = ${filter.project}`}
        and ${filter.origin === undefined ? sql`true` : sql`record.origin = ${filter.origin}`}
    ) as judged
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

/** The one definition of a later event, for one lookup and for all of them. A project that is not known fits any. */
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
      -- The run that a lookup asked about is told again when the session is reported.
      and not exists (select 1 from occurrences asked
        where asked.workspace_id = ${record.workspaceId} and asked.source_kind = 'lookup'
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
