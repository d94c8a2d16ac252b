import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  decodeSnapshot,
  encodeSnapshot,
  type IndexSnapshot,
  peekCorpusSeq,
  peekedBytes,
  SnapshotUnusable,
  snapshotHash,
  snapshotHead,
} from "./index-snapshot.ts";

export type SnapshotRead =
  | { kind: "read"; snapshot: IndexSnapshot }
  | { kind: "none" }
  | { kind: "unusable"; why: string };

/** Hashed at a time, so that other requests wait a few milliseconds at most. */
const pieceBytes = 4 << 20;

/** Where the indexes of one workspace are kept between two starts. Everything in it can be made again from the store. */
export class SnapshotFile {
  readonly path: string;

  constructor(file: string) {
    this.path = file;
  }

  async read(workspaceId: string): Promise<SnapshotRead> {
    try {
      return { kind: "read", snapshot: decodeSnapshot(await readFile(this.path), workspaceId) };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return { kind: "none" };
      const why = error instanceof SnapshotUnusable ? error.message : "it could not be read";
      return { kind: "unusable", why };
    }
  }

  /** The file appears complete or not at all. Mode 0600: it holds the words of every memory. */
  async write(snapshot: IndexSnapshot): Promise<void> {
    await mkdir(path.dirname(this.path), { recursive: true, mode: 0o700 });
    const next = `${this.path}.${process.pid}.next`;
    try {
      const handle = await open(next, "w", 0o600);
      try {
        const parts = encodeSnapshot(snapshot);
        const digest = snapshotHash();
        for (const part of parts) {
          for (let start = 0; start < part.length; start += pieceBytes) {
            digest.update(part.subarray(start, start + pieceBytes));
            await nextTurn();
          }
        }
        await handle.writeFile(snapshotHead(digest.digest()));
        for (const part of parts) await handle.writeFile(part);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(next, this.path);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
  }

  /** The sequence that the file says it stands at; null where there is none. */
  async peekSeq(): Promise<number | null> {
    try {
      const handle = await open(this.path, "r");
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(peekedBytes), 0, peekedBytes, 0);
        return peekCorpusSeq(buffer.subarray(0, bytesRead));
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    }
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
  }
}
