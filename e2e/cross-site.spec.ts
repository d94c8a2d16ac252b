import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { packageFolder } from "./start-server.ts";

const planted = "cross-site probe";
const project = "github.com/acme/planted";
const memory = JSON.stringify({ project, text: planted });
const message = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "remember", arguments: { project, text: planted } },
});

/** Where a page could plant something, and the body that would do it if it came from here. */
const targets: [string, string][] = [
  ["/mcp", message],
  ["/api/memories", memory],
  ["/api/trpc/memory.remember", memory],
  ["/memory/context", JSON.stringify({ task: planted })],
];

type Sent = { url: string; status: number };

/** Another server on this machine, by an address of its own: for a browser another site. */
async function serveHtml(html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no address.");
  return { url: `http://127.0.0.2:${address.port}/`, server };
}

/** Opens `html` on another site, does what `act` says there, and tells how the product answered each of its requests. */
async function openElsewhere(
  browser: Browser,
  { html, product, act }: { html: string; product: string; act: (page: Page) => Promise<void> },
): Promise<Sent[]> {
  const { url, server } = await serveHtml(html);
  const page = await browser.newPage();
  const sent: Sent[] = [];
  page.on("response", (response) => {
    if (response.url().startsWith(product)) sent.push({ url: response.url(), status: response.status() });
  });
  try {
    await page.goto(url);
    await act(page);
    return sent;
  } finally {
    await page.close();
    server.close();
    server.closeAllConnections();
  }
}

async function plantedIn(request: APIRequestContext, url: string): Promise<number> {
  const found = await (await request.get(`${url}/api/memories?q=${encodeURIComponent(planted)}`)).json();
  return found.items.length;
}

/** Everything that is stored, by number, and how much of it is what the page would plant. */
async function stored(request: APIRequestContext, url: string) {
  const read = async (route: string) => (await request.get(`${url}${route}`)).json();
  const { counts } = await read("/api/doctor");
  const { items: lookups } = await read("/api/lookups?limit=1");
  return { counts, planted: await plantedIn(request, url), newestLookup: lookups[0]?.record_id ?? null };
}

test("E02: the given page, opened from another site while the product runs, writes nothing", async ({
  browser,
  request,
  server,
}) => {
  const given = await readFile(path.join(packageFolder, "server", "testing", "cases", "E02-csrf.html"), "utf8");
  const html = given.replaceAll("http://127.0.0.1:3000", server.url);
  expect(html).toContain(server.url);
  const before = await stored(request, server.url);
  const sent = await openElsewhere(browser, {
    html,
    product: server.url,
    async act(page) {
      // The page notes each of its twelve requests as it settles, then its form is sent by hand.
      await expect(page.locator("#o")).toHaveText(/(?:[^\n]* (?:sent|blocked)[^\n]*\n){12}/);
      await Promise.all([page.waitForURL(`${server.url}/**`), page.getByRole("button", { name: "form" }).click()]);
    },
  });
  expect(sent.length).toBeGreaterThanOrEqual(13);
  for (const { url, status } of sent) expect([403, 415], url).toContain(status);
  expect(await stored(request, server.url)).toEqual(before);
});

test("E02: no content type that a browser sends without asking first writes anything, nor does JSON from a foreign site", async ({
  browser,
  request,
  server,
}) => {
  const before = await stored(request, server.url);
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
    "application/json",
  ];
  const sent = await openElsewhere(browser, {
    html: "<!doctype html><title>elsewhere</title>",
    product: server.url,
    async act(page) {
      const outcomes = await page.evaluate(
        async ({ base, routes, contentTypes }) => {
          const told: string[] = [];
          for (const [route, body] of routes) {
            for (const type of contentTypes) {
              for (const mode of ["no-cors", "cors"] as const) {
                const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
                // Bytes have no type of their own, so that none is sent with them.
                const bytes = new TextEncoder().encode(body);
                await fetch(`${base}${route}`, {
                  method: "POST",
                  mode,
                  credentials: "include",
                  headers,
                  body: bytes,
                }).then(
                  (answer) => told.push(`${route} ${type} ${mode} ${answer.type}`),
                  () => told.push(`${route} ${type} ${mode} blocked`),
                );
              }
            }
          }
          return told;
        },
        { base: server.url, routes: targets, contentTypes: types },
      );
      expect(outcomes).toHaveLength(targets.length * types.length * 2);
      // An answer that a foreign page may not read is opaque at best.
      for (const outcome of outcomes) expect(outcome).toMatch(/ (?:opaque|blocked)$/);
    },
  });
  // What the browser lets through without asking reached the server, all of it.
  expect(sent.length).toBeGreaterThanOrEqual(targets.length * types.length);
  for (const { url, status } of sent) expect([403, 415], url).toContain(status);
  // JSON from a foreign site, as if the browser had not asked first.
  for (const [route, data] of targets) {
    const headers = { "content-type": "application/json", origin: "http://127.0.0.2:8999" };
    expect([route, (await request.post(`${server.url}${route}`, { headers, data })).status()]).toEqual([route, 403]);
  }
  expect(await stored(request, server.url)).toEqual(before);

  // The same bodies do write when this machine's own agent sends them: what was refused above was no broken call.
  for (const [route, data] of targets) {
    const answer = await request.post(`${server.url}${route}`, {
      headers: { "content-type": "application/json", accept: "application/json" },
      data,
    });
    expect([route, answer.ok()]).toEqual([route, true]);
  }
  expect(await plantedIn(request, server.url)).toBe(3);
});

test("E02: there is no session that a foreign page could ride on: cookies hold what a reader prefers, and no answer sets one", async ({
  page,
  server,
}) => {
  for (const route of ["/", "/lookups", "/api/health", "/api/lookups", "/api/trpc/health.get"]) {
    const answer = await page.request.get(`${server.url}${route}`);
    expect(answer.headers()["set-cookie"], route).toBeUndefined();
  }
  await page.goto(`${server.url}/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(
    names.filter((name) => !["whence_theme", "whence_zone", "whence_zone_chosen", "whence_keys"].includes(name)),
  ).toEqual([]);
});
