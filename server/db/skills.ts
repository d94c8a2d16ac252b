import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { skills } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";
import type { ReadableProjects } from "./memories.ts";

export type SkillRow = typeof skills.$inferSelect;

export async function latestSkillVersion(tx: Transaction, workspaceId: string, name: string): Promise<SkillRow | null> {
  const [row] = await tx
    .select()
    .from(skills)
    .where(and(eq(skills.workspaceId, workspaceId), eq(skills.name, name)))
    .orderBy(desc(skills.version))
    .limit(1);
  return row ?? null;
}

export async function insertSkill(tx: Transaction, skill: typeof skills.$inferInsert): Promise<void> {
  await tx.insert(skills).values(skill);
}

/** The newest version of each named skill that is not deleted. A skill without a project belongs to the workspace. */
export async function readSkills(
  db: Database,
  workspaceId: string,
  names: readonly string[],
  readable: ReadableProjects,
): Promise<SkillRow[]> {
  if (names.length === 0) return [];
  const rows = await db
    .select()
    .from(skills)
    .where(and(eq(skills.workspaceId, workspaceId), inArray(skills.name, [...names])))
    .orderBy(skills.name, desc(skills.version));
  const newest = rows.filter((row, position) => rows[position - 1]?.name !== row.name);
  return newest.filter(
    (row) => row.deletedAt === null && (readable === "all" || row.projectId === null || readable.has(row.projectId)),
  );
}

export async function listSkillChanges(
  db: Database,
  workspaceId: string,
  { afterSeq, afterId, limit }: { afterSeq: number; afterId: string; limit: number },
): Promise<SkillRow[]> {
  return db
    .select()
    .from(skills)
    .where(
      and(eq(skills.workspaceId, workspaceId), sql`(${skills.changeSeq}, ${skills.name}) > (${afterSeq}, ${afterId})`),
    )
    .orderBy(skills.changeSeq, skills.name, skills.version)
    .limit(limit);
}
