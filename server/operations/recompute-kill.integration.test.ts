import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, inject, test } from "vitest";
import { endChildren } from "#server/testing/run-child.ts";
import { createTestDatabase } from "#server/testing/stores.ts";
import { survivesKills } from "#server/testing/survives-kills.ts";

afterEach(endChildren);

/** It dies about when it writes its second batch. */
const kills = [{ mostBatches: 2, killAfterMs: 25 }];

test("recomputing that is killed in the middle ends with exact counts and links, on the embedded store", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-kill-"));
  try {
    await survivesKills({ dataDir }, { kills, failures: 6, templateFolder: inject("storeTemplate").folder });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 240_000);

test("recomputing that is killed in the middle ends with exact counts and links, on Postgres", async () => {
  const { url, drop } = await createTestDatabase();
  try {
    await survivesKills({ databaseUrl: url }, { kills, failures: 6, templateFolder: inject("storeTemplate").folder });
  } finally {
    await drop();
  }
}, 240_000);
