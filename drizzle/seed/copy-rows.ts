import { sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";

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
