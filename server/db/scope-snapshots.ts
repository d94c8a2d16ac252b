import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { and, asc, desc, eq, ne, or, sql } from "drizzle-orm";
import { scopeSnapshots } from "#drizzle/schema/schema.ts";
import {
  type PackedScopeSnapshot,
  packScopeSnapshot,
  type ScopeSnapshot,
  scopeRuleVersion,
  unpackScopeSnapshot,
} from "#server/domain/code-context/scope-snapshot.ts";
import type { Database, Transaction } from "./database.ts";

/** Which snapshot: the commit, and whether its history was whole. */
export type ScopeKey = { commit: string; isShallow: boolean };

/** Snapshots kept of one project: enough to go back a few commits, and to read history from. */
const keptSnapshots = 8;

/** What our own build wrote under a rule version is read back as that; other versions are not asked for. */
function readPacked(json: string): PackedScopeSnapshot {
  return JSON.parse(json);
}

export async function gzipScopeSnapshot(snapshot: ScopeSnapshot): Promise<Uint8Array> {
  return promisify(gzip)(JSON.stringify(packScopeSnapshot(snapshot)), { level: 4 });
}

/**
 * Writes one snapshot and forgets all but the newest of its project. What was just written stays, whatever its time says: a clock that
 * was set back would otherwise have it forgotten at once.
 */
export async function insertScopeSnapshot(tx: Transaction, row: typeof scopeSnapshots.$inferInsert): Promise<void> {
  await tx
    .insert(scopeSnapshots)
    .values(row)
    .onConflictDoUpdate({
      target: [
        scopeSnapshots.workspaceId,
        scopeSnapshots.projectId,
        scopeSnapshots.commit,
        scopeSnapshots.isShallow,
        scopeSnapshots.ruleVersion,
      ],
      set: { snapshot: row.snapshot, indexedAt: row.indexedAt },
    });
  await tx.delete(scopeSnapshots).where(
    and(
      eq(scopeSnapshots.workspaceId, row.workspaceId),
      eq(scopeSnapshots.projectId, row.projectId),
      or(
        ne(scopeSnapshots.commit, row.commit),
        ne(scopeSnapshots.isShallow, row.isShallow),
        ne(scopeSnapshots.ruleVersion, row.ruleVersion),
      ),
      sql`(${scopeSnapshots.indexedAt}, ${scopeSnapshots.commit}, not ${scopeSnapshots.isShallow}, ${scopeSnapshots.ruleVersion}) < (
        select kept.indexed_at, kept.commit, not kept.is_shallow, kept.rule_version from scope_snapshots kept
        where kept.workspace_id = ${row.workspaceId} and kept.project_id = ${row.projectId}
        order by kept.indexed_at desc, kept.commit desc, not kept.is_shallow desc, kept.rule_version desc
        offset ${keptSnapshots - 1} limit 1)`,
    ),
  );
}

/** The snapshot that was indexed last, of two in one instant the one with whole history; null for a project that was not indexed under today's rules. */
export async function newestScopeKey(
  db: Database,
  workspaceId: string,
  projectId: string,
): Promise<(ScopeKey & { indexedAt: Date }) | null> {
  const [row] = await db
    .select({
      commit: scopeSnapshots.commit,
      isShallow: scopeSnapshots.isShallow,
      indexedAt: scopeSnapshots.indexedAt,
    })
    .from(scopeSnapshots)
    .where(
      and(
        eq(scopeSnapshots.workspaceId, workspaceId),
        eq(scopeSnapshots.projectId, projectId),
        eq(scopeSnapshots.ruleVersion, scopeRuleVersion),
      ),
    )
    .orderBy(desc(scopeSnapshots.indexedAt), desc(scopeSnapshots.commit), asc(scopeSnapshots.isShallow))
    .limit(1);
  return row ?? null;
}

export async function hasScopeSnapshot(
  db: Database,
  workspaceId: string,
  projectId: string,
  key: ScopeKey,
): Promise<boolean> {
  const rows = await db
    .select({ commit: scopeSnapshots.commit })
    .from(scopeSnapshots)
    .where(of(workspaceId, projectId, key));
  return rows.length > 0;
}

export async function loadScopeSnapshot(
  db: Database,
  workspaceId: string,
  projectId: string,
  key: ScopeKey,
): Promise<ScopeSnapshot | null> {
  const [row] = await db
    .select({ snapshot: scopeSnapshots.snapshot })
    .from(scopeSnapshots)
    .where(of(workspaceId, projectId, key));
  if (!row) return null;
  return unpackScopeSnapshot(readPacked((await promisify(gunzip)(row.snapshot)).toString("utf8")));
}

function of(workspaceId: string, projectId: string, { commit, isShallow }: ScopeKey) {
  return and(
    eq(scopeSnapshots.workspaceId, workspaceId),
    eq(scopeSnapshots.projectId, projectId),
    eq(scopeSnapshots.commit, commit),
    eq(scopeSnapshots.isShallow, isShallow),
    eq(scopeSnapshots.ruleVersion, scopeRuleVersion),
  );
}

/** The newest snapshot of each project, the project indexed last first. */
export async function listScopeHeads(
  db: Database,
  workspaceId: string,
): Promise<{ projectId: string; indexedAt: Date }[]> {
  const newest = sql<Date>`max(${scopeSnapshots.indexedAt})`.mapWith(scopeSnapshots.indexedAt);
  return db
    .select({ projectId: scopeSnapshots.projectId, indexedAt: newest })
    .from(scopeSnapshots)
    .where(and(eq(scopeSnapshots.workspaceId, workspaceId), eq(scopeSnapshots.ruleVersion, scopeRuleVersion)))
    .groupBy(scopeSnapshots.projectId)
    .orderBy(desc(newest), scopeSnapshots.projectId);
}
