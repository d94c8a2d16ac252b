import { fsyncSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, test, vi } from "vitest";

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return { ...fs, fsyncSync: vi.fn(fs.fsyncSync) };
});

// Loaded for this test alone, so that it gets the file system that counts: its neighbours have loaded it with the real one.
vi.resetModules();
const { createEmbedded, startEmbedded } = await import("#server/db/embedded-store.ts");

test("each commit of the embedded store is flushed to disk before it is acknowledged, and only commits are", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "whence-fsync-"));
  try {
    const created = await createEmbedded(path.join(parent, "pg"), inject("storeTemplate").file);
    await created.exec("create table notes (note text)");
    await created.close();
    const pg = await startEmbedded(path.join(parent, "pg"));
    const flushes = async (run: () => Promise<unknown>) => {
      const before = vi.mocked(fsyncSync).mock.calls.length;
      await run();
      return vi.mocked(fsyncSync).mock.calls.length - before;
    };
    for (let note = 0; note < 3; note++) {
      expect(await flushes(() => pg.query("insert into notes values ($1)", [note]))).toBeGreaterThanOrEqual(1);
    }
    const manyInOne = pg.transaction(async (tx) => {
      for (let note = 0; note < 20; note++) await tx.query("insert into notes values ($1)", [note]);
    });
    expect(await flushes(() => manyInOne)).toBeLessThan(5);
    expect(await flushes(() => pg.query("select * from notes"))).toBe(0);
    await pg.close();
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
