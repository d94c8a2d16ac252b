import { createHash } from "node:crypto";
import { GitFailure } from "./git-failure.ts";
import type { Repository } from "./open-repository.ts";
import { readGit, streamGit } from "./run-git.ts";

/** Why a file's content cannot be used, or the content. */
export type BlobReading =
  | { kind: "content"; objectId: string; bytes: Uint8Array }
  | { kind: "too_large"; objectId: string; size: number }
  /** Left behind by a partial clone, and never fetched from here. */
  | { kind: "not_fetched"; objectId: string }
  /** Gone, damaged, or not what its id says. */
  | { kind: "unreadable"; objectId: string };

/** A damaged object ends git, which is then started again behind it; more damage than this ends the reading. */
const maxRestarts = 50;

/**
 * Reads contents in the order of `objectIds`, one at a time and only as fast as they are taken, so memory holds one file.
 * Every content is checked against its id: what is remembered under an id may be used again for another repository.
 */
export async function* readBlobs(
  repository: Repository,
  request: { commit: string; objectIds: readonly string[]; maxBytes: number; isPartial: boolean },
  signal?: AbortSignal,
): AsyncGenerator<BlobReading, void, undefined> {
  const missing = request.isPartial ? await unfetchedObjects(repository, request.commit, signal) : new Set<string>();
  const present = request.objectIds.filter((objectId) => !missing.has(objectId));
  for (const objectId of request.objectIds) if (missing.has(objectId)) yield { kind: "not_fetched", objectId };

  const small: string[] = [];
  for await (const { objectId, size } of catFile(repository, { mode: "--batch-check", objectIds: present }, signal)) {
    if (size === null) yield { kind: "unreadable", objectId };
    else if (size > request.maxBytes) yield { kind: "too_large", objectId, size };
    else small.push(objectId);
  }
  for await (const { objectId, bytes } of catFile(repository, { mode: "--batch", objectIds: small }, signal)) {
    const isWhole = bytes !== null && hashOfBlob(bytes, objectId.length) === objectId;
    yield isWhole ? { kind: "content", objectId, bytes } : { kind: "unreadable", objectId };
  }
}

type CatAnswer = { objectId: string; size: number | null; bytes: Buffer | null };

async function* catFile(
  repository: Repository,
  request: { mode: "--batch" | "--batch-check"; objectIds: readonly string[] },
  signal: AbortSignal | undefined,
): AsyncGenerator<CatAnswer, void, undefined> {
  const { mode, objectIds } = request;
  let answered = 0;
  for (let restarts = 0; answered < objectIds.length; restarts += 1) {
    const from = answered;
    const output = new ByteReader(
      streamGit({
        directory: repository.root,
        isTrusted: repository.isTrusted,
        command: "cat-file",
        options: [mode, "--buffer"],
        input: inputLines(objectIds, from),
        maxOutputBytes: Number.POSITIVE_INFINITY,
        signal,
      }),
    );
    try {
      while (answered < objectIds.length) {
        const objectId = objectIds[answered] ?? "";
        const [, type, digits] = (await output.line()).split(" ");
        const size = type === "blob" && digits !== undefined ? Number(digits) : null;
        const bytes = mode === "--batch" && digits !== undefined ? await output.bytes(Number(digits)) : null;
        if (bytes !== null) await output.bytes(1);
        answered += 1;
        yield { objectId, size, bytes: size === null ? null : bytes };
      }
    } catch (error) {
      if (!(error instanceof GitFailure) || error.kind !== "failed" || restarts >= maxRestarts) throw error;
      yield { objectId: objectIds[answered] ?? "", size: null, bytes: null };
      answered += 1;
    } finally {
      await output.close();
    }
  }
}

function* inputLines(objectIds: readonly string[], from: number): Generator<string> {
  for (let index = from; index < objectIds.length; index += 100) {
    yield `${objectIds.slice(index, index + 100).join("\n")}\n`;
  }
}

/** Objects of the commit that a partial clone does not hold. Asking for one by `cat-file` would end git. */
async function unfetchedObjects(
  repository: Repository,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<Set<string>> {
  const answer = await readGit({
    directory: repository.root,
    isTrusted: repository.isTrusted,
    command: "rev-list",
    options: ["--objects", "--missing=print", "--no-object-names", "--no-walk"],
    revisions: [commit],
    signal,
  });
  const lines = answer.toString("latin1").split("\n");
  return new Set(lines.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));
}

function hashOfBlob(bytes: Uint8Array, idLength: number): string {
  return createHash(idLength === 64 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}

/** Lines and counted bytes out of a stream of pieces. Joins only what one answer needs. */
class ByteReader {
  readonly #source: AsyncGenerator<Buffer, void, undefined>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncGenerator<Buffer, void, undefined>) {
    this.#source = source;
  }

  async line(): Promise<string> {
    const pieces: Buffer[] = [];
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        pieces.push(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return Buffer.concat(pieces).toString("latin1");
      }
      pieces.push(this.#rest);
      await this.#refill();
    }
  }

  async bytes(count: number): Promise<Buffer> {
    const whole = Buffer.allocUnsafeSlow(count);
    for (let filled = 0; filled < count; ) {
      if (this.#rest.length === 0) await this.#refill();
      const taken = this.#rest.copy(whole, filled, 0, count - filled);
      this.#rest = this.#rest.subarray(taken);
      filled += taken;
    }
    return whole;
  }

  async close(): Promise<void> {
    await this.#source.return();
  }

  async #refill(): Promise<void> {
    const next = await this.#source.next();
    if (next.done === true) throw new GitFailure("failed", "git ended before it had answered.");
    this.#rest = next.value;
  }
}
