import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { fileOfTable } from "#server/db/export-format.ts";
import { refusalOfRows } from "#server/db/export-not-mergeable.ts";
import { exportBatchesOf, type ReadExport } from "#server/db/read-export.ts";

export type MergeConflicts = {
  /** Ids that stand for another memory here. */
  memories: string[];
  /** Memories that the export still holds and that were deleted here. */
  buried: string[];
  /** Documents of the export whose path has another text here. */
  documents: string[];
  /** Numbers that stand for another policy here. */
  policies: string[];
  /** Scopes that have an active policy here; "" is the workspace. */
  activeScopes: string[];
  /** Projects of this workspace: none becomes another name of another one. */
  projects: string[];
  /** One sentence for each kind of conflict above that is met and settled in favour of what is here. */
  notes: string[];
};

/** What an export says otherwise than the workspace does, before anything of it is written. */
export async function findExportConflicts(
  tx: Transaction,
  workspaceId: string,
  read: ReadExport,
): Promise<MergeConflicts> {
  const memories = await matches(
    tx,
    read,
    "memories",
    sql`given.memory_id`,
    sql`join memories here on here.workspace_id = ${workspaceId} and here.memory_id = given.memory_id
      where here.content_hash <> given.content_hash and here.deleted_at is null and given.deleted_at is null`,
  );
  const buried = await matches(
    tx,
    read,
    "memories",
    sql`given.memory_id`,
    sql`join memories here on here.workspace_id = ${workspaceId} and here.memory_id = given.memory_id
      where here.deleted_at is not null and given.deleted_at is null`,
  );
  const documents = await matches(
    tx,
    read,
    "reference_documents",
    sql`given.document_id`,
    sql`join reference_documents here on here.workspace_id = ${workspaceId} and (here.document_id = given.document_id
        or coalesce(here.project_id, '') = coalesce(given.project_id, '') and here.path = given.path)
      where here.content_hash <> given.content_hash`,
  );
  const policies = await matches(
    tx,
    read,
    "policies",
    sql`given.version::text`,
    sql`join policies here on here.workspace_id = ${workspaceId} and here.version = given.version
      where here.fields <> given.fields`,
  );
  const activeScopes = await matches(
    tx,
    read,
    "policy_activations",
    sql`given.project_id`,
    sql`where not exists (select 1 from policy_activations same where same.workspace_id = ${workspaceId}
        and same.project_id = given.project_id and same.activation_id = given.activation_id)
      and exists (select 1 from policy_activations here where here.workspace_id = ${workspaceId}
        and here.project_id = given.project_id)`,
  );
  const projects = await matches(
    tx,
    read,
    "project_aliases",
    sql`given.alias`,
    sql`join projects here on here.workspace_id = ${workspaceId} and here.project_id = given.alias
      where not exists (select 1 from project_aliases same
        where same.workspace_id = ${workspaceId} and same.alias = given.alias)`,
  );
  const notes = [
    note(buried.length, "memories were deleted here, and stay so"),
    note(documents.length, "documents have another text here, which stays"),
    note(policies.length, "policy versions have other numbers here, which stay; what they were active for is left out"),
    note(activeScopes.length, "projects have an active policy here, which stays active"),
    note(projects.length, "other names of projects are projects here, and stay so"),
  ].filter((line) => line !== null);
  return { memories, buried, documents, policies, activeScopes, projects, notes };
}

async function matches(tx: Transaction, read: ReadExport, name: string, id: SQL, condition: SQL): Promise<string[]> {
  const table = read.tables.find((found) => found.name === name);
  if (!table) return [];
  const found = new Set<string>();
  for await (const rows of exportBatchesOf(read, table)) {
    const ids = await executeRows(
      tx,
      sql`select ${id} as id from json_populate_recordset(
        null::${sql.identifier(name)}, ${`[${rows.join(",")}]`}::json) given ${condition}`,
      (row) => row.text("id"),
    ).catch((error: unknown) => {
      throw refusalOfRows(error, fileOfTable(name));
    });
    for (const one of ids) found.add(one);
  }
  return [...found].sort();
}

function note(count: number, what: string): string | null {
  return count === 0 ? null : `${count} ${what}.`;
}
