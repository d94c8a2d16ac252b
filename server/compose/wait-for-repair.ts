import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "./config.ts";
import { answerUnusable, type Trouble } from "./unusable-store.ts";

const lookEveryMs = 1_000;

/**
 * Listens where the server would and answers each request with the trouble, until another folder stands in the place of
 * the store: a repair that is done puts one there. Holds no lock meanwhile, so that the repair can take it.
 */
export async function waitForRepair(
  dataDir: string,
  trouble: Trouble,
  { port, host }: Pick<Config, "port" | "host">,
  report: (line: string) => void,
): Promise<void> {
  const before = await identityOf(dataDir);
  const server = createServer((request, response) => {
    answerUnusable(request, response, trouble).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const chosen = typeof address === "object" && address ? address.port : port;
  report(`Repair needed: http://${host.includes(":") ? `[${host}]` : host}:${chosen} says so too, and waits.`);
  while ((await identityOf(dataDir)) === before) await sleep(lookEveryMs);
  report("Another store stands there now: starting with it.");
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

/** Which folder is the store, or "none". A folder that is changed inside stays the same one. */
async function identityOf(dataDir: string): Promise<string> {
  const found = await stat(path.join(dataDir, "pg"), { bigint: true }).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}:${found.birthtimeNs}` : "none";
}
