import type { CliConnection } from "#server/api/cli/connection.ts";
import { forwardTo } from "#server/api/cli/forward.ts";
import { callsTo } from "./calls-to.ts";
import type { Config } from "./config.ts";
import { unknownVariables } from "./environment-names.ts";
import { findServer } from "./find-server.ts";

const answerLimitMs = 1_000;

/**
 * How a command reaches the store: `WHENCE_URL` if set, else the server that `owner.json` names, else the store itself.
 * Only the last loads the engine, so that a command beside a running server starts fast.
 */
export async function connect({ mustStand = false } = {}): Promise<CliConnection> {
  const unknown = unknownVariables(process.env);
  if (unknown.length > 0) throw new Error(`Unknown environment variable: ${unknown.join(", ")}.`);
  const server = await findServer(process.env);
  // A left-over file of a killed server names a dead url, or a stranger's; then the lock is free and the store opens.
  const calls = server && callsTo(server);
  if (calls && (await calls.isThere({ limitMs: answerLimitMs }))) {
    return { ...forwardTo(server.url, calls.send), isRemote: !isThisMachine(server.url) };
  }
  const [{ openInProcess }, { readConfig }] = await Promise.all([import("./cli-in-process.ts"), import("./config.ts")]);
  const config = readConfig(process.env);
  if (mustStand) await assertStanding(config);
  return openInProcess(config);
}

async function assertStanding(config: Config): Promise<void> {
  const [{ storeTarget }, { hasEmbeddedStore }, { join }] = await Promise.all([
    import("./store-target.ts"),
    import("#server/db/embedded-store.ts"),
    import("node:path"),
  ]);
  const target = storeTarget(config);
  if ("dataDir" in target && !hasEmbeddedStore(join(target.dataDir, "pg"))) {
    throw new Error(`There is no store in ${target.dataDir}. Name its folder with WHENCE_DATA_DIR.`);
  }
}

function isThisMachine(url: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);
}
