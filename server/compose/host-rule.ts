import type { HostRule } from "#server/api/http/loopback-guard.ts";
import { readConfig } from "./config.ts";

let known: HostRule | undefined;

/** Loopback names, and the host that this server was told to listen on; any name where every request needs a key. */
export function hostRule(): HostRule {
  known ??= needsKeys() ? { names: "any" } : { names: new Set([readConfig(process.env).host.toLowerCase()]) };
  return known;
}

/**
 * Whether this server listens beyond its own machine. Then every request needs a key, and the pages are closed: they
 * have no sign-in.
 */
export function needsKeys(): boolean {
  return !["127.0.0.1", "::1", "localhost"].includes(readConfig(process.env).host.toLowerCase());
}
