import { and, eq, inArray, or, sql } from "drizzle-orm";
import { projectAliases, projects } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";

export type ProjectOverview = {
  projectId: string;
  isDemo: boolean;
  createdAt: Date;
  memories: number;
  lookups: number;
  graph: { commit: string; files: number; indexedAt: Date } | null;
};

/** Every project with how much it holds, by name. */
export async function listProjectOverviews(db: Database, workspaceId: string): Promise<ProjectOverview[]> {
  return executeRows(
    db,
    sql`
    with held as (
      select project_id, count(*) as value from memories
      where workspace_id = ${workspaceId} and deleted_at is null group by project_id
    ), asked as (
      select project_id, count(*) as value from attention_records
      where workspace_id = ${workspaceId} and project_id is not null group by project_id
    ), graph as (
      select distinct on (project_id) project_id, commit, file_count, indexed_at from graph_snapshots
      where workspace_id = ${workspaceId} order by project_id, indexed_at desc, commit desc, rule_version desc
    )
    select project.project_id, project.is_demo::text as is_demo, project.created_at,
      coalesce(held.value, 0) as memories, coalesce(asked.value, 0) as lookups,
      graph.commit, graph.file_count, graph.indexed_at
    from projects project
    left join held on held.project_id = project.project_id
    left join asked on asked.project_id = project.project_id
    left join graph on graph.project_id = project.project_id
    where project.workspace_id = ${workspaceId}
    order by project.project_id limit 1000`,
    (row) => {
      const commit = row.textOrNull("commit");
      return {
        projectId: row.text("project_id"),
        isDemo: row.text("is_demo") === "true",
        createdAt: row.date("created_at"),
        memories: row.number("memories"),
        lookups: row.number("lookups"),
        graph: commit === null ? null : { commit, files: row.number("file_count"), indexedAt: row.date("indexed_at") },
      };
    },
  );
}

export async function listAliases(
  db: Database,
  workspaceId: string,
): Promise<{ alias: string; projectId: string; createdAt: Date }[]> {
  return db
    .select({
      alias: projectAliases.alias,
      projectId: projectAliases.projectId,
      createdAt: projectAliases.createdAt,
    })
    .from(projectAliases)
    .where(eq(projectAliases.workspaceId, workspaceId))
    .orderBy(projectAliases.alias);
}

/** Aliases that stand for one of these names, or that are one of them. */
export async function listAliasesAround(
  db: Database,
  workspaceId: string,
  names: readonly string[],
): Promise<{ alias: string; projectId: string }[]> {
  if (names.length === 0) return [];
  return db
    .select({ alias: projectAliases.alias, projectId: projectAliases.projectId })
    .from(projectAliases)
    .where(
      and(
        eq(projectAliases.workspaceId, workspaceId),
        or(inArray(projectAliases.projectId, [...names]), inArray(projectAliases.alias, [...names])),
      ),
    )
    .orderBy(projectAliases.alias);
}

export async function findAlias(
  db: Database | Transaction,
  workspaceId: string,
  alias: string,
): Promise<string | null> {
  const [row] = await db
    .select({ projectId: projectAliases.projectId })
    .from(projectAliases)
    .where(and(eq(projectAliases.workspaceId, workspaceId), eq(projectAliases.alias, alias)));
  return row?.projectId ?? null;
}

/** Whether a project of its own has this very name, whatever aliases say. */
export async function isProjectName(tx: Transaction, workspaceId: string, name: string): Promise<boolean> {
  const rows = await tx
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(and(eq(projects.workspaceId, workspaceId), eq(projects.projectId, name)));
  return rows.length > 0;
}

export async function insertAlias(
  tx: Transaction,
  row: { workspaceId: string; alias: string; projectId: string; createdAt: Date },
): Promise<void> {
  await tx.insert(projectAliases).values(row);
}

export async function deleteAlias(tx: Transaction, workspaceId: string, alias: string): Promise<void> {
  await tx
    .delete(projectAliases)
    .where(and(eq(projectAliases.workspaceId, workspaceId), eq(projectAliases.alias, alias)));
}
