import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { whence } from "#server/testing/run-product.ts";

const Row = z.object({ memory_id: z.string() });

/** Every memory of a store that nobody has open, as an export by the built command line holds them. */
export async function exportedIds(dataDir: string): Promise<string[]> {
  const parent = await mkdtemp(path.join(tmpdir(), "whence-exported-"));
  try {
    const folder = path.join(parent, "export");
    const { code, err } = await whence(dataDir, "export", folder);
    if (code !== 0) throw new Error(`whence export ended with ${code}: ${err}`);
    const lines = (await readFile(path.join(folder, "memories.jsonl"), "utf8")).split("\n").slice(0, -1);
    return lines.map((line) => Row.parse(JSON.parse(line)).memory_id);
  } finally {
    await rm(parent, { recursive: true });
  }
}
