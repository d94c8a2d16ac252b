import { splitIdentifier } from "#server/domain/text/split-identifier.ts";
import { readTraces } from "./read-traces.ts";

/**
 * What a task names outright. Every list holds each token once, in reading order.
 *
 * - `paths`: tokens that look like files or folders (`src/a.ts`, `a.ts:12`, `src/app/(site)/[slug]/page.tsx`), but for those
 *   in frames of stack traces
 * - `dotted`: names joined by dots (`django.utils.http.parse_http_date`, `z.string`)
 * - `identifiers`: names that only code has (`parseDate`, `parse_date`, `HTTPError`), or that stand in backticks or before `(`
 * - `traces`: stack traces, each as the files of its frames, innermost first
 */
export type Mentions = { paths: string[]; dotted: string[]; identifiers: string[]; traces: string[][] };

/** Text looked at, in UTF-16 units; the rest of a longer one is a log. */
const longestTask = 100_000;
const mostMentions = 400;
const longestMention = 400;

/** A run without blanks and quotes; brackets stay, because folders of web frameworks hold them. */
const run = /[^\s"'`<>|,;]+/gu;
const fileLike = /(?:^|[/\\])[^/\\]*[^/\\.]\.[A-Za-z][A-Za-z0-9]{0,9}$/;
const position = /(?::\d+){1,2}:?$|\(\d+(?:(?:,\d+)?\):?)?$|#L\d+(?:-L?\d+)?$/;
const dottedName = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+/gu;
const name = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const quotedCode = /`([^`\n]{1,200})`/g;

/** Pure and linear. Paths are NFC, so that a task typed one way finds a file named the other. */
export function extractMentions(task: string): Mentions {
  const text = task.slice(0, longestTask).normalize("NFC");
  const { traces, rest } = readTraces(text);
  const paths = new Set<string>();
  for (const [token] of rest.matchAll(run)) {
    if (paths.size >= mostMentions) break;
    for (const path of pathsIn(token)) paths.add(path);
  }
  // Names with blanks or odd signs are told from prose only where somebody quoted them.
  for (const quoted of quotedTexts(rest)) {
    if (paths.size >= mostMentions) break;
    if (fileLike.test(quoted) || quoted.includes("/")) paths.add(cleanPath(quoted));
  }
  const dotted = new Set<string>();
  for (const [token] of text.matchAll(dottedName)) {
    if (dotted.size >= mostMentions) break;
    if (token.length <= longestMention) dotted.add(token);
  }
  const identifiers = new Set<string>();
  const quotedNames = new Set<string>();
  for (const [, code = ""] of text.matchAll(quotedCode))
    for (const [token] of code.matchAll(name)) quotedNames.add(token);
  for (const match of text.matchAll(name)) {
    if (identifiers.size >= mostMentions) break;
    const [token] = match;
    if (token.length < 3 || token.length > longestMention) continue;
    const isCalled = text[match.index + token.length] === "(";
    if (isCalled || quotedNames.has(token) || isCodeName(token)) identifiers.add(token);
  }
  return {
    paths: [...paths],
    dotted: [...dotted],
    identifiers: [...identifiers],
    traces: traces.map((files) => [...new Set(files.map(cleanPath))].filter((file) => file.length <= longestMention)),
  };
}

function pathsIn(token: string): string[] {
  if (token.length > longestMention || token.includes("://")) return [];
  const path = cleanPath(token);
  if (path === "" || path === "/" || /^[\d./]+$/.test(path)) return [];
  // An opening bracket of prose: "(see src/a.ts)".
  const candidates = /^[([{]/.test(path) && !/[)\]}]\//.test(path) ? [path.slice(1).replace(/[)\]}]+$/, "")] : [path];
  return candidates.filter((one) => fileLike.test(one) || /[^/\\]+[/\\][^/\\]+/.test(one));
}

function cleanPath(token: string): string {
  return token
    .replace(/[.,:;!?]+$/, "")
    .replace(position, "")
    .replace(/[.,:;!?]+$/, "")
    .replaceAll("\\", "/")
    .replace(/^(?:\.{0,2}\/)+/, "");
}

function* quotedTexts(text: string): Generator<string> {
  for (const [, quoted = ""] of text.matchAll(/["'`]([^"'`\n]{1,400})["'`]/g)) yield quoted;
}

/** camelCase, PascalCase of two humps, snake_case, or capitals with digits: no word of a sentence looks like that. */
function isCodeName(token: string): boolean {
  if (/[_$]/.test(token.slice(0, -1)) && /\p{L}/u.test(token)) return true;
  return (
    /\p{Ll}\p{Lu}/u.test(token) ||
    /\p{Lu}{2,}\p{Ll}/u.test(token) ||
    (/\d/.test(token) && splitIdentifier(token).length > 1)
  );
}
