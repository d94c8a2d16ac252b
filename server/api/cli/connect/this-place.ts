import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import type { ConnectPlace } from "./hosts.ts";

/** Where this command runs, for the configuration of hosts. Throws when it is not the built file that runs. */
export function thisPlace(scope: ConnectPlace["scope"]): ConnectPlace {
  const script = process.argv[1];
  if (script === undefined || !existsSync(script))
    throw new Error("The built file of whence was not found; run it as dist/whence.mjs.");
  return {
    scope,
    home: homedir(),
    folder: process.cwd(),
    platform: process.platform,
    appData: process.env.APPDATA,
    node: process.execPath,
    script: realpathSync(script),
  };
}

export function readConfig(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
