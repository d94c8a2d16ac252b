import type { CliConnection } from "#server/api/cli/connection.ts";
import { forwardTo } from "#server/api/cli/forward.ts";
import { sendJson } from "#server/api/send-json.ts";
import { unknownVariables } from "./environment-names.ts";
import { findServer } from "./find-server.ts";

/**
 * How a command reaches the store: `WHENCE_URL` if set, else the server that `owner.json` names, else the store itself.
 * Only the last loads the engine, so that a command beside a running server starts fast.
 */
export async function connect(): Promise<CliConnection> {
  const unknown = unknownVariables(process.env);
  if (unknown.length > 0) throw new Error(`Unknown environment variable: ${unknown.join(", ")}.`);
  const server = await findServer(process.env);
  // A left-over file of a killed server names a dead url; then the lock is free and the store opens.
  if (server && (server.isGiven || (await answers(server.url))))
    return { ...forwardTo(server.url, server.key), isRemote: !isThisMachine(server.url) };
  const [{ openInProcess }, { readConfig }] = await Promise.all([import("./cli-in-process.ts"), import("./config.ts")]);
  return openInProcess(readConfig(process.env));
}

function isThisMachine(url: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);
}

async function answers(url: string): Promise<boolean> {
  try {
    await sendJson(new URL("/api/health", url), { method: "GET", signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  }
}
