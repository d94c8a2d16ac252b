// Bundles a TypeScript entry and runs it: `node server/testing/evaluations/run.mjs eval-signatures --data DIR`.
// Node 20 reads no TypeScript, and the aliases of this project carry real file endings, which esbuild resolves by itself.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const [name = "", ...rest] = process.argv.slice(2);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const entry = name.includes("/") ? join(root, name) : join(root, "server/testing/evaluations", `${name}.ts`);
// Inside the project, so that what the bundle asks for while it runs (an engine's binaries) is found as the project finds it.
const cache = join(root, "node_modules", ".cache", "whence");
await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(cache, "run-"));
const bundle = join(folder, "entry.mjs");
try {
  await build({
    entryPoints: [entry],
    outfile: bundle,
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
    // What looks for a package by itself looks from the project, too.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(entry).href) },
    // Packages stay outside the bundle and are looked up from the project, not from the temporary folder.
    plugins: [
      {
        name: "packages-of-the-project",
        setup: ({ onResolve }) => {
          onResolve({ filter: /^[^.#/]/ }, async ({ path, kind }) =>
            kind === "entry-point" || path.startsWith("node:")
              ? undefined
              : { path: import.meta.resolve(path), external: true },
          );
        },
      },
    ],
  });
  process.argv = [process.argv[0] ?? "node", entry, ...rest];
  await import(pathToFileURL(bundle).href);
} finally {
  await rm(folder, { recursive: true, force: true });
}
