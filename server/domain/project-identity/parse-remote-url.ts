/** Where a remote lives, without user, password, query or fragment. `slug` is `host/path`, the id of a project. */
export type RemoteAddress = { kind: "address"; slug: string; host: string; path: string };

/** A remote that names no host and owner. The text says why and never repeats the URL, which may carry a password. */
export type UnusableRemote = { kind: "unusable"; because: string };

/** Schemes with the port each drops; every other scheme is refused. */
const defaultPorts: ReadonlyMap<string, string> = new Map([
  ["http", "80"],
  ["https", "443"],
  ["ssh", "22"],
  ["git+ssh", "22"],
  ["ssh+git", "22"],
  ["git", "9418"],
  ["git+http", "80"],
  ["git+https", "443"],
]);

const longestSlug = 500;

/**
 * Normalises a remote URL, in any of the forms that git takes, to one slug per repository.
 *
 * - the host is lower case and loses a trailing dot; the path keeps its case
 * - a port stays as `host:port` unless it is the scheme's own; in `host:123/repo` without a scheme `123` is an owner,
 *   because that is how git reads it
 * - one `.git`, trailing slashes, query and fragment go; `%61` is decoded
 * - user and password never survive; a shape that leaves open which part is the host is refused rather than guessed
 *
 * Pure and linear in the length of the URL.
 */
export function parseRemoteUrl(url: string): RemoteAddress | UnusableRemote {
  const text = url.trim();
  if (text === "") return unusable("the remote has no URL");
  if (text.length > 4_096) return unusable("the remote URL is longer than 4,096 characters");
  if (/[\u0000-\u001f\u007f]/.test(text)) return unusable("the remote URL contains control characters");
  if (text.includes("\\") || /^[A-Za-z]:(?:[^:]|$)/.test(text)) return unusable("the remote is a Windows path");
  if (/^[A-Za-z0-9+.-]+::/.test(text)) return unusable("the remote needs a transport helper program");

  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text);
  if (scheme?.[1] !== undefined) return parseWithScheme(scheme[1].toLowerCase(), text.slice(scheme[0].length));
  return parseScpForm(text);
}

function parseWithScheme(scheme: string, rest: string): RemoteAddress | UnusableRemote {
  const defaultPort = defaultPorts.get(scheme);
  if (defaultPort === undefined) {
    return unusable(
      scheme === "file" ? "the remote is a local path" : "the remote's scheme names no known kind of host",
    );
  }
  // The last `@` before the path ends the user, so that an unescaped `@` in a password stays with the password.
  const authorityEnd = rest.search(/[/?#]/);
  const authority = authorityEnd < 0 ? rest : rest.slice(0, authorityEnd);
  const location = authority.slice(authority.lastIndexOf("@") + 1);
  const match = /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/.exec(location);
  const host = match?.[1] === undefined ? null : normaliseHost(match[1]);
  if (host === null) return unusable("the remote names no valid host");

  const path = authorityEnd < 0 ? "" : (rest.slice(authorityEnd).split(/[?#]/, 1)[0] ?? "");
  const decoded = decodePath(path);
  if (decoded === null) return unusable("the remote's path has broken or hidden characters");
  return address(host, match?.[2] ?? "", defaultPort, decoded);
}

/** `[user@]host:path`, also `[user@][host:port]:path` and an IPv6 host in brackets. */
function parseScpForm(text: string): RemoteAddress | UnusableRemote {
  const match = /^(?:([^@/:]*)@)?(\[[^\]/]*\]|[^@/:[\]]+):(.*)$/.exec(text);
  if (match?.[2] === undefined || match[3] === undefined) return unusable("the remote is a local path");
  const path = match[3];
  const withPort = /^\[([^:[\]]+):([0-9]+)\]$/.exec(match[2]);
  const host = normaliseHost(withPort?.[1] ?? match[2]);
  if (host === null) return unusable("the remote names no valid host");
  return address(host, withPort?.[2] ?? "", defaultPorts.get("ssh"), path);
}

function address(
  hostname: string,
  portDigits: string,
  defaultPort: string | undefined,
  path: string,
): RemoteAddress | UnusableRemote {
  const port = Number(portDigits);
  if (portDigits !== "" && (port < 1 || port > 65_535)) return unusable("the remote's port is out of range");
  const host = portDigits === "" || String(port) === defaultPort ? hostname : `${hostname}:${port}`;
  const segments = path.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1);
  if (last?.endsWith(".git") && last !== ".git") segments[segments.length - 1] = last.slice(0, -".git".length);
  if (segments.length < 2) return unusable("the remote names no owner and repository");
  if (segments.some((segment) => segment === "." || segment === "..")) return unusable("the remote's path is relative");
  // `user:token@host:path` reads as host `user`, and so does a password with a slash in it: only a person can say
  // what was meant, and guessing would make the token part of the id.
  if (path.includes("@")) return unusable("the remote's host cannot be told from its user");
  const joined = segments.join("/");
  const slug = `${host}/${joined}`;
  if (slug.length > longestSlug) return unusable(`the remote's path is longer than ${longestSlug} characters`);
  return { kind: "address", slug, host, path: joined };
}

/** Lower-case host, international names in their ASCII form, IPv6 shortened and in brackets. Null when it is no host. */
function normaliseHost(host: string): string | null {
  const bare = host.replace(/\.$/, "");
  if (!/^(?:\[[0-9A-Fa-f:.]+\]|[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_.-]*)$/u.test(bare)) return null;
  if (!URL.canParse(`http://${bare}/`)) return null;
  const { hostname } = new URL(`http://${bare}/`);
  return hostname === "" ? null : hostname;
}

/** Percent-decoded once. Null for a broken escape, an escaped slash (it would add a segment) or a control character. */
function decodePath(path: string): string | null {
  if (/%2f|%5c/i.test(path)) return null;
  try {
    const decoded = decodeURIComponent(path);
    return /[\u0000-\u001f\u007f]/.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

function unusable(because: string): UnusableRemote {
  return { kind: "unusable", because };
}
