import { chmodSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./set-up.mjs";

/**
 * Bundles the entries that run outside of Next into dist/. Packages stay where npm put them; only our own modules are
 * joined, split so that a command loads what it needs and nothing else.
 */
const outdir = path.join(root, "dist");
mkdirSync(outdir, { recursive: true });
rmSync(path.join(outdir, "chunks"), { recursive: true, force: true });
/** A package of many small files that every command loads: joined with ours, it is found and read at once. */
const joined = {
  name: "joined",
  setup({ onResolve }) {
    onResolve({ filter: /^commander$/ }, () => ({ path: fileURLToPath(import.meta.resolve("commander")) }));
  },
};
/** Packages of the older kind call `require`, also for what is part of Node. */
const requireBanner =
  'import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);';
await build({
  absWorkingDir: root,
  entryPoints: {
    whence: "server/compose/cli.ts",
    serve: "server/compose/serve.ts",
    prepare: "server/compose/prepare.ts",
  },
  outdir,
  outExtension: { ".js": ".mjs" },
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  packages: "external",
  plugins: [joined],
  banner: { js: requireBanner },
  format: "esm",
  platform: "node",
  target: "node20.9",
  sourcemap: "linked",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
});
// Started as a thread of its own, so it must stand alone.
await build({
  absWorkingDir: root,
  entryPoints: { "parse-worker": "server/adapters/syntax-tree/parse-worker.ts" },
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.9",
  mainFields: ["module", "main"],
  banner: { js: requireBanner },
  logLevel: "error",
});
chmodSync(path.join(outdir, "whence.mjs"), 0o755);
const { prepareTemplate } = await import(pathToFileURL(path.join(outdir, "prepare.mjs")).href);
await prepareTemplate();
