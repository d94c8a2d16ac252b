import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import next from "next";
import { loadDemo } from "#drizzle/seed/load-demo.ts";
import { isFromHere } from "#server/api/http/loopback-guard.ts";
import { matchRoute } from "#server/api/http/routes.ts";
import { readConfig } from "./config.ts";
import { sharedComposition } from "./context.ts";
import { hostRule } from "./host-rule.ts";
import { handleAgentRequest } from "./http.ts";
import { keepRetention } from "./keep-retention.ts";
import { packageRoot, whenceVersion } from "./package-root.ts";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The production server: one process that holds the store, answers agents directly and gives everything else to Next.
 * Agent routes are the same function that Next's route handlers delegate to, mounted ahead of Next because they are the
 * ones that are called often.
 */
async function serve(): Promise<void> {
  const config = readConfig(process.env);
  refuseOpenHost(config.host);
  say(`Whence ${whenceVersion()}`);
  const composition = await sharedComposition({ report: say });
  say(`The store is open: ${composition.store.location}`);
  if (config.isDemoWanted && composition.store.kind === "embedded") {
    await loadDemo(composition.context, path.join(packageRoot(), "drizzle", "seed"), say);
  }
  await composition.context.retrieval.sync();

  let openPages: (handle: PageHandler) => void = () => {};
  const pages = new Promise<PageHandler>((resolve) => {
    openPages = resolve;
  });
  const server = createServer((request, response) => {
    answer(request, response, pages).catch(() => response.destroy());
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
  // Next takes a rewrite to any other port for another server, so it is told the port that was given, not the one asked for.
  const app = next({ dev: false, dir: packageRoot(), hostname: config.host, port });
  await app.prepare();
  openPages(app.getRequestHandler());
  const url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
  await composition.store.publishUrl(url);
  say(`Serving on ${url}`);
  const retention = keepRetention(composition.context);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    server.close();
    server.closeIdleConnections();
    // Running requests get a moment; then their connections go, so that the store can close in order.
    setTimeout(() => server.closeAllConnections(), 3_000).unref();
    await retention.stop();
    await composition.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

async function answer(request: IncomingMessage, response: ServerResponse, pages: Promise<PageHandler>): Promise<void> {
  const headers = headersOf(request);
  const pathname = request.url?.split("?")[0] ?? "/";
  // Next answers a path that is no UTF-8 with a 500; nothing can live there, so it is a page that does not exist.
  if (!isDecodable(pathname)) request.url = "/no-such-page";
  const isAgentRoute = matchRoute(request.method ?? "GET", pathname).kind !== "none";
  if (!isAgentRoute && isFromHere(headers, hostRule())) return (await pages)(request, response);
  // A foreign request is refused here as well, before Next sees any of it.
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const body = hasBody ? webBody(request) : null;
  const result = await handleAgentRequest(
    new Request(`http://${request.headers.host ?? "localhost"}${request.url ?? "/"}`, {
      method: request.method ?? "GET",
      headers,
      ...(body ? { body, duplex: "half" } : {}),
    }),
  );
  response.writeHead(result.status, Object.fromEntries(result.headers));
  if (result.body) await pipeline(Readable.from(result.body), response);
  else response.end();
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

function webBody(request: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      for await (const chunk of request) {
        if (chunk instanceof Uint8Array) controller.enqueue(chunk);
      }
      controller.close();
    },
    cancel() {
      request.destroy();
    },
  });
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) headers.append(name, item);
  }
  return headers;
}

function refuseOpenHost(host: string): void {
  if (["127.0.0.1", "::1", "localhost"].includes(host)) return;
  throw new Error(
    `HOST: ${host} would let other machines in, and there are no keys and no sign-in yet. Leave it at 127.0.0.1.`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

serve().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
