import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loadDemo } from "#drizzle/seed/load-demo.ts";
import { isAgentPath } from "#server/api/http/handle.ts";
import { isFromHere } from "#server/api/http/loopback-guard.ts";
import { hasUsableKey } from "#server/db/access-keys.ts";
import type { StoreTarget } from "#server/db/open-database.ts";
import { StoreInUse } from "#server/db/store-lock.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { answerAgent } from "./agent-listener.ts";
import { headersOf } from "./answer-request.ts";
import { type Config, readConfig } from "./config.ts";
import { type Composition, sharedComposition } from "./context.ts";
import { hostRule, needsKeys } from "./host-rule.ts";
import { keepRetention } from "./keep-retention.ts";
import { keepSignatures } from "./keep-signatures.ts";
import { answersWhoOwns, newOwnerProof } from "./owner-proof.ts";
import { packageRoot, whenceVersion } from "./package-root.ts";
import { storeTarget } from "./store-target.ts";
import { answerUnusable, repairNeeded, stoppedStore, type Trouble } from "./unusable-store.ts";
import { waitForRepair } from "./wait-for-repair.ts";

const pagesClosed =
  "This server takes calls with a key only; its pages are open on its own machine, with HOST=127.0.0.1.\n";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The production server: one process that holds the store, answers agents directly and gives everything else to Next.
 * Agent routes are the same function that Next's route handlers delegate to, mounted ahead of Next because they are the
 * ones that are called often.
 */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  say(`Whence ${whenceVersion()}`);
  const composition = await openStore(config);
  say(`The store is open: ${composition.store.location}`);
  await refuseOpenHost(config.host, composition.context);
  if (config.isDemoWanted && composition.store.kind === "embedded") {
    await loadDemo(composition.context, path.join(packageRoot(), "drizzle", "seed"), say);
  }

  let openPages: (handle: PageHandler) => void = () => {};
  const pages = new Promise<PageHandler>((resolve) => {
    openPages = resolve;
  });
  let trouble: Trouble | undefined;
  const proof = newOwnerProof();
  const server = createServer((request, response) => {
    if (answersWhoOwns(request, response, proof)) return;
    const answered = trouble ? answerUnusable(request, response, trouble) : answer(request, response, pages);
    answered.catch(() => response.destroy());
  });
  // A peer that sends its request a byte at a time must not hold a connection for ever.
  server.requestTimeout = 60_000;
  server.headersTimeout = 15_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  // Agents are answered from here on, by tier 1 at first. Indexes and pages follow, the pages last: loading Next holds the process up.
  await tellOfIndexes(prepareIndexes(composition));
  say("Agents are answered. Loading the pages …");
  const { default: next } = await import("next");
  // Next takes a rewrite to any other port for another server, so it is told the port that was given, not the one asked for.
  const app = next({ dev: false, dir: packageRoot(), hostname: config.host, port });
  await app.prepare();
  openPages(app.getRequestHandler());
  const url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
  await composition.store.publishUrl(url, proof);
  say(`Serving on ${url}`);
  if (needsKeys()) say("Other machines may call with a key. The pages stay closed: they have no sign-in.");
  const retention = keepRetention(composition.context);
  const signatures = keepSignatures(composition.context);
  composition.keepJobs();

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    server.close();
    server.closeIdleConnections();
    // Running requests get a moment; then their connections go, so that the store can close in order.
    setTimeout(() => server.closeAllConnections(), 3_000).unref();
    if (!trouble) {
      await retention.stop();
      await signatures.stop();
      await composition.close();
    }
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  void composition.store.stopped.then(async (error) => {
    trouble = stoppedStore(error);
    process.stderr.write(`${error.message}\nUntil this server is started again, it answers every request with this.\n`);
    await Promise.allSettled([retention.stop(), signatures.stop()]);
    // Frees the lock: a repair or another process may take the store.
    await composition.store.close();
  });
}

/** A store that a repair can help is waited for, with the steps told to whoever asks. Any other trouble ends the start. */
async function openStore(config: Config): Promise<Composition> {
  let hasWaited = false;
  for (;;) {
    try {
      return await sharedComposition({ report: say });
    } catch (error) {
      const target = storeTarget(config);
      const trouble = repairNeeded(error, repairCommand(target));
      if (hasWaited && error instanceof StoreInUse) {
        // The repair holds the lock until it has told what it did.
        await sleep(lookAgainMs);
      } else if (trouble && "dataDir" in target) {
        hasWaited = true;
        process.stderr.write(`${trouble.message}\n`);
        await waitForRepair(target.dataDir, trouble, config, say);
      } else throw error;
    }
  }
}

/** As it can be pasted into a terminal on this machine, whatever folder it stands in. */
function repairCommand(target: StoreTarget): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const script = path.join(packageRoot(), "dist", "whence.mjs");
  const dataDir = "dataDir" in target ? `WHENCE_DATA_DIR=${quoted(target.dataDir)} ` : "";
  return `${dataDir}node ${quoted(script)} repair`;
}

const lookAgainMs = 500;

async function answer(request: IncomingMessage, response: ServerResponse, pages: Promise<PageHandler>): Promise<void> {
  const headers = headersOf(request);
  const pathname = request.url?.split("?")[0] ?? "/";
  // Next answers a path that is no UTF-8 with a 500; nothing can live there, so it is a page that does not exist.
  if (!isDecodable(pathname)) request.url = "/no-such-page";
  const isAgentRoute = isAgentPath(request.method ?? "GET", pathname);
  if (!isAgentRoute && isFromHere(headers, hostRule()) && needsKeys() && !pathname.startsWith("/api/trpc/")) {
    response.writeHead(403, { "content-type": "text/plain; charset=utf-8" }).end(pagesClosed);
    return;
  }
  if (!isAgentRoute && isFromHere(headers, hostRule())) return (await pages)(request, response);
  // A foreign request is refused here as well, before Next sees any of it.
  return answerAgent(request, response);
}

function isDecodable(pathname: string): boolean {
  try {
    // Twice, because Next decodes the part of a page's address again: `%25` must not become a broken `%` there.
    decodeURIComponent(decodeURIComponent(pathname));
    return true;
  } catch {
    return pathname.startsWith("/api/") || pathname.startsWith("/memory/");
  }
}

/** A small store is ready in a moment. A large one answers from its signatures until it is. Resolves after `indexHeadStartMs` at the latest. */
async function tellOfIndexes(indexed: Promise<"ready" | "failed">): Promise<void> {
  if ((await Promise.race([indexed, sleep(indexHeadStartMs)])) !== undefined) return;
  say("Indexing the memories; until that is done, answers name the legs that they lack …");
  void indexed.then((how) =>
    say(how === "ready" ? "The indexes are complete." : "The indexes could not be built yet."),
  );
}

/** How long the pages wait for the indexes, in ms. */
const indexHeadStartMs = 1_000;

/** Never fails: whatever stands in the way is met again, and named, by the first lookup. */
async function prepareIndexes(composition: Composition): Promise<"ready" | "failed"> {
  try {
    await composition.prepareIndexes();
    composition.keepIndexes();
    // Prior context has an index of its own, which nobody waits for.
    composition.context.priorCorpus.sync().catch(() => {});
    return "ready";
  } catch {
    return "failed";
  }
}

/** Beyond this machine only whoever holds a key may call, so there must be one. */
async function refuseOpenHost(host: string, { db, workspaceId, clock }: OperationContext): Promise<void> {
  if (!needsKeys() || (await hasUsableKey(db, workspaceId, clock.now()))) return;
  throw new Error(
    `HOST: ${host} would let other machines in, and there is no key yet. Make one with \`whence key create NAME\` first, or leave HOST at 127.0.0.1.`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
