import { sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { recountStore } from "#server/db/failure-counts.ts";

/**
 * Copies one lookup `count` times with its record, one minute apart backwards: what a busy year leaves behind, in seconds.
 * Through the operation it would take an hour.
 */
export async function copyLookup(db: Database, recordId: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into attention_records
    select copied.* from attention_records base,
      (select n, 'att_copy' || lpad(n::text, 7, '0') as record_id from generate_series(1, ${count}::int) as n) copy,
      lateral jsonb_populate_record(base, jsonb_build_object(
      'record_id', copy.record_id, 'evaluated_at', base.evaluated_at - copy.n * interval '1 minute',
      'tier', case when copy.n % 3 = 0 then null else 1 + copy.n % 3 end,
      'duration_ms', 3 + (copy.n * 7919) % 90,
      'record', replace(base.record, base.record_id, copy.record_id))) copied
    where base.record_id = ${recordId}`);
}

/** Copies one memory `count` times, each with a text of its own, one minute apart backwards. */
export async function copyMemory(db: Database, memoryId: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into memories
    select copied.* from memories base
    join workspaces workspace on workspace.workspace_id = base.workspace_id,
      generate_series(1, ${count}::int) as n,
      lateral jsonb_populate_record(base, jsonb_build_object(
      'memory_id', 'mem_copy' || lpad(n::text, 7, '0'), 'created_at', base.created_at - n * interval '1 minute',
      'change_seq', workspace.corpus_seq + n, 'text', base.text || ' Case ' || n || '.',
      'content_hash', base.content_hash || n)) copied
    where base.memory_id = ${memoryId}`);
  await db.execute(sql`update workspaces set corpus_seq = corpus_seq + ${count}::int`);
}

/**
 * Copies one lookup that met a failure `count` times, each with its record and its sighting, evenly over `days` and the
 * given projects, backwards. Counts are made anew at the end, as after an import.
 */
export async function copySightings(
  db: Database,
  recordId: string,
  { count, days, projects }: { count: number; days: number; projects: readonly string[] },
): Promise<void> {
  const copies = sql`(select n, 'att_seen' || lpad(n::text, 7, '0') as record_id,
      -- Busy on some days and quiet on others, as builds are.
      (${days}::float * 86400 * power((n - 0.5) / ${count}::float, 1.4)) * interval '1 second' as age,
      (${sql.param([...projects])}::text[])[1 + (n / 3 + n * n) % ${projects.length}::int] as project_id
    from generate_series(1, ${count}::int) as n) copy`;
  await db.execute(sql`
    insert into projects (workspace_id, project_id, created_at)
    select workspace_id, unnest(${sql.param([...projects])}::text[]), created_at from projects limit ${projects.length}::int
    on conflict do nothing`);
  await db.execute(sql`
    insert into occurrences
    select copied.* from occurrences base, ${copies},
      lateral jsonb_populate_record(base, jsonb_build_object(
      'occurrence_id', 'occ_seen' || lpad(copy.n::text, 7, '0'), 'source_id', copy.record_id, 'request_id', null,
      'project_id', copy.project_id, 'occurred_at', base.occurred_at - copy.age)) copied
    where base.source_id = ${recordId}`);
  await db.execute(sql`
    insert into attention_records
    select copied.* from attention_records base, ${copies},
      lateral jsonb_populate_record(base, jsonb_build_object(
      'record_id', copy.record_id, 'evaluated_at', base.evaluated_at - copy.age, 'project_id', copy.project_id,
      'tier', case when copy.n % 5 = 0 then 2 else 1 end, 'duration_ms', 3 + (copy.n * 7919) % 90,
      'record', replace(base.record, base.record_id, copy.record_id))) copied
    where base.record_id = ${recordId}`);
  await recountStore(db);
}
