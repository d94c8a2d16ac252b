/** Names by which a browser on this machine reaches a loopback server. A name that merely resolves here is not one of them. */
const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

export type HostRule = {
  /**
   * Further names that this server answers to, without port. `any` where every request needs a key: a page that a
   * browser was lured to has none, and a server beyond this machine is called by names it does not know.
   */
  names: ReadonlySet<string> | "any";
};

/**
 * Whether a request was meant for this server and does not come from a foreign page. A web page can send requests to a
 * loopback address (by a name that it re-points, or by a form), but cannot forge these two headers.
 * Every surface asks this before it reads a body. `Origin: null` is foreign.
 */
export function isFromHere(headers: Headers, rule: HostRule): boolean {
  const host = headers.get("host");
  if (host === null || !isNamed(hostName(host), rule)) return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return rule.names === "any" ? hostname === hostName(host) : isNamed(hostname, rule);
}

function isNamed(name: string | null, { names }: HostRule): boolean {
  return name !== null && (names === "any" || loopbackNames.has(name) || names.has(name));
}

/** The name in a `Host` header, lower-case, without its port; null when the header has another shape. */
function hostName(host: string): string | null {
  const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host);
  return parts?.[1]?.toLowerCase() ?? null;
}
