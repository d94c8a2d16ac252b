import { closeSync, fsyncSync, openSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * PGlite starts Postgres with fsync off, and its bridge to Node's file system has no fsync at all, so a commit would only
 * reach the page cache. This adds fsync to the bridge; together with `durableStartParams` each commit is on disk before
 * it is acknowledged. Measured: 1.1 ms for each commit on a virtual disk, against 0.7 ms for the same insert without.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...given: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(...given);
    const installFsync = (module: unknown) => addFsync(module);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), installFsync] } };
  }
}

/**
 * A quarter of the usual page cache: laying out 128 MB took 0.8 s of each start, and what is not in it comes from the
 * cache of the operating system.
 * `fdatasync`, the default, is not wired through in PGlite; `fsync` is.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  "-c",
  "fsync=on",
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "shared_buffers=32MB",
];

function addFsync(module: unknown): void {
  const nodefs = propertyOf(module, "NODEFS");
  const streamOps = propertyOf(nodefs, "stream_ops");
  const realPath = propertyOf(nodefs, "realPath");
  if (!isObject(streamOps) || typeof realPath !== "function") {
    throw new Error("This version of PGlite cannot be made durable: its bridge to the file system has changed.");
  }
  Object.assign(streamOps, {
    fsync(stream: unknown) {
      const fd = propertyOf(stream, "nfd");
      if (typeof fd === "number") return fsyncSync(fd);
      // A folder has no descriptor of its own here; its entries must reach the disk all the same.
      const folder: unknown = realPath.call(nodefs, propertyOf(stream, "node"));
      if (typeof folder === "string") fsyncFolder(folder);
    },
  });
}

function fsyncFolder(folder: string): void {
  // Windows cannot open a folder, and keeps its entries by itself.
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function propertyOf(value: unknown, key: string): unknown {
  return isObject(value) ? Reflect.get(value, key) : undefined;
}
