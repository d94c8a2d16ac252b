import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { miscountedHeads } from "./failure-counts.ts";
import { textsOf } from "./texts-of.ts";

/** What breaks an invariant: how many rows, and the ids of the first few. */
export type Breach = { count: number; examples: string[] };

/** Ids shown of each breach. */
export const mostExamples = 10;

/** Tables whose rows a person counts, in the order in which they are shown. */
export const countedTables = [
  "projects",
  "sessions",
  "memories",
  "supersessions",
  "signatures",
  "occurrences",
  "attention_records",
  "outcomes",
  "labels",
  "reference_documents",
  "reference_chunks",
  "skills",
  "policies",
  "calibrations",
  "graph_snapshots",
  "vectors",
] as const;

export async function countRows(
  db: Database,
  workspaceId: string,
): Promise<Record<(typeof countedTables)[number], number>> {
  const counts = { ...noRows };
  for (const table of countedTables) {
    const rows = await executeRows(
      db,
      sql`select count(*) as count from ${sql.identifier(table)} where workspace_id = ${workspaceId}`,
      (row) => row.number("count"),
    );
    counts[table] = rows[0] ?? 0;
  }
  return counts;
}

/** Memories that answer, and what keeps the others from it. */
export async function countMemories(
  db: Database,
  workspaceId: string,
): Promise<{ active: number; superseded: number; drafts: number; deleted: number }> {
  const [counts] = await executeRows(
    db,
    sql`select
      count(*) filter (where deleted_at is null and not is_draft and link.memory_id is null) as active,
      count(*) filter (where deleted_at is null and not is_draft and link.memory_id is not null) as superseded,
      count(*) filter (where deleted_at is null and is_draft) as drafts,
      count(*) filter (where deleted_at is not null) as deleted
      from memories memory left join supersessions link
        on link.workspace_id = memory.workspace_id and link.memory_id = memory.memory_id
      where memory.workspace_id = ${workspaceId}`,
    (row) => ({
      active: row.number("active"),
      superseded: row.number("superseded"),
      drafts: row.number("drafts"),
      deleted: row.number("deleted"),
    }),
  );
  return counts ?? { active: 0, superseded: 0, drafts: 0, deleted: 0 };
}

/** Memories whose chain of successors leads back to them. Linear in the number of links. */
export async function findCycles(db: Database, workspaceId: string): Promise<Breach> {
  const links = await executeRows(
    db,
    sql`select memory_id, successor_id from supersessions
      where workspace_id = ${workspaceId} and successor_id is not null order by memory_id collate "C"`,
    (row) => [row.text("memory_id"), row.text("successor_id")] as const,
  );
  const successorOf = new Map(links);
  const seenFrom = new Map<string, string>();
  const inCycle: string[] = [];
  for (const [start] of links) {
    let at: string | undefined = start;
    while (at !== undefined && !seenFrom.has(at)) {
      seenFrom.set(at, start);
      at = successorOf.get(at);
    }
    if (at === undefined || seenFrom.get(at) !== start) continue;
    // The walk met its own steps: everything from there on round again is the cycle.
    for (let member: string | undefined = at; member !== undefined; ) {
      inCycle.push(member);
      const next: string | undefined = successorOf.get(member);
      member = next === at ? undefined : next;
    }
  }
  return { count: inCycle.length, examples: inCycle.sort().slice(0, mostExamples) };
}

/** Links whose memory or successor is not in the store. */
export function findDanglingLinks(db: Database, workspaceId: string): Promise<Breach> {
  return breachOf(
    db,
    sql`select link.memory_id as id from supersessions link where link.workspace_id = ${workspaceId} and (
      not exists (select 1 from memories m where m.workspace_id = link.workspace_id and m.memory_id = link.memory_id)
      or link.successor_id is not null and not exists (
        select 1 from memories m where m.workspace_id = link.workspace_id and m.memory_id = link.successor_id))`,
  );
}

/** Records of lookups that returned a memory after it had been superseded or deleted. */
export function findStaleAnswers(db: Database, workspaceId: string): Promise<Breach> {
  return breachOf(
    db,
    sql`select distinct surfaced.record_id as id
      from attention_memories surfaced
      join attention_records record
        on record.workspace_id = surfaced.workspace_id and record.record_id = surfaced.record_id
      join memories memory on memory.workspace_id = surfaced.workspace_id and memory.memory_id = surfaced.memory_id
      left join supersessions link on link.workspace_id = surfaced.workspace_id and link.memory_id = surfaced.memory_id
      where surfaced.workspace_id = ${workspaceId} and surfaced.was_returned
        and (link.created_at < record.evaluated_at or memory.deleted_at < record.evaluated_at)`,
  );
}

/** Sightings of a failure that the store does not know. */
export function findLostSignatures(db: Database, workspaceId: string): Promise<Breach> {
  return breachOf(
    db,
    sql`select distinct signature_id as id from (
        select signature_id from occurrences where workspace_id = ${workspaceId}
        union all select signature_id from memory_signatures where workspace_id = ${workspaceId}) seen
      where not exists (select 1 from signatures known
        where known.workspace_id = ${workspaceId} and known.signature_id = seen.signature_id)`,
  );
}

/** Lookups that carried a failure and left no occurrence of it: counts would be too low. */
export function findUncountedLookups(db: Database, workspaceId: string): Promise<Breach> {
  return breachOf(
    db,
    sql`select record.record_id as id from attention_records record
      where record.workspace_id = ${workspaceId} and record.signature_id is not null
        and not exists (select 1 from occurrences seen where seen.workspace_id = record.workspace_id
          and seen.source_id = record.record_id and seen.source_kind = 'lookup')`,
  );
}

/** Failures whose kept counts differ from what a recount of their sightings and lookups says. */
export function findMiscounted(db: Database, workspaceId: string): Promise<Breach> {
  return breachOf(db, miscountedHeads(workspaceId));
}

/** Memories that are linked to a failure and are not there. */
export function findLostMemories(db: Database, workspaceId: string): Promise<Breach> {
  return breachOf(
    db,
    sql`select distinct link.memory_id as id from memory_signatures link
      where link.workspace_id = ${workspaceId} and not exists (select 1 from memories m
        where m.workspace_id = link.workspace_id and m.memory_id = link.memory_id)`,
  );
}

/** Superseded ids, page by page in byte order. */
export async function listSupersededIds(
  db: Database,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  return executeRows(
    db,
    sql`select memory_id as id from supersessions
      where workspace_id = ${workspaceId} and memory_id collate "C" > ${after}
      order by memory_id collate "C" limit ${limit}`,
    (row) => row.text("id"),
  );
}

/** Which of these ids are superseded. */
export async function filterSuperseded(db: Database, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return executeRows(
    db,
    sql`select memory_id as id from supersessions where workspace_id = ${workspaceId}
      and memory_id = any(${textsOf(ids)}) order by memory_id collate "C"`,
    (row) => row.text("id"),
  );
}

/** Kept records, page by page in byte order of their ids. */
export async function listRecordTexts(
  db: Database,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ recordId: string; record: string }[]> {
  return executeRows(
    db,
    sql`select record_id, record from attention_records
      where workspace_id = ${workspaceId} and record_id collate "C" > ${after}
      order by record_id collate "C" limit ${limit}`,
    (row) => ({ recordId: row.text("record_id"), record: row.text("record") }),
  );
}

async function breachOf(db: Database, broken: ReturnType<typeof sql>): Promise<Breach> {
  const [breach] = await executeRows(
    db,
    sql`with broken as (${broken})
      select (select count(*) from broken) as count,
        array(select id from broken order by id collate "C" limit ${mostExamples}) as examples`,
    (row) => ({ count: row.number("count"), examples: row.texts("examples") }),
  );
  return breach ?? { count: 0, examples: [] };
}

const noRows: Record<(typeof countedTables)[number], number> = {
  projects: 0,
  sessions: 0,
  memories: 0,
  supersessions: 0,
  signatures: 0,
  occurrences: 0,
  attention_records: 0,
  outcomes: 0,
  labels: 0,
  reference_documents: 0,
  reference_chunks: 0,
  skills: 0,
  policies: 0,
  calibrations: 0,
  graph_snapshots: 0,
  vectors: 0,
};
