import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Writes the worker that `createParserPool` starts, as one file that needs nothing beside it. Part of the build, and of
 * tests; it is never imported by what runs in production, where esbuild may be absent.
 */
export async function bundleParseWorker(outFile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("./parse-worker.ts", import.meta.url))],
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
