import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportedIds } from "#server/testing/exported-ids.ts";
import { endProducts } from "#server/testing/run-product.ts";
import { writtenOverMcp } from "#server/testing/written-over-mcp.ts";

const project = "github.com/acme/shop";
const rowsOfHost = 200;

let parent = "";
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "whence-hosts-"));
});
afterAll(async () => {
  await endProducts();
  await rm(parent, { recursive: true, force: true });
});

test("A02, E19: two hosts that each start their own server on an empty folder write 200 rows each, and all of them are there", async () => {
  const dataDir = path.join(parent, "data");
  const written = await Promise.all(
    ["desk", "editor"].map((name) => writtenOverMcp(dataDir, { project, name, count: rowsOfHost })),
  );
  expect(written.map((ids) => ids.length)).toEqual([rowsOfHost, rowsOfHost]);
  expect((await exportedIds(dataDir)).sort()).toEqual(written.flat().sort());
});
