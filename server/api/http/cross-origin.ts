/** What a page may send: our own headers, and those of both MCP revisions. */
const requestHeaders = [
  "Authorization",
  "Content-Type",
  "Accept",
  "Idempotency-Key",
  "X-Request-Id",
  "Last-Event-ID",
  "Mcp-Protocol-Version",
  "Mcp-Session-Id",
  "Mcp-Method",
  "Mcp-Name",
];

/** What a page may read of an answer. */
const answerHeaders = [
  "X-Request-Id",
  "Idempotent-Replayed",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "WWW-Authenticate",
  "Mcp-Protocol-Version",
  "Mcp-Session-Id",
];

/**
 * For the page of an origin that was found to be ours; every answer carries them, errors too, because a browser hides an
 * error without them. Cookies are never allowed: a key travels in its header.
 */
export function crossOriginHeaders(headers: Headers): Record<string, string> {
  const origin = headers.get("origin");
  if (origin === null) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": answerHeaders.join(", "),
    vary: "Origin",
  };
}

/** The answer to a preflight. It needs no key, because a browser sends none with it. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...crossOriginHeaders(request.headers),
      "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
      "access-control-allow-headers": [...requestHeaders, ...parameterHeaders(request)].join(", "),
      "access-control-max-age": "600",
    },
  });
}

/** A tool's parameter may be mirrored in a header of its own, `Mcp-Param-…`. */
function parameterHeaders(request: Request): string[] {
  const asked = request.headers.get("access-control-request-headers") ?? "";
  return asked
    .slice(0, 2_000)
    .split(",")
    .map((name) => name.trim())
    .filter((name) => /^mcp-param-[a-z0-9-]{1,64}$/i.test(name));
}
