import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, inject, test } from "vitest";
import { endChildren } from "#server/testing/run-child.ts";
import { createTestDatabase } from "#server/testing/stores.ts";
import { survivesKills } from "#server/testing/survives-kills.ts";

afterEach(endChildren);

/** Each process dies in its last batch: at once, and about when it writes. */
const kills = [
  { mostBatches: 3, killAfterMs: 0 },
  { mostBatches: 2, killAfterMs: 25 },
];

test("recomputing that is killed twice in the middle ends with exact counts and links, on the embedded store", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-kill-"));
  try {
    await survivesKills({ dataDir }, { kills, failures: 14, templateFolder: inject("storeTemplate").folder });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 300_000);

test("recomputing that is killed twice in the middle ends with exact counts and links, on Postgres", async () => {
  const { url, drop } = await createTestDatabase();
  try {
    await survivesKills({ databaseUrl: url }, { kills, failures: 14, templateFolder: inject("storeTemplate").folder });
  } finally {
    await drop();
  }
}, 300_000);
