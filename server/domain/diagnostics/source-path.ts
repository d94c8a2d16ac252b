import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { bareSourceNames, sourceExtensions } from "#server/domain/diagnostics/source-extensions.ts";

const pathLimit = 1_024;
// Quotes, angle brackets, pipes and stars stand in no path that a tool prints bare; `|` and `"` mark tables and messages.
const neverInPaths = /["<>|*?`\t]|: |, | - /;
const pathStart = /^(?:\.{0,2}[/\\]|[A-Za-z]:[/\\]|\\\\|~\/|file:|[\w@.()[\]+-]+[/\\])/;
const extension = /\.(?<ending>[A-Za-z0-9_+-]{1,14})$/;

function endingOf(name: string): string {
  return extension.exec(name)?.groups?.ending?.toLowerCase() ?? "";
}

/** True where the last part of `text` carries an ending of a source file or is a name such as `Dockerfile`. */
export function hasSourceName(text: string): boolean {
  const name = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
  if (bareSourceNames.has(name) || name.startsWith(".env") || name.startsWith("Dockerfile.")) return true;
  return sourceExtensions.has(endingOf(name));
}

/**
 * True for text that a tool may have printed as a path in front of a position: a source name, or a path with a folder and any
 * ending. Blanks are taken only in paths that begin with a folder, so that prose before a file name is not swallowed.
 */
export function isPlausiblePath(text: string): boolean {
  if (text === "" || text.length > pathLimit || text !== text.trim() || neverInPaths.test(text)) return false;
  // `error:/p/a.py` and `vet:a.go` begin with a word of the tool; a drive letter is one letter.
  if (/^[a-z][a-z_-]+:(?!\/\/)/i.test(text)) return false;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return text.startsWith("file://") || text.startsWith("webpack");
  if (text.includes(" ") && !pathStart.test(text)) return false;
  if (/^(?:at|in|from|see|and|the|to|of) /.test(text)) return false;
  if (hasSourceName(text)) return true;
  const hasFolder = /[/\\]/.test(text);
  return (
    hasFolder &&
    (/[A-Za-z]/.test(endingOf(text)) || pathStart.test(text)) &&
    !/[/\\]$/.test(text) &&
    !text.includes(" ")
  );
}

function decodeUrlPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function fromFileUrl(url: string): string {
  const rest = decodeUrlPath(url.slice("file://".length).replace(/[?#].*$/, ""));
  if (/^\/[A-Za-z]:/.test(rest)) return rest.slice(1);
  if (rest.startsWith("/")) return rest;
  return rest.startsWith("localhost/") ? rest.slice("localhost".length) : `//${rest}`;
}

// Bundlers name modules by URLs of their own; what follows the optional layer and `./` is the path in the project.
const bundlerUrl =
  /^(?:rsc:\/\/[^/]*\/[^/]*\/)?(?:webpack-internal|webpack|turbopack|rspack|app|metro|vite):\/{2,3}(?:\([^)]*\)\/|\[project\]\/|[\w@.-]*\/(?=\.\/|src\/|\(|\[project\])(?:\([^)]*\)\/|\[project\]\/)?)?(?:\.\/)?/;
const devServerUrl = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?::\d+)?\/(?:@fs(?=\/))?/;

function withoutDots(path: string): string {
  if (!/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) && !path.includes("//", 1)) return path;
  const lead = /^(?:\/\/|\/|[A-Za-z]:\/)?/.exec(path)?.[0] ?? "";
  const kept: string[] = [];
  for (const part of path.slice(lead.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (part !== ".." || lead === "") kept.push(part);
  }
  return lead + kept.join("/");
}

/**
 * A path as the tool printed it, in one spelling: `/` between parts, no `./`, `file:` URLs decoded (and only those: a real file may
 * be called `a-%20.ts`), bundler URLs reduced to the project path, `\\?\` removed. Broken percent escapes stay as they are.
 */
export function cleanPath(printed: string): string {
  let path = printed.trim();
  if (path.startsWith("file://")) path = fromFileUrl(path);
  else if (devServerUrl.test(path)) path = path.replace(devServerUrl, "").replace(/[?#].*$/, "");
  else if (bundlerUrl.test(path)) path = path.replace(bundlerUrl, "").replace(/\?[^/]*$/, "");
  if (path.startsWith("\\\\?\\UNC\\")) path = `\\\\${path.slice(8)}`;
  else if (path.startsWith("\\\\?\\") || path.startsWith("\\\\.\\")) path = path.slice(4);
  if (path.includes("\\")) path = path.replaceAll("\\", "/");
  return withoutDots(path).trim();
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:\//.test(path);
}

/** The root in the spelling of `cleanPath`, without a slash at its end. */
export function cleanRoot(root: string): string {
  return cleanPath(root).replace(/\/+$/, "");
}

/**
 * A clean path relative to a clean root. Drive letters and their paths compare without case. A path outside the root that holds a
 * folder named like the root (the same project checked out elsewhere, as on a build machine or a share) is taken from there on;
 * foreign paths never are. Anything else stays absolute.
 */
export function relativeTo(path: string, root: string): string {
  if (!isAbsolute(path) || root === "") return path;
  const isWindows = /^[A-Za-z]:/.test(root);
  const [left, right] = isWindows ? [path.toLowerCase(), root.toLowerCase()] : [path, root];
  if (left.startsWith(`${right}/`)) return path.slice(root.length + 1);
  const folder = root.slice(root.lastIndexOf("/") + 1);
  if (folder.length < 2 || /^[A-Za-z]:$/.test(folder) || isForeignPath(path)) return path;
  const marker = `/${folder}/`;
  let from = path.indexOf(marker);
  if (from < 0) return path;
  // Build machines check a repository out into a folder of the same name: /builds/shop/shop/src.
  if (path.startsWith(marker, from + marker.length - 1)) from += marker.length - 1;
  return path.slice(from + marker.length);
}
