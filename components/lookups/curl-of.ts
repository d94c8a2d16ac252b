import type { ContextRecordBody } from "#server/contracts/lookups.ts";

/** A word for a POSIX shell: nothing in it is expanded, whatever it holds. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** JSON in ASCII: what a terminal would hide or turn around is written as an escape. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A `curl` command that posts this body to a path of this server. */
export function curlOf(origin: string, path: string, body: unknown): string {
  return [
    `curl -sS ${shellQuote(`${origin}${path}`)}`,
    "-H 'content-type: application/json'",
    `--data-raw ${shellQuote(asciiJson(body))}`,
  ].join(" \\\n  ");
}

/** The request of a record as a `curl` command. Its log is the stored one: masked, and cut at 16 KiB. */
export function curlOfRecord(origin: string, { request, session }: ContextRecordBody): string {
  const { tool, task, signature_source, signature_key, project, scope, budget } = request;
  const given = {
    tool,
    task,
    signature_source: signature_source?.text ?? null,
    signature_key,
    project,
    scope,
    session,
  };
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return curlOf(origin, "/memory/context", { ...body, budget });
}
