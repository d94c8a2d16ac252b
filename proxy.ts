import { createHash, randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { isOperationPath } from "#components/api-reference/api-path.ts";
import { isFailurePath } from "#components/failures/failure-path.ts";
import { isRecordPath } from "#components/lookups/record-path.ts";
import { isMemoryPath } from "#components/memories/memory-path.ts";
import { firstPaintScript } from "#components/shell/first-paint-script.ts";
import { isFromHere } from "#server/api/http/loopback-guard.ts";
import { hostRule, needsKeys } from "#server/compose/host-rule.ts";

/**
 * The inline scripts of a prerendered shell, which is written before there is a nonce: our own one, and the one by
 * which React notes when the shell was painted. Both are constants; `e2e/security.spec.ts` fails when there is another.
 */
const shellScripts = [firstPaintScript, "requestAnimationFrame(function(){$RT=performance.now()});"];
const shellHashes = shellScripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
const isDevelopment = process.env.NODE_ENV === "development";

/**
 * Nothing from elsewhere, and nothing inline but what this answer itself wrote, which carries its nonce.
 * Development needs `eval` and inline styles for its overlay.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${shellHashes.join(" ")}${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Pages only: the API writes its own headers, and files of the build need none. */
export function proxy(request: NextRequest): NextResponse {
  // A page holds what the store holds, so it asks the same question as the API before it answers.
  if (needsKeys() || !isFromHere(request.headers, hostRule())) {
    return new NextResponse("This server answers to its own name and pages only.\n", { status: 403 });
  }
  const policy = contentSecurityPolicy(randomBytes(16).toString("base64"));
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const { pathname } = request.nextUrl;
  // A page that streams has sent its status before it can look anything up, so a path that names no record is told here.
  const answer =
    (pathname.startsWith("/lookups/") && !isRecordPath(pathname)) ||
    (pathname.startsWith("/memories/") && !isMemoryPath(pathname)) ||
    (pathname.startsWith("/failures/") && !isFailurePath(pathname)) ||
    (pathname.startsWith("/settings/api/") && !isOperationPath(pathname))
      ? NextResponse.rewrite(new URL("/not-found", request.url), { status: 404, request: { headers } })
      : NextResponse.next({ request: { headers } });
  answer.headers.set("content-security-policy", policy);
  return answer;
}

export const config = { matcher: ["/((?!api/|mcp|memory/|_next/static|_next/image|icon|favicon).*)"] };
