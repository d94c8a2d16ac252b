import { existsSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "#server/compose/package-root.ts";
import { endProcesses, type StartedProcess, startProcess } from "#server/testing/start-process.ts";

const dist = path.join(packageRoot(), "dist");
export const serveFile = path.join(dist, "serve.mjs");
export const cliFile = path.join(dist, "whence.mjs");

export type Product = StartedProcess;
/** Ends every process that still runs, also a suspended one. For `afterEach` or `afterAll`. */
export const endProducts = endProcesses;

/** Starts the built server or command line on `dataDir`, in the folder that holds it, with nothing else set but `environment`. */
export function startProduct(
  script: string,
  args: readonly string[],
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Product {
  if (!existsSync(script)) throw new Error("Run `npm run build` first.");
  const home = path.dirname(dataDir);
  return startProcess([script, ...args], {
    cwd: home,
    environment: { HOME: home, PORT: "0", WHENCE_DATA_DIR: dataDir, WHENCE_DEMO: "off", ...environment },
  });
}

export const whence = (dataDir: string, ...args: string[]) => startProduct(cliFile, args, dataDir).ended;
