import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A pipe of the system: what a child writes to `writeFd` is read from `reader`, in the order in which it was written. */
export type Pipe = { reader: Socket; writeFd: number };

/**
 * Node joins a child by sockets, one for each stream. Then nothing tells what was printed first, and a program that
 * opens `/dev/stderr` fails. A named pipe has neither fault. Null where the system has none (Windows).
 */
export function openPipe(): Pipe | null {
  if (process.platform === "win32") return null;
  const folder = mkdtempSync(path.join(tmpdir(), "whence-pipe-"));
  try {
    const name = path.join(folder, "pipe");
    if (spawnSync("mkfifo", ["-m", "600", name]).status !== 0) return null;
    // Opened for reading first and without waiting, so that opening it for writing finds a reader.
    const readFd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeFd = openSync(name, constants.O_WRONLY);
    return { reader: new Socket({ fd: readFd, readable: true, writable: false }), writeFd };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function closeWriteEnd({ writeFd }: Pipe): void {
  closeSync(writeFd);
}
