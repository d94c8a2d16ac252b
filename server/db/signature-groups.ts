import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { signatureAliases, signatureChanges, signatures } from "#drizzle/schema/schema.ts";
import { type SettledGroup, settleGroup } from "#server/domain/signature-groups/settle-group.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { lockHeads, recountFailures } from "./failure-counts.ts";

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
  const stood = await lockHeads(tx, workspaceId, [...settled]);
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
  await recountFailures(tx, workspaceId, [...new Set([...stood, ...settled])]);
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
