import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { graphSnapshots, parsedBlobs } from "#drizzle/schema/schema.ts";
import type { CodeGraphSnapshot } from "#server/domain/code-graph/code-graph-snapshot.ts";
import type { ParsedBlob } from "#server/domain/code-graph/parsed-blob.ts";
import { chunkRows } from "./chunk-rows.ts";
import type { Database, Transaction } from "./database.ts";

/** What our own build wrote under a rule version is read back as that; other versions are not asked for. */
function readSnapshot(json: string): CodeGraphSnapshot {
  return JSON.parse(json);
}

function readParsedBlob(json: string): ParsedBlob {
  return JSON.parse(json);
}

export async function packSnapshot(snapshot: CodeGraphSnapshot): Promise<Uint8Array> {
  return promisify(gzip)(JSON.stringify(snapshot));
}

export async function insertSnapshot(tx: Transaction, row: typeof graphSnapshots.$inferInsert): Promise<void> {
  await tx
    .insert(graphSnapshots)
    .values(row)
    .onConflictDoUpdate({
      target: [graphSnapshots.workspaceId, graphSnapshots.projectId, graphSnapshots.commit, graphSnapshots.ruleVersion],
      set: { snapshot: row.snapshot, fileCount: row.fileCount, indexedAt: row.indexedAt },
    });
}

/** The commit that was indexed last, by project; projects without a graph are absent. */
export async function listGraphHeads(
  db: Database,
  workspaceId: string,
  ruleVersion: number,
): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinctOn([graphSnapshots.projectId], {
      projectId: graphSnapshots.projectId,
      commit: graphSnapshots.commit,
    })
    .from(graphSnapshots)
    .where(and(eq(graphSnapshots.workspaceId, workspaceId), eq(graphSnapshots.ruleVersion, ruleVersion)))
    .orderBy(graphSnapshots.projectId, desc(graphSnapshots.indexedAt), desc(graphSnapshots.commit));
  return new Map(rows.map((row) => [row.projectId, row.commit]));
}

export async function loadSnapshot(
  db: Database,
  workspaceId: string,
  projectId: string,
  commit: string,
  ruleVersion: number,
): Promise<CodeGraphSnapshot | null> {
  const [row] = await db
    .select({ snapshot: graphSnapshots.snapshot })
    .from(graphSnapshots)
    .where(
      and(
        eq(graphSnapshots.workspaceId, workspaceId),
        eq(graphSnapshots.projectId, projectId),
        eq(graphSnapshots.commit, commit),
        eq(graphSnapshots.ruleVersion, ruleVersion),
      ),
    );
  return row ? readSnapshot((await promisify(gunzip)(row.snapshot)).toString("utf8")) : null;
}

export async function readParsedBlobs(
  db: Database,
  workspaceId: string,
  keys: readonly string[],
): Promise<Map<string, ParsedBlob>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ parseKey: parsedBlobs.parseKey, parsed: parsedBlobs.parsed })
    .from(parsedBlobs)
    .where(and(eq(parsedBlobs.workspaceId, workspaceId), inArray(parsedBlobs.parseKey, [...keys])));
  return new Map(rows.map((row) => [row.parseKey, readParsedBlob(row.parsed)]));
}

export async function writeParsedBlobs(
  db: Database,
  workspaceId: string,
  entries: readonly { key: string; parsed: ParsedBlob }[],
): Promise<void> {
  const rows = entries.map(({ key, parsed }) => ({ workspaceId, parseKey: key, parsed: JSON.stringify(parsed) }));
  for (const batch of chunkRows(rows, 3)) {
    await db
      .insert(parsedBlobs)
      .values(batch)
      .onConflictDoUpdate({
        target: [parsedBlobs.workspaceId, parsedBlobs.parseKey],
        set: { parsed: sql`excluded.parsed` },
      });
  }
}
