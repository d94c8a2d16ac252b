import { homedir } from "node:os";
import type { CliConnection } from "#server/api/cli/connection.ts";
import { forwardTo } from "#server/api/cli/forward.ts";
import { dataDirFrom } from "#server/db/data-dir.ts";
import { readOwner } from "#server/db/store-owner.ts";
import { readConfig } from "./config.ts";

/**
 * How a command reaches the store: `WHENCE_URL` if set, else the server that `owner.json` names, else the store itself.
 * Only the last loads the engine, so that a command beside a running server starts fast.
 */
export async function connect(): Promise<CliConnection> {
  const config = readConfig(process.env);
  if (config.serverUrl !== undefined) return forwardTo(config.serverUrl, config.serverKey);
  if (config.databaseUrl === undefined) {
    const dataDir = dataDirFrom({
      env: {
        WHENCE_DATA_DIR: config.dataDir,
        XDG_DATA_HOME: process.env.XDG_DATA_HOME,
        LOCALAPPDATA: process.env.LOCALAPPDATA,
      },
      platform: process.platform,
      home: homedir(),
      cwd: process.cwd(),
    });
    const owner = await readOwner(dataDir);
    // A left-over file of a killed server names a dead url; then the lock is free and the store opens.
    if (owner?.url && (await answers(owner.url))) return forwardTo(owner.url, undefined);
  }
  const { openInProcess } = await import("./cli-in-process.ts");
  return openInProcess(config);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL("/api/health", url), {
      signal: AbortSignal.timeout(1_000),
      redirect: "error",
    });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
