import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of this package. A bundle moves this module, so the folder is found by its contents: upwards from here,
 * else from the working directory, where the server is started.
 */
export function packageRoot(): string {
  for (const start of [path.dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let folder = start; ; folder = path.dirname(folder)) {
      if (existsSync(path.join(folder, "drizzle", "migrations", "meta", "_journal.json"))) return folder;
      if (folder === path.dirname(folder)) break;
    }
  }
  throw new Error("The package's own files (drizzle/migrations) were not found.");
}

export function whenceVersion(): string {
  const text: unknown = JSON.parse(readFileSync(path.join(packageRoot(), "package.json"), "utf8"));
  return typeof text === "object" && text !== null && "version" in text ? String(text.version) : "0.0.0";
}
