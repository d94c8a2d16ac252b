import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import type { ReadableProjects } from "./memories.ts";
import { textsOf } from "./texts-of.ts";

/**
 * The tools and projects that memories name, in byte order. Each value is found by one step of an index from the one
 * before it, so the cost follows the number of values and not of memories. At most 1,000 of each.
 */
export async function listMemoryFacets(
  db: Database,
  workspaceId: string,
  readable: ReadableProjects,
): Promise<{ tools: string[]; projects: string[] }> {
  const distinct = (column: "tool" | "project_id") =>
    executeRows(
      db,
      sql`
      with recursive found(value, position) as (
        select (select min(${sql.identifier(column)}) from memories where workspace_id = ${workspaceId}), 1
        union all
        select (select min(${sql.identifier(column)}) from memories
          where workspace_id = ${workspaceId} and ${sql.identifier(column)} > found.value), found.position + 1
        from found where found.value is not null and found.position < 1000
      )
      select value from found where value is not null`,
      (row) => row.text("value"),
    );
  const projects = await distinct("project_id");
  if (readable === "all") return { tools: await distinct("tool"), projects };
  return {
    tools: await listToolsOf(db, workspaceId, [...readable]),
    projects: projects.filter((project) => readable.has(project)),
  };
}

/** A key of some projects learns of no tool of the others. */
async function listToolsOf(db: Database, workspaceId: string, projects: readonly string[]): Promise<string[]> {
  return executeRows(
    db,
    sql`select distinct tool as value from memories
      where workspace_id = ${workspaceId} and project_id = any(${textsOf(projects)}) and tool is not null
      order by tool limit 1000`,
    (row) => row.text("value"),
  );
}
