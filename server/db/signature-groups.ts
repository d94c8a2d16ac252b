import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import {
  memorySignatures,
  occurrences,
  signatureAliases,
  signatureChanges,
  signatures,
} from "#drizzle/schema/schema.ts";
import { type SettledGroup, settleGroup } from "#server/domain/signature-groups/settle-group.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { lockHeads, recountFailures } from "./failure-counts.ts";
import { textsOf } from "./texts-of.ts";

type Alias = typeof signatureAliases.$inferInsert;

/** The change id of a link that a change of rules made: a signature has one of those at most. */
const byRules = "";

export async function insertAlias(tx: Transaction, alias: Alias): Promise<void> {
  await tx.insert(signatureAliases).values(alias).onConflictDoNothing();
}

/** Leads a signature to the id that its example has under the current rules; an earlier such link is replaced. */
export async function replaceRulesAlias(
  tx: Transaction,
  alias: Pick<Alias, "workspaceId" | "aliasId" | "signatureId" | "createdAt">,
): Promise<void> {
  await tx
    .insert(signatureAliases)
    .values({ ...alias, reason: "rules_changed", changeId: byRules })
    .onConflictDoUpdate({
      target: [signatureAliases.workspaceId, signatureAliases.aliasId, signatureAliases.changeId],
      set: { signatureId: alias.signatureId, createdAt: alias.createdAt },
    });
}

/** The ends of the links that a change made. */
export async function deleteAliasesOf(
  tx: Transaction,
  workspaceId: string,
  changeId: string,
): Promise<{ aliasId: string; signatureId: string }[]> {
  return tx
    .delete(signatureAliases)
    .where(and(eq(signatureAliases.workspaceId, workspaceId), eq(signatureAliases.changeId, changeId)))
    .returning({ aliasId: signatureAliases.aliasId, signatureId: signatureAliases.signatureId });
}

/**
 * Derives anew which signature stands for which, what was said about it and how often it was seen, in every group that
 * holds one of `seeds`.
 * The caller holds the workspace's row (`nextChangeSeq`), so no link appears between the reading and the writing.
 */
export async function settleSignatures(
  tx: Transaction,
  workspaceId: string,
  seeds: readonly string[],
  versions: readonly string[],
): Promise<void> {
  const groups: string[][] = [];
  const settled = new Set<string>();
  for (const seed of seeds) {
    if (settled.has(seed)) continue;
    const ids = await idsJoinedWith(tx, workspaceId, seed);
    for (const id of ids) settled.add(id);
    groups.push(ids);
  }
  if (settled.size === 0) return;
  const variants = await listVariantsOf(tx, workspaceId, [...settled]);
  const touched = [...new Set([...settled, ...variants])];
  const stood = await lockHeads(tx, workspaceId, touched);
  for (const ids of groups) {
    const group = await readGroup(tx, workspaceId, ids);
    if (group.members.length === 0) continue;
    await writeGroup(
      tx,
      workspaceId,
      group.members.map(({ id }) => id),
      settleGroup({ ...group, versions }),
    );
  }
  await returnToOwn(tx, workspaceId, [...settled]);
  await recountFailures(tx, workspaceId, [...new Set([...stood, ...touched])]);
}

/** The variants that hold sightings or lessons which the own words of their logs give to one of these signatures. */
async function listVariantsOf(tx: Transaction, workspaceId: string, ownIds: readonly string[]): Promise<string[]> {
  return executeRows(tx, sql`select distinct variant_id from (${takenOut(workspaceId, ownIds)}) away`, (row) =>
    row.text("variant_id"),
  );
}

/**
 * Gives back what a split took out of a signature that no longer counts with the one that was split: sorted while both
 * were merged, it belongs to its own signature again once they are parted.
 */
async function returnToOwn(tx: Transaction, workspaceId: string, ownIds: readonly string[]): Promise<void> {
  const strays = await executeRows(
    tx,
    sql`
    with recursive away as materialized (${takenOut(workspaceId, ownIds)}), origin(own_id, variant_id, id) as (
      select own_id, variant_id, variant_id from away
      union
      select origin.own_id, origin.variant_id, variant.variant_of from origin
      join signatures variant on variant.workspace_id = ${workspaceId} and variant.signature_id = origin.id
      where variant.variant_of is not null
    )
    select away.own_id, away.variant_id from away
    join signatures own on own.workspace_id = ${workspaceId} and own.signature_id = away.own_id
    where not exists (
      select 1 from origin
      join signatures split on split.workspace_id = ${workspaceId} and split.signature_id = origin.id
      where origin.own_id = away.own_id and origin.variant_id = away.variant_id and split.head_id = own.head_id)`,
    (row) => ({ ownId: row.text("own_id"), variantId: row.text("variant_id") }),
  );
  for (const { ownId, variantId } of strays) {
    for (const table of [occurrences, memorySignatures]) {
      await tx
        .update(table)
        .set({ signatureId: ownId })
        .where(and(eq(table.workspaceId, workspaceId), eq(table.ownId, ownId), eq(table.signatureId, variantId)));
    }
  }
}

function takenOut(workspaceId: string, ownIds: readonly string[]): SQL {
  const away = sql`where workspace_id = ${workspaceId} and own_id = any(${textsOf(ownIds)}) and signature_id <> own_id`;
  return sql`
    select own_id, signature_id as variant_id from occurrences ${away}
    union select own_id, signature_id from memory_signatures ${away}`;
}

async function idsJoinedWith(tx: Database | Transaction, workspaceId: string, seed: string): Promise<string[]> {
  return executeRows(
    tx,
    sql`
    with recursive related(id) as (
      select ${seed}::text collate "C"
      union
      select neighbour.id from related
      join lateral (
        select alias.signature_id as id from signature_aliases alias
        where alias.workspace_id = ${workspaceId} and alias.alias_id = related.id
        union all
        select alias.alias_id from signature_aliases alias
        where alias.workspace_id = ${workspaceId} and alias.signature_id = related.id
      ) neighbour on true
    )
    select id from related order by id`,
    (row) => row.text("id"),
  );
}

async function readGroup(tx: Transaction, workspaceId: string, ids: readonly string[]) {
  const members = await tx
    .select({ id: signatures.signatureId, version: signatures.version, createdAt: signatures.createdAt })
    .from(signatures)
    .where(and(eq(signatures.workspaceId, workspaceId), inArray(signatures.signatureId, [...ids])));
  const links = await tx
    .select({
      aliasId: signatureAliases.aliasId,
      signatureId: signatureAliases.signatureId,
      reason: signatureAliases.reason,
    })
    .from(signatureAliases)
    .where(and(eq(signatureAliases.workspaceId, workspaceId), inArray(signatureAliases.aliasId, [...ids])));
  const changes = await tx
    .select({
      id: signatureChanges.changeId,
      kind: signatureChanges.kind,
      signatureId: signatureChanges.signatureId,
      value: signatureChanges.value,
      madeAt: signatureChanges.madeAt,
    })
    .from(signatureChanges)
    .where(
      and(
        eq(signatureChanges.workspaceId, workspaceId),
        inArray(signatureChanges.signatureId, [...ids]),
        isNull(signatureChanges.undoneAt),
      ),
    );
  return { members, links, changes };
}

async function writeGroup(
  tx: Transaction,
  workspaceId: string,
  ids: readonly string[],
  { headId, name, isFlaky, isNoise }: SettledGroup,
): Promise<void> {
  await tx
    .update(signatures)
    .set({ headId, name, isFlaky, isNoise })
    .where(
      and(
        eq(signatures.workspaceId, workspaceId),
        inArray(signatures.signatureId, [...ids]),
        sql`(${signatures.headId}, coalesce(${signatures.name}, ''), ${signatures.isFlaky}, ${signatures.isNoise})
          is distinct from (${headId}::text, coalesce(${name}::text, ''), ${isFlaky}::boolean, ${isNoise}::boolean)`,
      ),
    );
}

export type RecomputableSignature = {
  signatureId: string;
  version: string;
  signatureKey: string | null;
  exampleId: string;
};

/** Signatures whose example was last read under other rules than the current ones, by id; a variant's id follows from its split. */
export async function listToRecompute(
  db: Database,
  workspaceId: string,
  currentVersion: string,
  limit: number,
): Promise<RecomputableSignature[]> {
  const rows = await db
    .select({
      signatureId: signatures.signatureId,
      version: signatures.version,
      signatureKey: signatures.signatureKey,
      exampleId: signatures.exampleId,
    })
    .from(signatures)
    .where(
      and(
        eq(signatures.workspaceId, workspaceId),
        ne(signatures.readUnder, currentVersion),
        isNull(signatures.variantOf),
        isNotNull(signatures.exampleId),
      ),
    )
    .orderBy(signatures.readUnder, signatures.signatureId)
    .limit(limit);
  return rows.flatMap(({ exampleId, ...row }) => (exampleId === null ? [] : [{ ...row, exampleId }]));
}

/** Marks a signature as read under the current rules. False when another process did so meanwhile. */
export async function markRecomputed(
  tx: Transaction,
  key: { workspaceId: string; signatureId: string },
  read: { currentVersion: string; isCarried: boolean },
): Promise<boolean> {
  const rows = await tx
    .update(signatures)
    .set({ readUnder: read.currentVersion, isCarried: read.isCarried })
    .where(
      and(
        eq(signatures.workspaceId, key.workspaceId),
        eq(signatures.signatureId, key.signatureId),
        ne(signatures.readUnder, read.currentVersion),
      ),
    )
    .returning({ signatureId: signatures.signatureId });
  return rows.length === 1;
}
