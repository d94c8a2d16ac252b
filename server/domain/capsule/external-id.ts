/** What an external id of a code file says: `code:<project>:<path>`. */
export type ExternalFile = { project: string; path: string };

/**
 * The project and path in an external id; null for an id of another shape. A path may hold colons, a project does not
 * but for a port: `code:git.acme.dev:8443/team/shop:src/a.ts`.
 */
export function readExternalId(externalId: string): ExternalFile | null {
  const found = /^code:(?<project>[^\s:/]+(?::\d+)?\/[^\s:]+):(?<path>.+)$/su.exec(externalId)?.groups;
  return found?.project === undefined || found.path === undefined ? null : { project: found.project, path: found.path };
}

export function writeExternalId({ project, path }: ExternalFile): string {
  return `code:${project}:${path}`;
}
