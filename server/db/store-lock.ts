import { closeSync, fstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tryLock } from "fs-native-extensions";
import {
  askOwner,
  type OwnerProof,
  readOwner,
  removeOwner,
  type StoreOwner,
  writeOwner,
} from "#server/db/store-owner.ts";

/** The store is open in another process (or a second time in this one). Refused at once: the owner is never robbed. */
export class StoreInUse extends Error {
  override readonly name: string = "StoreInUse";
  readonly dataDir: string;
  /** Undefined while a new owner has not yet written its name. */
  readonly owner: StoreOwner | undefined;
  constructor(dataDir: string, owner: StoreOwner | undefined, advice = adviceFor(owner)) {
    super(`The store in ${dataDir} is in use by ${nameOwner(owner)}. ${advice}`);
    this.dataDir = dataDir;
    this.owner = owner;
  }
}

/** The store is open in a process that did not answer at its url within a second: stopped, or very busy. It still owns the store. */
export class OwnerUnresponsive extends StoreInUse {
  override readonly name = "OwnerUnresponsive";
  constructor(dataDir: string, owner: StoreOwner) {
    super(
      dataDir,
      owner,
      `It did not answer at ${owner.url} within ${answerLimitMs / 1000} s: it may be suspended or very busy. ` +
        "Wait for it or end it; its lock goes with it.",
    );
  }
}

export type StoreLock = {
  readonly owner: StoreOwner;
  /** Tells others where this process answers, and by what they know it, so that they forward to it. */
  publishUrl(url: string, proof: OwnerProof): Promise<void>;
  /** Idempotent. A killed process needs none of this: the kernel frees its lock. */
  release(): Promise<void>;
};

const answerLimitMs = 1_000;
// A process that was just killed, or that only looked, lets go within a few milliseconds.
const patienceMs = 200;
const retryMs = 20;

/**
 * Takes the kernel's lock on `lock` in `dataDir`, which guards `pg/`; makes the folder (0700) when it is missing.
 * Throws `StoreInUse` or `OwnerUnresponsive` in little more than a second, the error of the file system when the
 * folder cannot be written, and `LockUnsupported` where the file system knows no locks.
 */
export async function acquireStoreLock(dataDir: string, { startedAt }: { startedAt: Date }): Promise<StoreLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  let fd = tryLockFile(dataDir);
  if (fd === undefined) {
    const owner = await readOwner(dataDir);
    const stopAsking = new AbortController();
    const asked = owner && askOwner(owner, { limitMs: answerLimitMs, signal: stopAsking.signal });
    for (let waitedMs = 0; fd === undefined && waitedMs < patienceMs; waitedMs += retryMs) {
      await sleep(retryMs);
      fd = tryLockFile(dataDir);
    }
    if (fd === undefined) throw await refusal(dataDir, owner, await asked);
    stopAsking.abort();
  }
  return holdLock(dataDir, fd, { pid: process.pid, startedAt: startedAt.toISOString(), host: hostname(), url: null });
}

async function refusal(
  dataDir: string,
  asked: StoreOwner | undefined,
  answer: "answers" | "silent" | "unknown" | undefined,
): Promise<StoreInUse> {
  // The lock may have changed hands meanwhile; name the one who holds it now.
  const owner = await readOwner(dataDir);
  const isSameOwner = owner?.pid === asked?.pid && owner?.startedAt === asked?.startedAt;
  if (owner && isSameOwner && answer === "silent") return new OwnerUnresponsive(dataDir, owner);
  return new StoreInUse(dataDir, owner);
}

async function holdLock(dataDir: string, fd: number, named: StoreOwner): Promise<StoreLock> {
  let owner = named;
  let isHeld = true;
  const lock: StoreLock = {
    get owner() {
      return owner;
    },
    async publishUrl(url, proof) {
      if (!isHeld) throw new Error("The lock was released; its url cannot be published any more.");
      owner = { ...owner, url };
      await writeOwner(dataDir, owner, proof);
    },
    async release() {
      if (!isHeld) return;
      isHeld = false;
      // The name goes first: without the lock it would be removed from under the next owner.
      await removeOwner(dataDir);
      closeSync(fd);
    },
  };
  try {
    await writeOwner(dataDir, owner, null);
    return lock;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The descriptor that holds the lock, or undefined when someone else does. Never removes the file: the lock is on its inode. */
function tryLockFile(dataDir: string): number | undefined {
  const file = path.join(dataDir, "lock");
  const fd = openSync(file, "a+", 0o600);
  try {
    if (lockOrThrow(fd, file) && isStillAt(fd, file)) return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}

/** The file system that holds the data folder has no file locks, so nothing could keep a second opener out. */
export class LockUnsupported extends Error {
  override readonly name = "LockUnsupported";
  constructor(file: string, options: ErrorOptions) {
    super(
      `${file} cannot be locked: this file system offers no file locks. ` +
        "Set WHENCE_DATA_DIR to a folder on a local disk, or use Postgres with DATABASE_URL.",
      options,
    );
  }
}

const noLockCodes = new Set(["ENOLCK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"]);

function lockOrThrow(fd: number, file: string): boolean {
  try {
    return tryLock(fd);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // POSIX lets a system say EACCES for "held by another"; the library only knows EAGAIN.
    if (code === "EACCES") return false;
    if (typeof code === "string" && noLockCodes.has(code)) throw new LockUnsupported(file, { cause: error });
    throw error;
  }
}

/** False when the path names another file by now: then the lock guards nothing. */
function isStillAt(fd: number, file: string): boolean {
  const held = fstatSync(fd);
  const named = statSync(file, { throwIfNoEntry: false });
  return named !== undefined && named.ino === held.ino && named.dev === held.dev;
}

function nameOwner(owner: StoreOwner | undefined): string {
  if (!owner) return "a process that has not given its name yet";
  const who = owner.pid === process.pid && owner.host === hostname() ? "this process" : `process ${owner.pid}`;
  return `${who} on ${owner.host}, started ${owner.startedAt}`;
}

function adviceFor(owner: StoreOwner | undefined): string {
  if (owner?.url) return `It answers at ${owner.url}: use that, or end it first.`;
  return "Wait until it has finished, or end it first.";
}
