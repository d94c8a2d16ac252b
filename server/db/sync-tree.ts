import { open, readdir } from "node:fs/promises";
import path from "node:path";

/** Waits until every file below `folder`, and every folder's list of entries, is on disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(at);
    else if (entry.isFile()) await syncAt(at, "r+");
  }
  // Windows cannot open a folder, and keeps its entries by itself.
  if (process.platform !== "win32") await syncAt(folder, "r");
}

async function syncAt(at: string, flags: "r" | "r+"): Promise<void> {
  const file = await open(at, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
