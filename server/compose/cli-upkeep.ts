import path from "node:path";
import { systemClock } from "#server/adapters/clock/system-clock.ts";
import type { Upkeep } from "#server/api/cli/upkeep.ts";
import { describeDump } from "#server/db/describe-dump.ts";
import { dumpStore } from "#server/db/dump-store.ts";
import { hasEmbeddedStore } from "#server/db/embedded-store.ts";
import { exportStore } from "#server/db/export-store.ts";
import { importExport } from "#server/db/import-export.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { repairStore } from "#server/db/repair-store.ts";
import { keptRulesets } from "#server/domain/failure-signature/explain-failure.ts";
import { checkExportedRow } from "#server/operations/check-exported-row.ts";
import { forgetMemoriesIn } from "#server/operations/forget-memories.ts";
import { type Config, readConfig } from "./config.ts";
import { defaultWorkspace } from "./default-workspace.ts";
import { packageRoot, whenceVersion } from "./package-root.ts";
import { storeTarget } from "./store-target.ts";
import { newWorkspaceSecret } from "./workspace-secret.ts";

/** Each of these works on a store that this process opens for itself: a running owner refuses them by its lock. */
export const cliUpkeep: Upkeep = {
  async dump(file, report) {
    const target = standingStore();
    const now = systemClock.now();
    const chosen = path.resolve(file ?? `whence-${stampOf(now)}.dump.gz`);
    const store = await openDatabase(target, { ...openOptions(), report });
    try {
      const dump = await dumpStore(store.db, chosen, { whenceVersion: whenceVersion(), now });
      report(describeDump(dump));
      return dump;
    } finally {
      await store.close();
    }
  },

  async export(folder, report) {
    const target = standingStore();
    const now = systemClock.now();
    const chosen = path.resolve(folder ?? `whence-export-${stampOf(now)}`);
    const store = await openDatabase(target, { ...openOptions(), report });
    try {
      const origin = { workspaceId: defaultWorkspace, whenceVersion: whenceVersion(), now };
      const { rows, leftOut } = await exportStore(store.db, chosen, origin);
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      report(`Export written to ${chosen}: ${total} rows in ${Object.keys(rows).length} files`);
      return { folder: chosen, rows, left_out: leftOut };
    } finally {
      await store.close();
    }
  },

  async importExport(folder, { isDryRun }, report) {
    const store = await openDatabase(storeTarget(localConfig()), { ...openOptions(), report });
    try {
      const summary = await importExport(store.db, path.resolve(folder), {
        workspaceId: defaultWorkspace,
        secret: newWorkspaceSecret(),
        now: systemClock.now(),
        isDryRun,
        rulesets: keptRulesets.map(({ version }) => version),
        checkRow: checkExportedRow,
        forget: forgetMemoriesIn,
      });
      const files = Object.entries(summary.files).map(
        ([name, { leftOut, ...counts }]) => [name, { ...counts, left_out: leftOut }] as const,
      );
      const sum = (of: "found" | "added" | "known" | "left_out") =>
        files.reduce((total, [, counts]) => total + counts[of], 0);
      return {
        dry_run: isDryRun,
        exported_at: summary.exportedAt,
        whence_version: summary.whenceVersion,
        found: sum("found"),
        added: sum("added"),
        known: sum("known"),
        left_out: sum("left_out"),
        files: Object.fromEntries(files),
        notes: summary.notes,
      };
    } finally {
      await store.close();
    }
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
