import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import type { Breach } from "./store-invariants.ts";
import { mostExamples } from "./store-invariants.ts";

/** Where the job queue keeps its tables: beside the product's own, in no migration and no dump of it. */
export const jobSchema = "whence_jobs";

const jobTable = sql.raw(`${jobSchema}.job`);

/** False until the first job was ever written. */
async function hasJobs(db: Database | Transaction): Promise<boolean> {
  const [found] = await executeRows(db, sql`select to_regclass(${`${jobSchema}.job`}) is not null as found`, (row) =>
    row.flag("found"),
  );
  return found ?? false;
}

/** Jobs that were given up, newest first. */
export async function findFailedJobs(db: Database, workspaceId: string): Promise<Breach> {
  if (!(await hasJobs(db))) return { count: 0, examples: [] };
  const failed = await executeRows(
    db,
    sql`select name || ' ' || coalesce(data->>'externalId', data->>'runId', id::text) as title, count(*) over () as total
        from ${jobTable} where state = 'failed' and data->>'workspaceId' = ${workspaceId}
        order by completed_on desc, id limit ${mostExamples}`,
    (row) => ({ title: row.text("title"), total: row.number("total") }),
  );
  return { count: failed[0]?.total ?? 0, examples: failed.map(({ title }) => title) };
}

/** Forgets what was still to be done about a project; a job carries its name. */
export async function deleteJobsOfProject(tx: Transaction, workspaceId: string, projectId: string): Promise<void> {
  if (!(await hasJobs(tx))) return;
  await tx.execute(
    sql`delete from ${jobTable} where data->>'workspaceId' = ${workspaceId} and data->>'project' = ${projectId}`,
  );
  await tx.execute(
    sql`delete from ${sql.raw(`${jobSchema}.archive`)} where data->>'workspaceId' = ${workspaceId} and data->>'project' = ${projectId}`,
  );
}
