import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type DamageBench, fingerprint, prepareDamageBench, rowsInAll } from "#server/testing/damage-bench.ts";
import { damages } from "#server/testing/damaged-stores.ts";
import { endProducts, serveFile, startProduct, whence } from "#server/testing/run-product.ts";

/** The built server and command line on stores that are damaged, as a person meets them. */
let bench: DamageBench;
beforeAll(async () => {
  bench = await prepareDamageBench();
});
afterEach(endProducts);
afterAll(() => bench.remove());

const named = (start: string) => {
  const damage = damages.find(({ name }) => name.startsWith(start));
  if (!damage) throw new Error(`No damage is called ${start}`);
  return damage;
};

const dumpName = "2026-11-28T08-00-00Z-0000_init.dump.gz";
const Repaired = z.object({
  outcome: z.string(),
  lost: z.array(z.string()),
  kept_as: z.string(),
  rows: z.object({ memories: z.number() }),
});

test("E20: on a torn log the server says that repair is needed and how, touches nothing, and goes on by itself once it is repaired", async () => {
  const dataDir = await bench.damaged(named("each segment of the write-ahead log cut"));
  const before = await fingerprint(path.join(dataDir, "pg", "base"));
  const server = startProduct(serveFile, [], dataDir);
  const url = await server.saying(/Repair needed: (http:\S+)/);
  expect(server.err()).toContain(`The store in ${dataDir} cannot be used`);

  for (const request of [
    new Request(`${url}/api/health`),
    new Request(`${url}/memory/context`, { method: "POST", body: JSON.stringify({ task: "anything" }) }),
    new Request(`${url}/mcp`, { method: "POST", body: "{}" }),
  ]) {
    const answer = await fetch(request);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const { code, detail } = z.object({ code: z.string(), detail: z.string() }).parse(await answer.json());
    expect(code).toBe("UNAVAILABLE");
    for (const told of [dataDir, "Likely cause:", " repair\n", dumpName, "pg.damaged-"]) expect(detail).toContain(told);
  }
  const page = await fetch(`${url}/lookups`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(503);
  const html = await page.text();
  expect(html).toContain("<h1>The store cannot be used</h1>");
  for (const told of [dataDir, "<li>Run: WHENCE_DATA_DIR=", dumpName])
    expect(html).toContain(told.replaceAll("'", "&#39;"));

  // Nothing is reset silently, whoever asks.
  const command = await whence(dataDir, "doctor");
  expect(command.code).toBe(1);
  expect(command.err).toContain(`The store in ${dataDir} cannot be used`);
  expect(command.err).toMatch(/^What to do: .*whence repair.*$/m);
  expect(await fingerprint(path.join(dataDir, "pg", "base"))).toBe(before);

  const repaired = await whence(dataDir, "repair", "--json");
  expect(repaired.code).toBe(0);
  const { outcome, lost, kept_as, rows } = Repaired.parse(JSON.parse(repaired.out));
  expect({ outcome, lost, memories: rows.memories }).toEqual({ outcome: "salvaged", lost: [], memories: rowsInAll });
  expect(await fingerprint(path.join(kept_as, "base"))).toBe(before);
  const again = await server.saying(/Serving on (http:\S+)/);
  expect((await fetch(`${again}/api/health`)).status).toBe(200);
  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
});

test("E20: a page of a table flipped: doctor and dump meet it and say so, repair reads the rest, and doctor is content", async () => {
  const dataDir = await bench.damaged(named("a page of a table flipped"));
  const examined = await whence(dataDir, "doctor");
  expect(examined.code).toBe(3);
  expect(examined.out).toContain(dataDir);
  expect(examined.out).toMatch(
    /^1 found {2}Every page of the embedded store has the checksum.*\n +block 3 of base\/.*\n.*whence repair/m,
  );
  const dumped = await whence(dataDir, "dump", "out.dump.gz");
  expect(dumped.code).toBe(1);
  expect(dumped.err).toContain(`The store in ${dataDir} cannot be used: a page of it is damaged`);
  expect(dumped.err).toMatch(/^What to do: .*whence repair.*$/m);
  expect((await readdir(path.dirname(dataDir))).filter((name) => name.startsWith("out"))).toEqual([]);
  const repaired = await whence(dataDir, "repair", "--json");
  expect(repaired.code).toBe(3);
  const { outcome, lost, kept_as, rows } = Repaired.parse(JSON.parse(repaired.out));
  expect(outcome).toBe("salvaged");
  expect(lost.length).toBeGreaterThan(0);
  expect(rows.memories).toBeGreaterThan(rowsInAll / 2);
  expect(existsSync(kept_as)).toBe(true);
  expect((await whence(dataDir, "doctor")).code).toBe(0);
});
