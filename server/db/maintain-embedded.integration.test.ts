import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { createEmbedded } from "#server/db/embedded-store.ts";
import { maintainEmbedded } from "#server/db/maintain-embedded.ts";

test("with upkeep the log and the tables of the embedded store stay bounded, however much is rewritten", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "whence-upkeep-"));
  try {
    const pg = await createEmbedded(path.join(parent, "pg"), inject("storeTemplate").file);
    await pg.exec("create table notes (id int primary key, note text)");
    await pg.exec("insert into notes select i, repeat(md5(i::text), 20) from generate_series(1, 10000) i");
    const sizes: number[] = [];
    const logs: number[] = [];
    for (let round = 0; round < 6; round++) {
      await pg.exec("update notes set note = repeat(md5(note), 20)");
      // The engine's statistics, which say what needs sweeping, arrive with a delay.
      await expect.poll(async () => (await maintainEmbedded(pg)).swept, { timeout: 20_000 }).toBe("notes");
      const { rows } = await pg.query<{ bytes: number }>("select pg_total_relation_size('notes')::float8 as bytes");
      sizes.push(rows[0]?.bytes ?? 0);
      logs.push((await readdir(path.join(parent, "pg", "pg_wal"))).length);
    }
    // Segments of 1 MB. Each round writes 20 MB of log; six rounds without checkpoints would leave more than 120.
    expect(Math.max(...logs)).toBeLessThan(100);
    expect(sizes.at(-1)).toBe(sizes[1]);
    await expect.poll(() => maintainEmbedded(pg), { timeout: 20_000 }).toEqual({ checkpointed: false, swept: null });
    await pg.close();
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
