import path from "node:path";
import { build } from "esbuild";
import { packageRoot } from "#server/compose/package-root.ts";

/** Writes the worker that `createParserPool` starts, as one file that needs nothing beside it, as the build does. */
export async function bundleParseWorker(outFile: string): Promise<void> {
  await build({
    entryPoints: [path.join(packageRoot(), "server", "adapters", "syntax-tree", "parse-worker.ts")],
    outfile: outFile,
    bundle: true,
    platform: "node",
    target: "node20.9",
    format: "esm",
    logLevel: "error",
    // The UMD form of jsonc-parser, which "main" names, finds its own parts in a way that no bundler follows.
    mainFields: ["module", "main"],
    // The parser's own loader asks for `require` where it looks for files.
    banner: {
      js: 'import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);',
    },
  });
}
