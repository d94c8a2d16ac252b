import { mkdirSync, realpathSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/pglite";
import * as schema from "#drizzle/schema/schema.ts";
import { backupFile, pruneBackups } from "#server/db/backups.ts";
import { damageOf } from "#server/db/damage-of.ts";
import type { Database } from "#server/db/database.ts";
import { describeDump } from "#server/db/describe-dump.ts";
import { describeUnreachable } from "#server/db/describe-unreachable.ts";
import { dumpStore } from "#server/db/dump-store.ts";
import { createEmbedded, hasEmbeddedStore, startEmbedded } from "#server/db/embedded-store.ts";
import type { GuardedPGlite } from "#server/db/guarded-pglite.ts";
import { maintainInBackground } from "#server/db/maintain-embedded.ts";
import { migrateStore, planMigrations } from "#server/db/migrate.ts";
import { openPostgres, shownUrl } from "#server/db/open-postgres.ts";
import { assertNoRepairCutOff } from "#server/db/repair-leftovers.ts";
import { acquireStoreLock, type StoreLock } from "#server/db/store-lock.ts";
import type { OwnerProof, StoreOwner } from "#server/db/store-owner.ts";
import { findTemplate } from "#server/db/store-template.ts";

export type StoreTarget = { dataDir: string } | { databaseUrl: string };

export type OpenOptions = {
  /** Folder of generated migrations: `drizzle/migrations`, or its copy beside a bundle. */
  migrationsFolder: string;
  /** Folder with a prepared template (`buildTemplate`); without one a first start runs initdb. */
  templateFolder?: string;
  whenceVersion: string;
  startedAt: Date;
  /** Told in plain sentences what is being done, one line at a time. */
  report?: (line: string) => void;
};

export type OpenStore = {
  kind: "embedded" | "postgres";
  db: Database;
  /** The data folder, or the address of the database without its password. */
  location: string;
  /** This process, as it names itself to others. */
  owner(): StoreOwner;
  /** Tells others where this process answers, and by what they know it. Does nothing on Postgres, which has no owner. */
  publishUrl(url: string, proof: OwnerProof): Promise<void>;
  /** Resolves with the reason when the store stops by itself (a full disk); never on Postgres, which may come back. */
  stopped: Promise<Error>;
  /** Waits for what is running, then closes. Idempotent. */
  close(): Promise<void>;
};

/** This process has the store open already. Two engines on one folder would destroy it. */
export class StoreAlreadyOpen extends Error {
  override readonly name = "StoreAlreadyOpen";
  constructor(dataDir: string) {
    super(`This process has already opened the store in ${dataDir}. Use sharedDatabase to share it.`);
  }
}

declare global {
  // A bundler may load this module twice (E31); both copies must find the same stores.
  var whenceOpenStores: Map<string, Promise<OpenStore>> | undefined;
}

const openStores = (): Map<string, Promise<OpenStore>> => {
  globalThis.whenceOpenStores ??= new Map();
  return globalThis.whenceOpenStores;
};

/**
 * Opens the store, creating and migrating it where needed. It is ready for its first request when this resolves.
 * Throws `StoreAlreadyOpen`, `StoreInUse`, `OwnerUnresponsive`, the errors of `migrateStore`, or `StoreUnusable`.
 */
export async function openDatabase(target: StoreTarget, options: OpenOptions): Promise<OpenStore> {
  const key = keyOf(target);
  if (openStores().has(key)) throw new StoreAlreadyOpen(key);
  return openOnce(key, target, options);
}

/** The store that this process has open, opening it if need be. Every caller gets the same one; whoever composes the process closes it. */
export function sharedDatabase(target: StoreTarget, options: OpenOptions): Promise<OpenStore> {
  const key = keyOf(target);
  return openStores().get(key) ?? openOnce(key, target, options);
}

function openOnce(key: string, target: StoreTarget, options: OpenOptions): Promise<OpenStore> {
  const forget = () => openStores().delete(key);
  const opening = "dataDir" in target ? openEmbedded(key, options, forget) : openTeamStore(target, options, forget);
  openStores().set(key, opening);
  // A failed start must not stand in the way of the next attempt.
  opening.catch(forget);
  return opening;
}

/** The real path, so that two spellings of one folder are one store. */
function keyOf(target: StoreTarget): string {
  if ("databaseUrl" in target) return target.databaseUrl;
  mkdirSync(target.dataDir, { recursive: true, mode: 0o700 });
  return realpathSync(target.dataDir);
}

async function openEmbedded(dataDir: string, options: OpenOptions, forget: () => void): Promise<OpenStore> {
  try {
    const lock = await acquireStoreLock(dataDir, { startedAt: options.startedAt });
    try {
      return await openLocked(dataDir, options, lock, forget);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw (await damageOf(dataDir, error)) ?? error;
  }
}

async function openLocked(
  dataDir: string,
  options: OpenOptions,
  lock: StoreLock,
  forget: () => void,
): Promise<OpenStore> {
  const pg = await startOrCreate(dataDir, options);
  try {
    const db = drizzle({ client: pg, schema, casing: "snake_case" });
    await bringUpToDate(db, options, (tag) => backUp(db, dataDir, tag, options));
    return embeddedStore({ dataDir, db, pg, lock, forget });
  } catch (error) {
    await pg.close();
    throw error;
  }
}

/** Before each migration: the way back, should the new version not be wanted. */
async function backUp(db: Database, dataDir: string, tag: string, options: OpenOptions): Promise<void> {
  const { whenceVersion, report } = options;
  const now = options.startedAt;
  report?.(describeDump(await dumpStore(db, backupFile(dataDir, { now, tag }), { whenceVersion, now })));
  await pruneBackups(dataDir);
}

async function startOrCreate(dataDir: string, options: OpenOptions): Promise<GuardedPGlite> {
  const pgDir = path.join(dataDir, "pg");
  if (hasEmbeddedStore(pgDir)) return startEmbedded(pgDir);
  await assertNoRepairCutOff(dataDir);
  const template = await findTemplate(options);
  options.report?.(
    template ? `Creating the store in ${pgDir}` : `Creating the store in ${pgDir} (without a template: about 10 s)`,
  );
  return createEmbedded(pgDir, template);
}

async function openTeamStore(
  { databaseUrl }: { databaseUrl: string },
  options: OpenOptions,
  forget: () => void,
): Promise<OpenStore> {
  const { db, close } = openPostgres(databaseUrl);
  let url: string | null = null;
  let closing: Promise<void> | undefined;
  const closeOnce = () => {
    closing ??= close().finally(forget);
    return closing;
  };
  try {
    await bringUpToDate(db, options);
    return {
      kind: "postgres",
      db,
      location: shownUrl(databaseUrl),
      owner: () => ({ pid: process.pid, startedAt: options.startedAt.toISOString(), host: hostname(), url }),
      publishUrl: async (published) => {
        url = published;
      },
      stopped: new Promise(() => {}),
      close: closeOnce,
    };
  } catch (error) {
    await closeOnce();
    throw describeUnreachable(databaseUrl, error) ?? error;
  }
}

async function bringUpToDate(
  db: Database,
  options: OpenOptions,
  beforeMigrating?: (currentTag: string) => Promise<void>,
): Promise<void> {
  const migration = { folder: options.migrationsFolder, whenceVersion: options.whenceVersion };
  const { pending, current } = await planMigrations(db, migration);
  if (pending.length === 0) return;
  if (current !== null) await beforeMigrating?.(current);
  options.report?.(`Migrating the store from ${current ?? "empty"} to ${pending.at(-1)}`);
  await migrateStore(db, migration);
}

function embeddedStore(open: {
  dataDir: string;
  db: Database;
  pg: GuardedPGlite;
  lock: StoreLock;
  forget: () => void;
}): OpenStore {
  const { dataDir, db, pg, lock, forget } = open;
  let closing: Promise<void> | undefined;
  const stopUpkeep = maintainInBackground(pg);
  const close = async () => {
    stopUpkeep();
    try {
      await pg.close();
    } finally {
      await lock.release();
      forget();
    }
  };
  return {
    kind: "embedded",
    db,
    location: dataDir,
    owner: () => lock.owner,
    publishUrl: (url, proof) => lock.publishUrl(url, proof),
    stopped: pg.stopped.then(async (stop) => (await damageOf(dataDir, stop)) ?? stop),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
