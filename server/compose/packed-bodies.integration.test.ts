import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endProducts, serveFile, startProduct } from "#server/testing/run-product.ts";

/** The built server in a process of its own: what the test itself holds is not counted. */
let parent = "";
let url = "";
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "whence-packed-"));
  url = await startProduct(serveFile, [], path.join(parent, "store")).saying(/Serving on (http:\S+)/);
});
afterAll(async () => {
  await endProducts();
  await rm(parent, { recursive: true, force: true });
});

/** In chunks, as a sender that does not say how long its body is. */
async function send(encoding: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const response = await fetch(new URL("/memory/context", url), {
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": encoding },
    body: new Blob([body]).stream(),
    ...{ duplex: "half" },
  });
  await response.arrayBuffer();
  return response.status;
}

async function residentBytes(): Promise<number> {
  const metrics = await (await fetch(new URL("/api/metrics", url))).text();
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1]);
}

/** How far what `during` does lifts the memory of the server, in bytes. */
async function growthOf(during: () => Promise<unknown>): Promise<number> {
  const before = await residentBytes();
  let peak = before;
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) peak = Math.max(peak, await residentBytes());
  })();
  await during();
  isRunning = false;
  await watching;
  return peak - before;
}

const megabyte = 1024 * 1024;
const aHundredOf = <Item>(items: readonly Item[]) =>
  Array.from({ length: Math.ceil(100 / items.length) }, () => items).flat();

test("E26: a hundred small bodies at once that each unpack to 64 MB are refused and take less than 50 MB together", async () => {
  const zeros = Buffer.alloc(64 * megabyte);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const bombs = [
    ["gzip", gzipSync(zeros)],
    ["x-gzip", gzipSync(zeros)],
    ["deflate", deflateSync(zeros)],
    ["br", brotliCompressSync(zeros, quick)],
  ] as const;
  for (const [, bomb] of bombs) expect(bomb.length).toBeLessThan(megabyte / 10);
  const fits = Uint8Array.from(gzipSync(JSON.stringify({ tool: "npm" })));
  // A server that was just started has not yet grown to what any hundred calls at once need.
  const answered = await Promise.all(aHundredOf(["gzip"]).map((encoding) => send(encoding, fits)));
  expect(new Set(answered)).toEqual(new Set([200]));
  const growth = await growthOf(async () => {
    const refused = await Promise.all(
      aHundredOf(bombs).map(([encoding, bomb]) => send(encoding, Uint8Array.from(bomb))),
    );
    expect(refused).toHaveLength(100);
    expect(new Set(refused)).toEqual(new Set([413]));
  });
  expect(growth).toBeLessThan(50 * megabyte);
});
