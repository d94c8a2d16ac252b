import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Who has the embedded store open. It only names the owner: the right to the store is the kernel lock, never this file. */
export type StoreOwner = {
  pid: number;
  /** UTC, ISO 8601. */
  startedAt: string;
  host: string;
  /** Where the owner answers, or null: a command that opened the store for itself answers nowhere. */
  url: string | null;
};

/**
 * By which a client knows the owner again before it says anything: whoever shows `ask` is given `answer`. Both stand in
 * the owner's file, which nobody else may read. A stranger that took the port of a killed owner does not know them.
 */
export type OwnerProof = { ask: string; answer: string };

/** `proof` is null of an owner that answers nowhere. */
export type NamedOwner = StoreOwner & { proof: OwnerProof | null };

const fileOf = (dataDir: string) => path.join(dataDir, "owner.json");

/** Undefined when the file is missing, half written or not one of ours. */
export async function readOwner(dataDir: string): Promise<NamedOwner | undefined> {
  try {
    return ownerIn(JSON.parse(await readFile(fileOf(dataDir), "utf8")));
  } catch {
    return undefined;
  }
}

/** Checked by hand: every command and hook reads this file, and a schema library would double their start. */
function ownerIn(file: unknown): NamedOwner | undefined {
  if (typeof file !== "object" || file === null) return undefined;
  if (!("pid" in file) || !("started_at" in file) || !("host" in file) || !("url" in file)) return undefined;
  const { pid, started_at, host, url } = file;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof started_at !== "string" || typeof host !== "string") return undefined;
  if (url !== null && !(typeof url === "string" && /^https?:\/\//.test(url) && URL.canParse(url))) return undefined;
  return { pid, startedAt: started_at, host, url, proof: "proof" in file ? proofIn(file.proof) : null };
}

function proofIn(value: unknown): OwnerProof | null {
  if (typeof value !== "object" || value === null || !("ask" in value) || !("answer" in value)) return null;
  const { ask, answer } = value;
  const isPart = (part: unknown): part is string => typeof part === "string" && /^[0-9a-f]{32}$/.test(part);
  return isPart(ask) && isPart(answer) ? { ask, answer } : null;
}

/** Replaces the file in one step, so that nobody reads half of it. Only the holder of the lock may call this. */
export async function writeOwner(dataDir: string, owner: StoreOwner, proof: OwnerProof | null): Promise<void> {
  const { pid, startedAt, host, url } = owner;
  const next = `${fileOf(dataDir)}.next`;
  await writeFile(next, `${JSON.stringify({ pid, started_at: startedAt, host, url, proof })}\n`, { mode: 0o600 });
  await rename(next, fileOf(dataDir));
}

/** Only the holder of the lock may call this. */
export async function removeOwner(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

/**
 * Whether the owner answers at its url within `limitMs`; any HTTP answer counts, also one that reports trouble.
 * "unknown" when it has no url to ask.
 */
export async function askOwner(
  owner: StoreOwner,
  { limitMs, signal }: { limitMs: number; signal?: AbortSignal },
): Promise<"answers" | "silent" | "unknown"> {
  if (owner.url === null) return "unknown";
  const limit = AbortSignal.timeout(limitMs);
  try {
    const answer = await fetch(new URL("/api/health", owner.url), {
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      redirect: "manual",
    });
    await answer.body?.cancel();
    return "answers";
  } catch {
    return "silent";
  }
}
