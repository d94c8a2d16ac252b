import { chmodSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./set-up.mjs";

/**
 * Bundles the entries that run outside of Next into dist/. Packages stay where npm put them; only our own modules are
 * joined, in parts, so that a command loads what it needs and nothing else.
 */
const outdir = path.join(root, "dist");
mkdirSync(outdir, { recursive: true });
for (const folder of ["chunks", "parts"]) rmSync(path.join(outdir, folder), { recursive: true, force: true });
/** A package of many small files that every command loads: joined with ours, it is found and read at once. */
const joined = {
  name: "joined",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^commander$/ }, () => ({ path: fileURLToPath(import.meta.resolve("commander")) }));
    // It could start programs, which no command of ours is, and what starts them takes its time to load.
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes("commander") ? { path: "child_process", namespace: "when-used" } : undefined,
    );
    onLoad({ filter: /^child_process$/, namespace: "when-used" }, () => ({
      contents: 'module.exports = { get spawn() { return require("child_process").spawn; } };',
    }));
  },
};
/** Packages of the older kind call `require`, also for what is part of Node. */
const requireBanner =
  'import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);';
const common = {
  absWorkingDir: root,
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  banner: { js: requireBanner },
  format: "esm",
  platform: "node",
  target: "node20.9",
  sourcemap: "linked",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
};
/**
 * What a command loads beside a running server: finding and reading a file takes longer than running it, so each of these
 * parts is one file, with what it shares with others in it again. They hold no state that two copies could disagree on.
 */
const isQuickPart = (file) => /server\/(?:api\/(?:cli|hooks)\/|compose\/(?:command-line|hook)\.ts$)/.test(file);
/** Parts by the file that they begin with: the quick ones, and those that open the store or read the repository. */
const quickParts = new Map();
const fullParts = new Map();
const partOf = (file) => {
  const parts = isQuickPart(file) ? quickParts : fullParts;
  const name = path.relative(path.join(root, "server"), file).replace(/\.ts$/, "").replaceAll(path.sep, "-");
  parts.set(file, `parts/${name}`);
  return name;
};
/** Leaves what is imported at run time to a part of its own. */
const apart = (folder) => ({
  name: "apart",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[.#]/ }, async ({ path: asked, kind, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === "apart") return undefined;
      const found = await resolve(asked, { kind, resolveDir, pluginData: "apart" });
      return { path: `./${folder}${partOf(found.path)}.mjs`, external: true };
    });
  },
});
await build({ ...common, entryPoints: { whence: "server/compose/cli.ts" }, plugins: [apart("parts/")] });
const built = new Set();
for (let left = [...quickParts]; left.length > 0; left = [...quickParts].filter(([file]) => !built.has(file))) {
  const entryPoints = Object.fromEntries(left.map(([file, name]) => [name, file]));
  await build({ ...common, entryPoints, plugins: [joined, apart("")] });
  for (const [file] of left) built.add(file);
}
await build({
  ...common,
  entryPoints: {
    serve: "server/compose/serve.ts",
    prepare: "server/compose/prepare.ts",
    ...Object.fromEntries([...fullParts].map(([file, name]) => [name, file])),
  },
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
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
