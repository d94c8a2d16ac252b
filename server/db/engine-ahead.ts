import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";

let compiled: Promise<WebAssembly.Module | undefined> | undefined;

/**
 * Begins to compile the engine of the embedded store on another processor, while this one loads the rest of the product.
 * Left to itself, WebAssembly is compiled function by function while it first runs, which holds a start up by about 0.3 s.
 */
export function compileEngineAhead(): void {
  compiled ??= compile();
}

/** The engine, if anybody began to compile it; undefined otherwise, and then PGlite loads it by itself. */
export async function engineCompiledAhead(): Promise<WebAssembly.Module | undefined> {
  return compiled;
}

async function compile(): Promise<WebAssembly.Module | undefined> {
  try {
    const engine = await readFile(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite")));
    setFlagsFromString("--no-wasm-lazy-compilation");
    const module = WebAssembly.compile(engine);
    setFlagsFromString("--wasm-lazy-compilation");
    return await module;
  } catch {
    // It is only sooner.
    return undefined;
  }
}
