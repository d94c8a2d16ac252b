import path from "node:path";
import { buildTemplate } from "#server/db/store-template.ts";
import { packageRoot, whenceVersion } from "./package-root.ts";

/** Writes the empty, migrated store that a first start copies instead of running initdb. Part of the build. */
export async function prepareTemplate(): Promise<void> {
  await buildTemplate({
    templateFolder: path.join(packageRoot(), "dist"),
    migrationsFolder: path.join(packageRoot(), "drizzle", "migrations"),
    whenceVersion: whenceVersion(),
  });
}
