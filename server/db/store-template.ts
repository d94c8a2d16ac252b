import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import * as schema from "#drizzle/schema/schema.ts";
import { initDbParams } from "#server/db/embedded-store.ts";
import { GuardedPGlite } from "#server/db/guarded-pglite.ts";
import { migrateStore } from "#server/db/migrate.ts";
import { readMigrationFiles, schemaKeyOf } from "#server/db/migration-files.ts";
import { transactionLimitMs } from "#server/db/time-limits.ts";

export type TemplateSource = { templateFolder?: string; migrationsFolder: string; whenceVersion: string };

/** The template that fits these migrations exactly, or undefined. One of another state is not used: it would need migrating first. */
export async function findTemplate({ templateFolder, migrationsFolder }: TemplateSource): Promise<string | undefined> {
  if (templateFolder === undefined) return undefined;
  const file = await templateFileIn(templateFolder, migrationsFolder);
  return existsSync(file) ? file : undefined;
}

/**
 * Writes an empty, migrated store as a gzipped tarball into `templateFolder`, unless it is there already, and returns
 * its path. Takes 5–10 s, so it belongs into the build. Two builders at once do no harm: the file appears in one step.
 */
export async function buildTemplate({
  templateFolder,
  migrationsFolder,
  whenceVersion,
}: TemplateSource & { templateFolder: string }): Promise<string> {
  const file = await templateFileIn(templateFolder, migrationsFolder);
  if (existsSync(file)) return file;
  await mkdir(templateFolder, { recursive: true });
  const next = `${file}.${process.pid}`;
  try {
    await writeFile(next, await dumpEmptyStore(migrationsFolder, whenceVersion));
    await rename(next, file);
  } finally {
    await rm(next, { force: true });
  }
  return file;
}

/** Goes up when templates are made in another way, so that none of the old way is used. */
const templateFormat = 2;

async function templateFileIn(templateFolder: string, migrationsFolder: string): Promise<string> {
  return path.join(
    templateFolder,
    `store-${templateFormat}-${schemaKeyOf(await readMigrationFiles(migrationsFolder))}.tar.gz`,
  );
}

async function dumpEmptyStore(migrationsFolder: string, whenceVersion: string): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), "whence-template-"));
  try {
    const pg = new GuardedPGlite({ dataDir: folder, initDbStartParams: initDbParams }, transactionLimitMs);
    await pg.waitReady;
    try {
      await migrateStore(drizzle({ client: pg, schema, casing: "snake_case" }), {
        folder: migrationsFolder,
        whenceVersion,
      });
      // Two thirds of a new cluster are databases to copy new ones from, and a store holds one database for good.
      await pg.exec("update pg_database set datistemplate = false where datname in ('template0', 'template1')");
      await pg.exec("drop database template1");
      await pg.exec("drop database template0");
      // Freezing now spares every store that is made from this its first vacuum.
      await pg.exec("vacuum (freeze, analyze)");
    } finally {
      await pg.close();
    }
    return await dumpClosedStore(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A store that was shut down needs no recovery when it starts, while a dump of a running one does. */
async function dumpClosedStore(pgDir: string): Promise<Uint8Array> {
  const files = new PGlite({ dataDir: pgDir, noInitDb: true });
  await files.waitReady;
  try {
    const dump = await files.dumpDataDir("gzip");
    return new Uint8Array(await dump.arrayBuffer());
  } finally {
    await files.close();
  }
}
