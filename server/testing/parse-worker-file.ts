import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundleParseWorker } from "./bundle-parse-worker.ts";
import { temporaryFolder } from "./case-repositories.ts";

let written: Promise<string> | null = null;

/** The bundled parse worker, made once per test process and removed when it ends. */
export function parseWorkerFile(): Promise<string> {
  written ??= write();
  return written;
}

async function write(): Promise<string> {
  const { folder } = temporaryFolder();
  const file = join(folder, "parse-worker.mjs");
  await bundleParseWorker(file);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return file;
}
