import path from "node:path";
import { checkPages } from "#server/db/check-pages.ts";

/**
 * Where the pages of the embedded store in `dataDir` are damaged, as "block 3 of base/5/16390". Looks twice: a page that the
 * engine is just writing may be read by half.
 */
export async function findDamagedPages(dataDir: string): Promise<string[]> {
  const look = async () => {
    const { damaged } = await checkPages(path.join(dataDir, "pg"));
    return damaged.map(({ file, block }) => `block ${block} of ${file}`);
  };
  const first = new Set(await look());
  return first.size === 0 ? [] : (await look()).filter((page) => first.has(page));
}
