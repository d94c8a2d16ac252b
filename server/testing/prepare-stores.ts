import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/db/open-database.ts";
import { buildTemplate } from "#server/db/store-template.ts";
import { executeAsOwner } from "#server/testing/execute-as-owner.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { startPostgres } from "#server/testing/postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the database `postgres` on the server of this run. */
    postgresUrl: string;
    /** A migrated store as a tarball, and the folder that holds it. */
    storeTemplate: { file: string; folder: string };
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));
export const templateDatabase = "whence_template";

/** Once per run, before the first integration test: a template of the embedded store, and a Postgres with one. */
export default async function prepareStores(project: TestProject): Promise<() => Promise<void>> {
  const folder = path.join(root, "node_modules", ".cache", "whence", "store-templates");
  const [file, server] = await Promise.all([
    buildTemplate({ templateFolder: folder, migrationsFolder, whenceVersion: "0.0.0-test" }),
    startPostgres(),
  ]);
  try {
    await executeAsOwner(server.urlOf("postgres"), `create database ${templateDatabase}`);
    const template = await openDatabase(
      { databaseUrl: server.urlOf(templateDatabase) },
      { migrationsFolder, whenceVersion: "0.0.0-test", startedAt: new Date() },
    );
    await template.close();
    project.provide("postgresUrl", server.urlOf("postgres"));
    project.provide("storeTemplate", { file, folder });
    return () => server.stop();
  } catch (error) {
    await server.stop();
    throw error;
  }
}
