import { type SQL, sql } from "drizzle-orm";
import { rewriteRecordsOf } from "#server/db/attention.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { columnList, readDumpedTables } from "#server/db/dumped-tables.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { findExportConflicts, type MergeConflicts } from "#server/db/export-conflicts.ts";
import { fileOfTable } from "#server/db/export-format.ts";
import { ExportNotMergeable, refusalOfRows } from "#server/db/export-not-mergeable.ts";
import { readExportedTables } from "#server/db/exported-tables.ts";
import { lockHeads, recountFailures } from "#server/db/failure-counts.ts";
import { withoutTransactionLimit } from "#server/db/guarded-pglite.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { checkExport, type ExportedRow, exportBatchesOf, type ReadExport } from "#server/db/read-export.ts";
import { settleSignatures } from "#server/db/signature-groups.ts";
import { clearExamplesOf } from "#server/db/signatures.ts";
import {
  type Breach,
  findCycles,
  findDanglingLinks,
  findLostMemories,
  findLostSignatures,
  findStaleAnswers,
  findUncountedLookups,
} from "#server/db/store-invariants.ts";
import { ensureWorkspace, nextChangeSeq } from "#server/db/workspaces.ts";
import { textsOf } from "./texts-of.ts";

export type ImportSummary = {
  isDryRun: boolean;
  exportedAt: string;
  whenceVersion: string;
  /** By file name, in byte order. Every row found was added, was known already, or was left out. */
  files: Record<string, { found: number; added: number; known: number; leftOut: number }>;
  /** One sentence for each thing that differs here and stays as it is. */
  notes: string[];
};

export type ImportOptions = {
  workspaceId: string;
  /** Of a workspace that this import is the first to write to. */
  secret: string;
  now: Date;
  isDryRun: boolean;
  /** Versions of the rules of signatures, newest first. */
  rulesets: readonly string[];
  /** Why a row cannot be taken; null when it can. */
  checkRow(table: string, row: ExportedRow): string | null;
  /** A record without the texts of these memories. */
  forget(record: string, memoryIds: ReadonlySet<string>): string;
};

/**
 * Merges an export into a workspace, in one transaction. What is here stays as it is: a row whose key is here already is
 * left alone. Every index reads anew afterwards. Done again, it adds nothing.
 * Throws `ExportUnreadable`, or `ExportNotMergeable` when the two contradict one another; nothing was changed then.
 */
export async function importExport(db: Database, folder: string, options: ImportOptions): Promise<ImportSummary> {
  const known = await readExportedTables(db);
  const read = await checkExport(folder, { known, checkRow: options.checkRow });
  try {
    const { files, notes } = await withoutTransactionLimit(() =>
      inTransaction(db, async (tx) => {
        const merged = await merge(tx, read, options);
        if (options.isDryRun) throw new RolledBack(merged);
        return merged;
      }),
    );
    return summaryOf(read, options, files, notes);
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return summaryOf(read, options, error.merged.files, error.merged.notes);
  }
}

type Merged = Pick<ImportSummary, "files" | "notes">;

/** How a dry run ends its transaction. */
class RolledBack extends Error {
  readonly merged: Merged;
  constructor(merged: Merged) {
    super("A dry run was rolled back.");
    this.merged = merged;
  }
}

async function merge(tx: Transaction, read: ReadExport, options: ImportOptions): Promise<Merged> {
  const { workspaceId } = options;
  await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
  await ensureWorkspace(tx, { workspaceId, secret: options.secret, createdAt: options.now });
  // Holds the workspace's row: nothing is written beside this, so what is compared below stays true.
  const changeSeq = await nextChangeSeq(tx, workspaceId);
  const before = await breaches(tx, workspaceId);
  const conflicts = await findExportConflicts(tx, workspaceId, read);
  if (conflicts.memories.length > 0) {
    throw new ExportNotMergeable(
      `Nothing was imported: ${shortList(conflicts.memories)} stand for other memories here. An id has one content.`,
    );
  }
  const withSeq = new Set(
    (await readDumpedTables(tx)).filter(({ columns }) => columns.includes("change_seq")).map(({ name }) => name),
  );
  const files: Merged["files"] = {};
  for (const table of inOrder(read.tables)) {
    const own = withSeq.has(table.name) ? { workspaceId, changeSeq } : { workspaceId };
    const counts = { found: 0, added: 0, known: 0, leftOut: 0 };
    for await (const rows of exportBatchesOf(read, table)) {
      const leftOutWhere = leftOutOf(table.name, workspaceId, conflicts);
      const { added, leftOut } = await insertRows(tx, { ...table, rows }, own, leftOutWhere).catch((error: unknown) => {
        throw refusalOfRows(error, fileOfTable(table.name));
      });
      counts.found += rows.length;
      counts.added += added;
      counts.leftOut += leftOut;
    }
    counts.known = counts.found - counts.added - counts.leftOut;
    files[fileOfTable(table.name)] = counts;
  }
  const isAnyAdded = Object.values(files).some(({ added }) => added > 0);
  if (isAnyAdded) {
    await forgetBuried(tx, workspaceId, conflicts.buried, options.forget);
    await settleSignatures(tx, workspaceId, await signatureIds(tx, workspaceId), options.rulesets);
    await lockHeads(tx, workspaceId, sql`select signature_id from signatures where workspace_id = ${workspaceId}`);
    await recountFailures(tx, workspaceId, "all");
    // Links, outcomes and whole projects came along, which no row of the corpus announces: every index starts afresh.
    await tx.execute(sql`update workspaces set purged_seq = ${changeSeq} where workspace_id = ${workspaceId}`);
    refuseNewBreaches(before, await breaches(tx, workspaceId));
  } else {
    await tx.execute(sql`update workspaces set corpus_seq = corpus_seq - 1 where workspace_id = ${workspaceId}`);
  }
  return {
    files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))),
    notes: conflicts.notes,
  };
}

/** A log is only taken for the signatures that it was computed for, so these come first. */
function inOrder(tables: ReadExport["tables"]): ReadExport["tables"] {
  const isLast = ({ name }: { name: string }) => name === "signature_examples";
  return [...tables.filter((table) => !isLast(table)), ...tables.filter(isLast)];
}

async function insertRows(
  tx: Transaction,
  { name, columns, rows }: { name: string; columns: string[]; rows: string[] },
  own: { workspaceId: string; changeSeq?: number },
  leftOut: SQL,
): Promise<{ added: number; leftOut: number }> {
  const table = sql.identifier(name);
  const hasSeq = own.changeSeq !== undefined;
  const [counts] = await executeRows(
    tx,
    sql`
      with found as materialized (
        select ${columnList(columns)}, (${leftOut}) as is_left_out
        from json_populate_recordset(null::${table}, ${`[${rows.join(",")}]`}::json) given
      ), added as (
        insert into ${table} (workspace_id, ${hasSeq ? sql`change_seq, ` : sql``}${columnList(columns)})
        select ${own.workspaceId}::text, ${hasSeq ? sql`${own.changeSeq}::bigint, ` : sql``}${columnList(columns)}
        from found where not is_left_out
        on conflict do nothing returning 1
      ) select (select count(*) from added) as added, (select count(*) from found where is_left_out) as left_out`,
    (row) => ({ added: row.number("added"), leftOut: row.number("left_out") }),
  );
  return counts ?? { added: 0, leftOut: 0 };
}

/** Which rows of a table would say something else here than they said where they come from. */
function leftOutOf(table: string, workspaceId: string, conflicts: MergeConflicts): SQL {
  switch (table) {
    case "project_aliases":
      return sql`given.alias = any(${textsOf(conflicts.projects)})`;
    case "reference_documents":
    case "reference_chunks":
      return sql`given.document_id = any(${textsOf(conflicts.documents)})`;
    case "policy_activations":
      return sql`(given.version::text = any(${textsOf(conflicts.policies)})
          or given.project_id = any(${textsOf(conflicts.activeScopes)}))
        and not exists (select 1 from policy_activations same where same.workspace_id = ${workspaceId}
          and same.project_id = given.project_id and same.activation_id = given.activation_id)`;
    case "signature_examples":
      return sql`not exists (select 1 from signatures owner
        where owner.workspace_id = ${workspaceId} and owner.example_id = given.example_id)`;
    default:
      return sql`false`;
  }
}

/** An export from before a deletion would bring the text back: in records of lookups and in logs. */
async function forgetBuried(
  tx: Transaction,
  workspaceId: string,
  memoryIds: readonly string[],
  forget: ImportOptions["forget"],
): Promise<void> {
  for (const id of memoryIds) {
    await clearExamplesOf(tx, workspaceId, id);
    await rewriteRecordsOf(tx, workspaceId, id, (record) => forget(record, new Set([id])));
  }
}

async function signatureIds(tx: Transaction, workspaceId: string): Promise<string[]> {
  // A signature that no link names stands for itself already.
  return executeRows(
    tx,
    sql`select alias_id as id from signature_aliases where workspace_id = ${workspaceId}
      union select signature_id from signature_aliases where workspace_id = ${workspaceId}
      union select signature_id from signature_changes where workspace_id = ${workspaceId}
      union select signature_id from signatures where workspace_id = ${workspaceId} and head_id <> signature_id`,
    (row) => row.text("id"),
  );
}

const invariants = {
  "a memory replaces itself": findCycles,
  "a link names a memory that is not there": findDanglingLinks,
  "a failure leads to a memory that is not there": findLostMemories,
  "a sighting belongs to no known failure": findLostSignatures,
  "a lookup with a failure was not counted": findUncountedLookups,
  "a lookup returned a memory after it had been replaced or deleted": findStaleAnswers,
} as const;

async function breaches(tx: Transaction, workspaceId: string): Promise<Map<string, Breach>> {
  const found = new Map<string, Breach>();
  for (const [what, find] of Object.entries(invariants)) found.set(what, await find(tx, workspaceId));
  return found;
}

function refuseNewBreaches(before: ReadonlyMap<string, Breach>, after: ReadonlyMap<string, Breach>): void {
  for (const [what, { count, examples }] of after) {
    if (count <= (before.get(what)?.count ?? 0)) continue;
    throw new ExportNotMergeable(`Nothing was imported: with what is here, ${what} (${shortList(examples)}).`);
  }
}

function shortList(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).join(", ");
  return ids.length > 5 ? `${shown} and ${ids.length - 5} more` : shown;
}

function summaryOf(
  { manifest }: ReadExport,
  { isDryRun }: ImportOptions,
  files: Merged["files"],
  notes: string[],
): ImportSummary {
  return { isDryRun, exportedAt: manifest.exported_at, whenceVersion: manifest.whence_version, files, notes };
}
