/** The caller's id when it is harmless to repeat, else a new one. It is for tracing and means nothing to us. */
export function traceIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}
