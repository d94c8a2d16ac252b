import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { occurrences, signatureExamples, signatures } from "#drizzle/schema/schema.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { addSightings } from "./failure-counts.ts";
import type { ReadableProjects } from "./memories.ts";
import { textsOf } from "./texts-of.ts";

export type SignatureRow = typeof signatures.$inferSelect;
export type NewOccurrence = typeof occurrences.$inferInsert;
/** A signature as it is first seen; what is derived starts at its own. */
export type NewSignature = Omit<typeof signatures.$inferInsert, "exampleId" | "readUnder" | "headId">;

/**
 * Keeps the first form and the first example of each signature; an example that was removed is filled again. The log is
 * written only where something is new, and ids go in byte order, so that two lookups that share failures never wait for each other in a circle.
 * Afterwards the transaction holds every one of them: none is purged, merged or split before it ends.
 */
export async function storeSignatures(
  tx: Transaction,
  workspaceId: string,
  seen: readonly NewSignature[],
  example: { text: string; at: Date },
): Promise<void> {
  if (seen.length === 0) return;
  // Those that are there before those that are new: whoever waits for one of the latter holds all of the former.
  const known = await tx
    .select({ signatureId: signatures.signatureId, exampleId: signatures.exampleId })
    .from(signatures)
    .where(
      and(
        eq(signatures.workspaceId, workspaceId),
        inArray(
          signatures.signatureId,
          seen.map(({ signatureId }) => signatureId),
        ),
      ),
    )
    .orderBy(signatures.signatureId)
    .for("no key update");
  const complete = new Set(known.flatMap(({ signatureId, exampleId }) => (exampleId === null ? [] : [signatureId])));
  const missing = seen
    .filter(({ signatureId }) => !complete.has(signatureId))
    .toSorted((a, b) => (a.signatureId < b.signatureId ? -1 : 1));
  if (missing.length === 0) return;
  const exampleId = example.text === "" ? null : sha256Hex(example.text);
  if (exampleId !== null) {
    await tx
      .insert(signatureExamples)
      .values({ workspaceId, exampleId, text: example.text, createdAt: example.at })
      .onConflictDoNothing();
  }
  await tx
    .insert(signatures)
    .values(missing.map((one) => ({ ...one, exampleId, readUnder: one.version, headId: one.signatureId })))
    .onConflictDoUpdate({
      target: [signatures.workspaceId, signatures.signatureId],
      set: { exampleId: sql`excluded.example_id` },
      setWhere: isNull(signatures.exampleId),
    });
}

export type Standing = Pick<
  SignatureRow,
  "signatureId" | "headId" | "name" | "isFlaky" | "isNoise" | "isCarried" | "version" | "tool"
>;

/** What stands for each of these signatures; one that was never seen is left out. */
export async function readStandings(
  db: Database | Transaction,
  workspaceId: string,
  signatureIds: readonly string[],
): Promise<Map<string, Standing>> {
  if (signatureIds.length === 0) return new Map();
  const rows = await db
    .select({
      signatureId: signatures.signatureId,
      headId: signatures.headId,
      name: signatures.name,
      isFlaky: signatures.isFlaky,
      isNoise: signatures.isNoise,
      isCarried: signatures.isCarried,
      version: signatures.version,
      tool: signatures.tool,
    })
    .from(signatures)
    .where(and(eq(signatures.workspaceId, workspaceId), inArray(signatures.signatureId, [...signatureIds])));
  return new Map(rows.map((row) => [row.signatureId, row]));
}

/** Which of these versions of the rules still have signatures that no newer id stands for: a lookup must try those too. */
export async function listStandingVersions(
  db: Database,
  workspaceId: string,
  versions: readonly string[],
): Promise<string[]> {
  if (versions.length === 0) return [];
  return executeRows(
    db,
    sql`
    select asked.version from unnest(${textsOf(versions)}) as asked(version)
    where exists (
      select 1 from signatures signature where signature.workspace_id = ${workspaceId}
        and signature.version = asked.version and not signature.is_carried)`,
    (row) => row.text("version"),
  );
}

/** Tier 1: the memories that each signature leads to, by itself or by what it was joined with; active or not, which `readActive` decides. */
export async function listMemoriesOfSignatures(
  db: Database,
  workspaceId: string,
  signatureIds: readonly string[],
): Promise<{ signatureId: string; memoryId: string }[]> {
  if (signatureIds.length === 0) return [];
  return executeRows(
    db,
    sql`
    select distinct asked.signature_id, link.memory_id
    from signatures asked
    join signatures member on member.workspace_id = asked.workspace_id and member.head_id = asked.head_id
    join memory_signatures link
      on link.workspace_id = member.workspace_id and link.signature_id = member.signature_id
    where asked.workspace_id = ${workspaceId} and asked.signature_id = any(${textsOf(signatureIds)})
    order by asked.signature_id, link.memory_id`,
    (row) => ({ signatureId: row.text("signature_id"), memoryId: row.text("memory_id") }),
  );
}

/** At most one per signature and request id: a repeated id adds nothing. In byte order, as `storeSignatures`. */
export async function insertOccurrences(
  tx: Transaction,
  workspaceId: string,
  seen: readonly Omit<NewOccurrence, "workspaceId">[],
): Promise<void> {
  if (seen.length === 0) return;
  const ordered = seen.toSorted((a, b) => (a.signatureId < b.signatureId ? -1 : 1));
  const added = await tx
    .insert(occurrences)
    .values(ordered.map((one) => ({ ...one, workspaceId })))
    .onConflictDoNothing()
    .returning({ signatureId: occurrences.signatureId, sourceId: occurrences.sourceId });
  await addSightings(tx, workspaceId, added);
}

export type Sightings = {
  seenCount: number;
  firstSeen: Date | null;
  lastSeen: Date | null;
  lastSeenBefore: Date | null;
};

/**
 * Counts sightings in readable projects, of each asked signature and of all that it was joined with; a log that shows two
 * of them was one sighting. `also` names further signatures of the same failure, where older rules called it otherwise.
 * `excludingSource` is the sighting that asks: it counts, but is not the one before. Read from the kept counts, so that
 * the ten-thousandth sighting costs what the first one did; only what rules of two versions name apart is counted log by log.
 */
export async function countSightings(
  db: Database | Transaction,
  workspaceId: string,
  signatureIds: readonly string[],
  readable: ReadableProjects,
  options: { excludingSource?: string; also?: ReadonlyMap<string, string> } = {},
): Promise<Map<string, Sightings>> {
  if (signatureIds.length === 0) return new Map();
  const asked = signatureIds.flatMap((id) => {
    const other = options.also?.get(id);
    return other === undefined ? [[id, id] as const] : [[id, id] as const, [id, other] as const];
  });
  const rows = await executeRows(
    db,
    sql`
    with asked as (
      select key, id from unnest(${textsOf(asked.map(([key]) => key))}, ${textsOf(asked.map(([, id]) => id))})
        as pair(key, id)
    ), heads as materialized (
      select asked.key, array_agg(distinct own.head_id) as ids
      from asked join signatures own on own.workspace_id = ${workspaceId} and own.signature_id = asked.id
      group by asked.key
    )
    select heads.key, counted.*, (
        select max(newest.occurred_at)
        from signatures member cross join lateral (
          select seen.occurred_at from occurrences seen
          where seen.workspace_id = ${workspaceId} and seen.signature_id = member.signature_id
            and ${readableRows(readable)} and seen.source_id is distinct from ${options.excludingSource ?? null}
          order by seen.occurred_at desc, seen.occurrence_id desc limit 1
        ) newest
        where member.workspace_id = ${workspaceId} and member.head_id = any(heads.ids)
      ) as last_seen_before
    from heads cross join lateral (
      select sum(kept.seen_count)::int as seen_count, min(kept.first_seen) as first_seen, max(kept.last_seen) as last_seen
      from failure_counts kept
      where cardinality(heads.ids) = 1 and kept.workspace_id = ${workspaceId} and kept.head_id = heads.ids[1]
        and ${readable === "all" ? sql`kept.project_id = ''` : sql`kept.project_id = any(${textsOf(readable)})`}
        and kept.seen_count > 0
      having count(*) > 0
      union all
      select count(distinct seen.source_id)::int, min(seen.occurred_at), max(seen.occurred_at)
      from signatures member
      join occurrences seen on seen.workspace_id = ${workspaceId} and seen.signature_id = member.signature_id
      where cardinality(heads.ids) > 1 and member.workspace_id = ${workspaceId} and member.head_id = any(heads.ids)
        and ${readableRows(readable)}
      having count(*) > 0
    ) counted`,
    (row) => ({
      key: row.text("key"),
      seenCount: row.number("seen_count"),
      firstSeen: row.dateOrNull("first_seen"),
      lastSeen: row.dateOrNull("last_seen"),
      lastSeenBefore: row.dateOrNull("last_seen_before"),
    }),
  );
  return new Map(rows.map(({ key, ...sightings }) => [key, sightings]));
}

/** For a query that calls `occurrences` by the name `seen`. */
function readableRows(readable: ReadableProjects): SQL {
  return readable === "all" ? sql`true` : sql`seen.project_id = any(${textsOf(readable)})`;
}

export async function findSignature(
  db: Database | Transaction,
  workspaceId: string,
  signatureId: string,
): Promise<SignatureRow | null> {
  const [row] = await db
    .select()
    .from(signatures)
    .where(and(eq(signatures.workspaceId, workspaceId), eq(signatures.signatureId, signatureId)));
  return row ?? null;
}

/** Logs that showed a head or what it stands for, each once, newest first; read of each signature from its index. */
export async function listOccurrences(
  db: Database,
  workspaceId: string,
  headId: string,
  readable: ReadableProjects,
  limit: number,
): Promise<
  {
    at: Date;
    projectId: string | null;
    sourceKind: "lookup" | "memory";
    sourceId: string;
    signatureId: string;
    occurrenceId: string;
  }[]
> {
  return executeRows(
    db,
    sql`
    select distinct on (newest.occurred_at, newest.source_id) newest.* from signatures member
    cross join lateral (
      select seen.signature_id, seen.occurrence_id, seen.project_id, seen.source_kind, seen.source_id, seen.occurred_at
      from occurrences seen
      where seen.workspace_id = ${workspaceId} and seen.signature_id = member.signature_id and ${readableRows(readable)}
      order by seen.occurred_at desc, seen.occurrence_id desc limit ${limit}
    ) newest
    where member.workspace_id = ${workspaceId} and member.head_id = ${headId}
    order by newest.occurred_at desc, newest.source_id desc, newest.occurrence_id limit ${limit}`,
    (row) => ({
      at: row.date("occurred_at"),
      projectId: row.textOrNull("project_id"),
      sourceKind: row.text("source_kind") === "memory" ? "memory" : "lookup",
      sourceId: row.text("source_id"),
      signatureId: row.text("signature_id"),
      occurrenceId: row.text("occurrence_id"),
    }),
  );
}

/** Lessons that tier 1 finds through a head. Superseded ones stay in the list and say so. */
export async function listLessonsOfSignature(
  db: Database,
  workspaceId: string,
  headId: string,
  readable: ReadableProjects,
): Promise<
  { memoryId: string; preview: string; projectId: string; isDraft: boolean; isSuperseded: boolean; createdAt: Date }[]
> {
  const readableRows = readable === "all" ? sql`true` : sql`memory.project_id = any(${textsOf(readable)})`;
  return executeRows(
    db,
    sql`
    select memory.memory_id, left(memory.text, 240) as preview, memory.project_id, memory.is_draft, memory.created_at,
      exists (select 1 from supersessions old where old.workspace_id = memory.workspace_id
        and old.memory_id = memory.memory_id) as is_superseded
    from memories memory
    where memory.workspace_id = ${workspaceId} and memory.deleted_at is null and ${readableRows}
      and memory.memory_id in (
        select link.memory_id from memory_signatures link
        join signatures member on member.workspace_id = link.workspace_id and member.signature_id = link.signature_id
        where link.workspace_id = ${workspaceId} and member.head_id = ${headId})
    order by memory.created_at desc, memory.memory_id desc
    limit 100`,
    (row) => ({
      memoryId: row.text("memory_id"),
      preview: row.text("preview"),
      projectId: row.text("project_id"),
      isDraft: row.flag("is_draft"),
      isSuperseded: row.flag("is_superseded"),
      createdAt: row.date("created_at"),
    }),
  );
}

/** Removes the log of every signature that only this memory is linked to: it came with the memory. */
export async function clearExamplesOf(tx: Transaction, workspaceId: string, memoryId: string): Promise<void> {
  const own = sql`${signatures.signatureId} in (
    select own.signature_id from memory_signatures own
    where own.workspace_id = ${workspaceId} and own.memory_id = ${memoryId})`;
  // In byte order, as `storeSignatures` takes them.
  await tx
    .select({ signatureId: signatures.signatureId })
    .from(signatures)
    .where(and(eq(signatures.workspaceId, workspaceId), own))
    .orderBy(signatures.signatureId)
    .for("no key update");
  const cleared = await tx
    .update(signatures)
    .set({ exampleId: null })
    .where(
      and(
        eq(signatures.workspaceId, workspaceId),
        own,
        sql`${signatures.signatureId} not in (
          select other.signature_id from memory_signatures other
          where other.workspace_id = ${workspaceId} and other.memory_id <> ${memoryId})`,
      ),
    )
    .returning({ signatureId: signatures.signatureId });
  if (cleared.length > 0) await dropUnusedExamples(tx, workspaceId);
}

type Met = { workspaceId: string; projectId: string; sessionId: string | null };

/**
 * The signatures, by id, whose log may have come from a project, or from one session of it: they were met there, or were
 * computed from the same log as one that was. Which of all that met a failure brought its log is not kept. In two steps,
 * each along an index or in one pass: in one statement the planner of a store without statistics asks for every signature
 * of every signature anew, which took minutes for a few hundred.
 */
export async function listExamplesMet(tx: Transaction, { workspaceId, projectId, sessionId }: Met): Promise<string[]> {
  const own = sql`workspace_id = ${workspaceId} and project_id = ${projectId}
    and ${sessionId === null ? sql`true` : sql`session_id = ${sessionId}`}`;
  const examples = await executeRows(
    tx,
    sql`
    select distinct example_id from signatures
    where workspace_id = ${workspaceId} and example_id is not null and signature_id = any(array(
      select signature_id from occurrences where ${own}
      union select own_id from occurrences where ${own}
      union select signature_id from session_events where ${own} and signature_id is not null))`,
    (row) => row.text("example_id"),
  );
  return executeRows(
    tx,
    sql`select signature_id from signatures where workspace_id = ${workspaceId} and example_id = any(${textsOf(examples)})`,
    (row) => row.text("signature_id"),
  );
}

/** Removes the logs of these signatures, which the caller holds. Whoever meets the failure next fills one again. */
export async function clearExamplesMet(tx: Transaction, met: Met): Promise<void> {
  const ids = await listExamplesMet(tx, met);
  await tx.execute(sql`
    update signatures set example_id = null
    where workspace_id = ${met.workspaceId} and signature_id = any(${textsOf(ids)})`);
}

/** Removes logs that no signature was computed from any more. */
export async function dropUnusedExamples(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.delete(signatureExamples).where(
    and(
      eq(signatureExamples.workspaceId, workspaceId),
      sql`not exists (select 1 from signatures kept where kept.workspace_id = ${workspaceId}
        and kept.example_id = ${signatureExamples.exampleId})`,
    ),
  );
}

export async function readExample(
  db: Database | Transaction,
  workspaceId: string,
  exampleId: string | null,
): Promise<string | null> {
  if (exampleId === null) return null;
  const [row] = await db
    .select({ text: signatureExamples.text })
    .from(signatureExamples)
    .where(and(eq(signatureExamples.workspaceId, workspaceId), eq(signatureExamples.exampleId, exampleId)));
  return row?.text ?? null;
}
