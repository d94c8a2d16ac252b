import { findProject } from "#server/db/workspaces.ts";
import type { CallContext } from "./operation.ts";

/** The project behind an alias; a slug that was never seen stands for itself. Null when none was given. */
export async function standingProject(
  { db, workspaceId }: CallContext,
  slug: string | undefined,
): Promise<string | null> {
  if (slug === undefined) return null;
  return (await findProject(db, workspaceId, slug)) ?? slug;
}
