import type { ContextRecordBody } from "#server/contracts/lookups.ts";

/** A task longer than this makes an address that servers refuse; it is cut, and can be pasted whole. */
const longestTask = 2_000;

/** The playground, filled with what a lookup was asked. A log is too long for an address and stays in the record. */
export function playgroundUrl({ request }: ContextRecordBody): string {
  const fields = new URLSearchParams();
  if (request.task) fields.set("task", request.task.slice(0, longestTask));
  if (request.tool) fields.set("tool", request.tool);
  if (request.project) fields.set("project", request.project);
  if (request.scope) fields.set("scope", request.scope);
  fields.set("budget", String(request.budget));
  return `/playground?${fields}`;
}
