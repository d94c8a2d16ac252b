import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { GrammarPlaces } from "./create-source-reader.ts";

/**
 * Grammars and runtime as the installed packages ship them. Nothing is downloaded. `packageFolder` is the folder of our
 * own package: a bundler that could follow these names from here would try to link the binaries.
 */
export function shippedGrammars(packageFolder: string): GrammarPlaces {
  const installed = createRequire(join(packageFolder, "package.json"));
  return {
    runtime: installed.resolve("web-tree-sitter/web-tree-sitter.wasm"),
    grammars: join(dirname(installed.resolve("@repomix/tree-sitter-wasms/package.json")), "out"),
  };
}
