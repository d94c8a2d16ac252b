import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";

/**
 * Replaces a file in one step: nobody ever reads half of it, and a full disk leaves the old one. A link stays a link,
 * and what it leads to keeps its permissions.
 */
export function writeConfig(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  const next = `${target}.${randomBytes(4).toString("hex")}.next`;
  try {
    const handle = openSync(next, "wx", mode);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(next, target);
  } finally {
    rmSync(next, { force: true });
  }
}
