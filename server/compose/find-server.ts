import { homedir } from "node:os";
import { dataDirFrom } from "#server/db/data-dir.ts";
import { type OwnerProof, readOwner } from "#server/db/store-owner.ts";

export type FoundServer = {
  url: string;
  key: string | undefined;
  /** By which the owner of the store is known again; "given" of a server that `WHENCE_URL` names, which needs none. */
  proof: OwnerProof | "given";
};

/**
 * The server that a client talks to: `WHENCE_URL`, else the one that `owner.json` names. Null when there is none, or
 * when `DATABASE_URL` makes this process a server of its own. Says nothing about whether it answers.
 * Reads the few variables that matter by itself: the parser of the whole environment would double the start.
 */
export async function findServer(environment: NodeJS.ProcessEnv): Promise<FoundServer | null> {
  const given = environment.WHENCE_URL;
  if (given) {
    if (!/^https?:\/\//.test(given) || !URL.canParse(given)) throw new Error("WHENCE_URL: needs an http or https URL.");
    return { url: given, key: environment.WHENCE_KEY || undefined, proof: "given" };
  }
  if (environment.DATABASE_URL) return null;
  const owner = await readOwner(clientDataDir(environment));
  if (!owner?.url || !owner.proof) return null;
  return { url: owner.url, key: environment.WHENCE_KEY || undefined, proof: owner.proof };
}

/** The folder of the embedded store, as every client finds it. */
export function clientDataDir(environment: NodeJS.ProcessEnv): string {
  return dataDirFrom({
    env: {
      WHENCE_DATA_DIR: environment.WHENCE_DATA_DIR || undefined,
      XDG_DATA_HOME: environment.XDG_DATA_HOME,
      LOCALAPPDATA: environment.LOCALAPPDATA,
    },
    platform: process.platform,
    home: homedir(),
    cwd: process.cwd(),
  });
}
