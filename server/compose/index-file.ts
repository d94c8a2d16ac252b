import { createHash } from "node:crypto";
import { homedir } from "node:os";
import path from "node:path";
import type { OpenStore } from "#server/db/open-database.ts";
import { cacheDirFrom } from "./cache-dir.ts";
import type { Config } from "./config.ts";

/**
 * Where this process keeps the indexes of a workspace: beside the embedded store; for a database elsewhere, in the
 * user's cache folder, one file for each database.
 */
export function indexFile(config: Config, store: OpenStore, workspaceId: string): string {
  const workspace = createHash("sha256").update(workspaceId).digest("hex").slice(0, 16);
  if (store.kind === "embedded") return path.join(store.location, "index", `${workspace}.bin`);
  const database = createHash("sha256")
    .update(config.databaseUrl ?? "")
    .digest("hex")
    .slice(0, 16);
  const cacheDir = cacheDirFrom({
    env: { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME, LOCALAPPDATA: process.env.LOCALAPPDATA },
    platform: process.platform,
    home: homedir(),
  });
  return path.join(cacheDir, "index", `${database}-${workspace}.bin`);
}
