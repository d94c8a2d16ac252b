import { type Failure, fail } from "#server/contracts/failure-codes.ts";

/** What the caller's key allows. On loopback with the embedded store there is no login and everything is allowed. */
export type Access = {
  /** Separates request ids of different keys. */
  keyId: string;
  /** Names of projects as they are stored, never aliases. */
  projects: "all" | readonly string[];
  /** Other names of these projects, and of no others. */
  aliases?: ReadonlyMap<string, string>;
  canWrite: boolean;
};

/** Whoever sits at the machine of the store. */
export const localAccess: Access = { keyId: "local", projects: "all", canWrite: true };

/** Nobody yet: what a server that listens beyond this machine starts every request with. No operation answers it. */
export const noAccess: Access = { keyId: "", projects: [], canWrite: false };

export function isIdentified(access: Access): boolean {
  return access.keyId !== noAccess.keyId;
}

/**
 * Whether the caller may do what reaches beyond what is remembered: make and revoke keys, read folders of the machine,
 * change what holds for the whole workspace. No key may, so that a leaked one can neither spread nor stay.
 */
export function mayManage(access: Access): boolean {
  return access.keyId === localAccess.keyId;
}

export function refuseManaging(what: string): { ok: false; failure: Failure } {
  return fail("FORBIDDEN", `${what} is done on the machine of the store, not with a key.`);
}

export const unidentified = fail("UNAUTHENTICATED", "This server needs a key.", [
  { path: "Authorization", message: "Bearer whk_…, made with `whence key create`" },
]);

/** `project` may be an alias: it is looked up in what the key knows, so that no alias leads out of the key's projects. */
export function mayRead(access: Access, project: string | null): boolean {
  return access.projects === "all" || (project !== null && access.projects.includes(namedByKey(access, project)));
}

function namedByKey({ aliases }: Access, project: string): string {
  return aliases?.get(project) ?? project;
}

/** What holds for the whole workspace, or belongs to no project, is not for a key that reads only some of them. */
export function refuseNarrow(access: Access, what: string): { ok: false; failure: Failure } | null {
  if (access.projects === "all") return null;
  return fail("FORBIDDEN", `${what} holds for the whole workspace; this key may read only some of its projects.`);
}

/**
 * Says the same for a project that does not exist and for one that the key may not read. Takes the name as it was given:
 * what an alias stands for is not told to a key that may not read it.
 */
export function refuseProject(projectId: string): { ok: false; failure: Failure } {
  return fail("NOT_FOUND", `No project ${projectId}.`, [{ path: "project", message: "is not known here" }]);
}

/**
 * The projects a call may see: the key's, narrowed by the caller and never widened.
 * An empty set is an answer (nothing is readable), not a failure.
 */
export function readableProjects(
  access: Access,
  narrowTo: { scope: "project"; project: string | null } | { scope: "all-projects" },
): ReadonlySet<string> | "all" {
  if (narrowTo.scope === "project") {
    const { project } = narrowTo;
    return new Set(project !== null && mayRead(access, project) ? [namedByKey(access, project)] : []);
  }
  return access.projects === "all" ? "all" : new Set(access.projects);
}
