import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { GrammarPlaces } from "./create-source-reader.ts";

/** Grammars and runtime as the installed packages ship them. Nothing is downloaded. */
export function shippedGrammars(): GrammarPlaces {
  const { resolve } = createRequire(import.meta.url);
  return {
    runtime: resolve("web-tree-sitter/web-tree-sitter.wasm"),
    grammars: join(dirname(resolve("@repomix/tree-sitter-wasms/package.json")), "out"),
  };
}
