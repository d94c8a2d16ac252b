import { eq, sql } from "drizzle-orm";
import { projectAliases, projects, sessions, workspaces } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";

/** Creates the workspace on first use; the secret is only taken then. */
export async function ensureWorkspace(
  tx: Transaction,
  workspace: { workspaceId: string; secret: string; createdAt: Date },
): Promise<void> {
  await tx
    .insert(workspaces)
    .values({ ...workspace, name: workspace.workspaceId })
    .onConflictDoNothing();
}

export async function readWorkspace(
  db: Database | Transaction,
  workspaceId: string,
): Promise<Pick<typeof workspaces.$inferSelect, "secret" | "corpusSeq" | "purgedSeq" | "demoRemovedAt"> | null> {
  const [row] = await db
    .select({
      secret: workspaces.secret,
      corpusSeq: workspaces.corpusSeq,
      purgedSeq: workspaces.purgedSeq,
      demoRemovedAt: workspaces.demoRemovedAt,
    })
    .from(workspaces)
    .where(eq(workspaces.workspaceId, workspaceId));
  return row ?? null;
}

/**
 * Takes the next number in the order of changes. Holds the workspace's row until the transaction ends, so numbers become
 * visible in order and checks such as "no cycle" see every earlier link.
 */
export async function nextChangeSeq(tx: Transaction, workspaceId: string): Promise<number> {
  const [row] = await tx
    .update(workspaces)
    .set({ corpusSeq: sql`${workspaces.corpusSeq} + 1` })
    .where(eq(workspaces.workspaceId, workspaceId))
    .returning({ corpusSeq: workspaces.corpusSeq });
  if (!row) throw new Error(`Workspace ${workspaceId} does not exist.`);
  return row.corpusSeq;
}

/**
 * Takes the row that `nextChangeSeq` takes, before there is a change. Whoever needs it and signatures takes it first: who
 * stores a lesson holds it and waits for those.
 */
export async function holdWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
  await tx
    .select({ workspaceId: workspaces.workspaceId })
    .from(workspaces)
    .where(eq(workspaces.workspaceId, workspaceId))
    .for("no key update");
}

/** The project that a slug stands for: itself, or the target of its alias; null when it was never seen. */
export async function findProject(
  db: Database | Transaction,
  workspaceId: string,
  slug: string,
): Promise<string | null> {
  const result = await db
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(sql`${projects.workspaceId} = ${workspaceId} and ${projects.projectId} = coalesce(
      (select ${projectAliases.projectId} from ${projectAliases}
        where ${projectAliases.workspaceId} = ${workspaceId} and ${projectAliases.alias} = ${slug}), ${slug})`);
  return result[0]?.projectId ?? null;
}

export async function ensureProject(
  tx: Transaction,
  project: { workspaceId: string; slug: string; createdAt: Date; isDemo?: boolean },
): Promise<string> {
  const known = await findProject(tx, project.workspaceId, project.slug);
  if (known !== null) return known;
  await tx
    .insert(projects)
    .values({
      workspaceId: project.workspaceId,
      projectId: project.slug,
      isDemo: project.isDemo ?? false,
      createdAt: project.createdAt,
    })
    .onConflictDoNothing();
  return project.slug;
}

export async function ensureSession(
  tx: Transaction,
  session: { workspaceId: string; projectId: string; sessionId: string; goal?: string; startedAt: Date },
): Promise<void> {
  await tx
    .insert(sessions)
    .values({ ...session, goal: session.goal ?? null })
    .onConflictDoNothing();
}

export async function listProjects(
  db: Database,
  workspaceId: string,
): Promise<{ projectId: string; isDemo: boolean }[]> {
  return db
    .select({ projectId: projects.projectId, isDemo: projects.isDemo })
    .from(projects)
    .where(eq(projects.workspaceId, workspaceId))
    .orderBy(projects.projectId);
}
