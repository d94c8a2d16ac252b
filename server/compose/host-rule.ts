import type { HostRule } from "#server/api/http/loopback-guard.ts";
import { readConfig } from "./config.ts";

let known: HostRule | undefined;

/** Loopback names, and the host that this server was told to listen on. */
export function hostRule(): HostRule {
  known ??= { names: new Set([readConfig(process.env).host.toLowerCase()]) };
  return known;
}
