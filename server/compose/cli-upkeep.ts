import path from "node:path";
import { systemClock } from "#server/adapters/clock/system-clock.ts";
import type { Upkeep } from "#server/api/cli/upkeep.ts";
import { damageOf } from "#server/db/damage-of.ts";
import type { Database } from "#server/db/database.ts";
import { describeDump } from "#server/db/describe-dump.ts";
import { dumpStore } from "#server/db/dump-store.ts";
import { hasEmbeddedStore } from "#server/db/embedded-store.ts";
import { openDatabase, type StoreTarget } from "#server/db/open-database.ts";
import { repairStore } from "#server/db/repair-store.ts";
import { type Config, readConfig } from "./config.ts";
import { packageRoot, whenceVersion } from "./package-root.ts";
import { storeTarget } from "./store-target.ts";

/** Each of these works on a store that this process opens for itself: a running owner refuses them by its lock. */
export const cliUpkeep: Upkeep = {
  async dump(file, report) {
    const target = standingStore();
    const now = systemClock.now();
    const chosen = path.resolve(file ?? `whence-${stampOf(now)}.dump.gz`);
    return withStore(target, report, async (db) => {
      const dump = await dumpStore(db, chosen, { whenceVersion: whenceVersion(), now });
      report(describeDump(dump));
      return dump;
    });
  },

  async repair(from, report) {
    const target = storeTarget(localConfig());
    if (!("dataDir" in target)) {
      throw new Error("`whence repair` is for the embedded store. A Postgres server has its own tools and backups.");
    }
    const result = await repairStore({
      dataDir: target.dataDir,
      ...openOptions(),
      report,
      ...(from === undefined ? {} : { from: path.resolve(from) }),
    });
    if (result.outcome === "sound") {
      return { outcome: "sound", rows: {}, lost: [], notes: [], kept_as: null, dump: null };
    }
    const { outcome, rows, lost, notes, keptAs, dump } = result;
    return { outcome, rows, lost, notes, kept_as: keptAs ?? null, dump };
  },
};

/** Opens the store for one piece of work. What damage the work meets is told as damage of the store. */
async function withStore<T>(
  target: StoreTarget,
  report: (line: string) => void,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  const store = await openDatabase(target, { ...openOptions(), report });
  try {
    return await run(store.db);
  } catch (error) {
    throw ("dataDir" in target ? await damageOf(target.dataDir, error) : undefined) ?? error;
  } finally {
    await store.close();
  }
}

/** A store that is there: an empty one is not made to be copied. */
function standingStore() {
  const target = storeTarget(localConfig());
  if ("dataDir" in target && !hasEmbeddedStore(path.join(target.dataDir, "pg"))) {
    throw new Error(`There is no store in ${target.dataDir}. Name its folder with WHENCE_DATA_DIR.`);
  }
  return target;
}

/** UTC, to the second, and good in a file name everywhere. */
function stampOf(time: Date): string {
  return time
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
}

function localConfig(): Config {
  const config = readConfig(process.env);
  if (config.serverUrl === undefined) return config;
  throw new Error(`WHENCE_URL names a server at ${config.serverUrl}. Run this on its machine, without WHENCE_URL.`);
}

function openOptions() {
  return {
    migrationsFolder: path.join(packageRoot(), "drizzle", "migrations"),
    templateFolder: path.join(packageRoot(), "dist"),
    whenceVersion: whenceVersion(),
    startedAt: systemClock.now(),
  };
}
