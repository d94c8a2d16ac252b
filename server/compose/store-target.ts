import { homedir } from "node:os";
import { dataDirFrom } from "#server/db/data-dir.ts";
import type { StoreTarget } from "#server/db/open-database.ts";
import type { Config } from "./config.ts";

/** Where the store of this configuration is: the team's database, else a data folder. */
export function storeTarget(config: Config): StoreTarget {
  if (config.databaseUrl !== undefined) return { databaseUrl: config.databaseUrl };
  return {
    dataDir: dataDirFrom({
      env: {
        WHENCE_DATA_DIR: config.dataDir,
        XDG_DATA_HOME: process.env.XDG_DATA_HOME,
        LOCALAPPDATA: process.env.LOCALAPPDATA,
      },
      platform: process.platform,
      home: homedir(),
      cwd: process.cwd(),
    }),
  };
}
