import { connection } from "next/server";
import type { ReactNode } from "react";

/**
 * Its content is written per request, never when a page is built. Every `Suspense` in a prerendered shell must hold
 * something of this kind: what is complete at build time may be moved behind the shell by an inline script, and such
 * a script has no nonce, so the Content-Security-Policy would stop it.
 */
export async function AtRequest({ children }: { children: ReactNode }) {
  await connection();
  return children;
}
