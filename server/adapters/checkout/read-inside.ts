import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import path from "node:path";

/** The bytes of a regular file inside the checkout; null for a link, a file behind one, and what is not there. */
export async function readInside(root: string, file: string, maxBytes: number): Promise<Buffer | null> {
  const parts = file.split("/");
  if (path.isAbsolute(file) || parts.includes("..") || parts.some((part) => part.toLowerCase() === ".git")) return null;
  const top = await realpath(root);
  const full = path.join(top, ...parts);
  // The folder's real place is compared when it is read: a link in a parent would lead outside.
  const folder = await realpath(path.dirname(full)).catch(() => null);
  if (folder === null || folder !== path.dirname(full)) return null;
  const handle = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > maxBytes) return null;
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
