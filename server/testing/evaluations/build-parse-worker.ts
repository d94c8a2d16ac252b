import { join } from "node:path";
import { build } from "esbuild";

/**
 * The parse worker as one file, for a script that is bundled itself and started at the top of the project: there
 * `bundleParseWorker` would look for its entry beside the bundle.
 */
export async function buildParseWorker(outFile: string): Promise<void> {
  await build({
    entryPoints: [join(process.cwd(), "server/adapters/syntax-tree/parse-worker.ts")],
    outfile: outFile,
    bundle: true,
    platform: "node",
    target: "node20.9",
    format: "esm",
    logLevel: "error",
    mainFields: ["module", "main"],
    banner: {
      js: 'import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);',
    },
  });
}
