import { setImmediate } from "node:timers/promises";
import { type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { type CommitFiles, codeGraphSteps } from "#server/domain/code-graph/build-code-graph.ts";
import type { CodeGraphSnapshot, SkippedPath, SkipReason } from "#server/domain/code-graph/code-graph-snapshot.ts";
import { type ParseRule, parseKey, parseRuleOf } from "#server/domain/code-graph/parse-rule.ts";
import type { ParsedBlob, ParsedBlobCache } from "#server/domain/code-graph/parsed-blob.ts";
import type { RepositoryFile } from "#server/domain/code-graph/repository-index.ts";
import { isSafePath } from "#server/domain/code-graph/repository-path.ts";
import { failureOfGit, GitFailure } from "./git-failure.ts";
import { listTree } from "./list-tree.ts";
import { openRepository, type Repository } from "./open-repository.ts";
import { readBlobs } from "./read-blobs.ts";
import { type RepositoryState, readRepositoryState } from "./read-repository-state.ts";

/** Parses batches off the main thread; `createParserPool` makes one. */
export type SourceParser = {
  readonly workers: number;
  parse(jobs: { rule: ParseRule; bytes: Uint8Array }[]): Promise<ParsedBlob[]>;
};

/** `total` is null while it is not known. */
export type IndexProgress = { phase: "listing" | "parsing" | "linking"; done: number; total: number | null };

export type IndexReport = {
  /** Files of the commit, whatever they hold. */
  files: number;
  /** Contents parsed in this run, and contents that were already known. Equal contents count once. */
  parsed: number;
  reused: number;
  /** Sum over `snapshot.skipped`. */
  skipped: number;
  ms: number;
};

export type IndexedRepository = {
  root: string;
  state: RepositoryState;
  snapshot: CodeGraphSnapshot;
  /** Every file of the commit with what its bytes say; null where it was not read. */
  files: RepositoryFile[];
  report: IndexReport;
};

/** Larger sources are listed and not read: 4 MiB holds the largest that people write by hand. */
export const maxParsedBytes = 4 * 1_048_576;

const batchBytes = 512 * 1_024;
const batchFiles = 64;
const keysAtOnce = 500;

type ListedFile = { path: string; objectId: string; rule: ParseRule | null };

/**
 * Indexes the commit that HEAD names, and never the working tree: what is not committed, ignored or left out by a sparse
 * checkout plays no part. Only contents that `previous` does not know are read and parsed, and they are added to it.
 *
 * Fails with FORBIDDEN and a text for people when the folder holds no repository that may be read, TOO_LARGE for a tree
 * beyond `maxTreeEntries`, CONFLICT when cancelled, INTERNAL when git does not answer. Memory holds the result and a few
 * batches of sources, never the repository; the working tree, the index and all locks stay untouched.
 */
export async function indexRepository(request: {
  root: string;
  /** Instead of the commit that HEAD names. */
  commit?: string;
  parser: SourceParser;
  previous?: ParsedBlobCache;
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
}): Promise<Outcome<IndexedRepository>> {
  const started = performance.now();
  const { signal, onProgress = () => {} } = request;
  try {
    const repository = await openRepository(request.root, signal);
    const head = await readRepositoryState(repository, signal);
    const state = { ...head, commit: request.commit ?? head.commit };
    const listed = await listFiles(repository, state.commit, onProgress, signal);
    const reading = await readParsed({ ...request, repository, state, files: listed.files, onProgress });

    const skipped = [...listed.skipped];
    const files: RepositoryFile[] = listed.files.map(({ path, objectId, rule }) => {
      const reason = reading.unread.get(objectId);
      if (rule !== null && reason !== undefined) skipped.push({ path, reason });
      return { path, objectId, parsed: rule === null ? null : (reading.parsed.get(parseKey(objectId, rule)) ?? null) };
    });
    const snapshot = await linkFiles({ commit: state.commit, files, skipped }, onProgress, signal);
    const report: IndexReport = {
      files: files.length,
      parsed: reading.parsedNow,
      reused: reading.parsed.size - reading.parsedNow,
      skipped: snapshot.skipped.reduce((sum, { count }) => sum + count, 0),
      ms: Math.round(performance.now() - started),
    };
    return succeed({ root: repository.root, state, snapshot, files, report });
  } catch (error) {
    return failureOfGit(error);
  }
}

/** Links in steps, so that a server goes on answering while a large repository is linked. */
async function linkFiles(
  commit: CommitFiles,
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal | undefined,
): Promise<CodeGraphSnapshot> {
  const steps = codeGraphSteps(commit);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (signal?.aborted === true) throw new GitFailure("cancelled", "The call was cancelled.");
    onProgress({ phase: "linking", done: step.value, total: commit.files.length });
    await setImmediate();
  }
}

async function listFiles(
  repository: Repository,
  commit: string,
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal | undefined,
): Promise<{ files: ListedFile[]; skipped: SkippedPath[] }> {
  const files: ListedFile[] = [];
  const skipped: SkippedPath[] = [];
  const seen = new Set<string>();
  for await (const { kind, objectId, path, shownPath } of listTree(repository, commit, signal)) {
    if (path === null) skipped.push({ path: shownPath, reason: "path_not_utf8" });
    else if (!isSafePath(path)) skipped.push({ path, reason: "unsafe_path" });
    else if (seen.has(path)) skipped.push({ path, reason: "duplicate_path" });
    else if (kind !== "file") skipped.push({ path, reason: kind });
    else {
      seen.add(path);
      files.push({ path, objectId, rule: parseRuleOf(path) });
      if (files.length % 5_000 === 0) onProgress({ phase: "listing", done: files.length, total: null });
    }
  }
  onProgress({ phase: "listing", done: files.length, total: files.length });
  return { files, skipped };
}

type Reading = {
  parsed: Map<string, ParsedBlob>;
  parsedNow: number;
  /** Why contents were not read, by object id. */
  unread: Map<string, SkipReason>;
};

async function readParsed(request: {
  repository: Repository;
  state: RepositoryState;
  files: readonly ListedFile[];
  parser: SourceParser;
  previous?: ParsedBlobCache;
  onProgress: (progress: IndexProgress) => void;
  signal?: AbortSignal;
}): Promise<Reading> {
  const { repository, state, files, parser, previous, onProgress, signal } = request;
  const rulesOfObject = new Map<string, Set<ParseRule>>();
  for (const { objectId, rule } of files) {
    if (rule === null) continue;
    const rules = rulesOfObject.get(objectId) ?? new Set<ParseRule>();
    rulesOfObject.set(objectId, rules.add(rule));
  }
  const reading: Reading = { parsed: new Map(), parsedNow: 0, unread: new Map() };
  const wanted = [...rulesOfObject].flatMap(([objectId, rules]) => [...rules].map((rule) => parseKey(objectId, rule)));
  for (let at = 0; at < wanted.length && previous; at += keysAtOnce) {
    for (const [key, parsed] of await previous.getMany(wanted.slice(at, at + keysAtOnce)))
      reading.parsed.set(key, parsed);
  }
  const total = wanted.length;
  const progress = () => onProgress({ phase: "parsing", done: reading.parsed.size + reading.unread.size, total });
  progress();

  const objectIds = [...rulesOfObject]
    .filter(([objectId, rules]) => [...rules].some((rule) => !reading.parsed.has(parseKey(objectId, rule))))
    .map(([objectId]) => objectId);
  if (objectIds.length === 0) return reading;

  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let batch: { key: string; rule: ParseRule; bytes: Uint8Array }[] = [];
  let bytesInBatch = 0;
  const finish = async (jobs: typeof batch) => {
    const parsed = await parser.parse(jobs.map(({ rule, bytes }) => ({ rule, bytes })));
    const entries = jobs.flatMap(({ key }, index) => {
      const value = parsed[index];
      return value === undefined ? [] : [{ key, parsed: value }];
    });
    for (const entry of entries) reading.parsed.set(entry.key, entry.parsed);
    reading.parsedNow += entries.length;
    await previous?.putMany(entries);
    progress();
  };
  const flush = async () => {
    if (batch.length === 0) return;
    const task: Promise<void> = finish(batch)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(task));
    running.add(task);
    batch = [];
    bytesInBatch = 0;
    // One batch more than there are workers, so that none waits while the next is being read.
    if (running.size > parser.workers) await Promise.race(running);
    if (failures.length > 0) throw failures[0];
  };

  try {
    const blobs = { commit: state.commit, objectIds, maxBytes: maxParsedBytes, isPartial: state.isPartial };
    for await (const blob of readBlobs(repository, blobs, signal)) {
      if (signal?.aborted === true) throw new GitFailure("cancelled", "The call was cancelled.");
      if (blob.kind !== "content") {
        reading.unread.set(blob.objectId, blob.kind);
        continue;
      }
      for (const rule of rulesOfObject.get(blob.objectId) ?? []) {
        const key = parseKey(blob.objectId, rule);
        if (reading.parsed.has(key)) continue;
        batch.push({ key, rule, bytes: blob.bytes });
        bytesInBatch += blob.bytes.length;
      }
      if (bytesInBatch >= batchBytes || batch.length >= batchFiles) await flush();
    }
    await flush();
  } finally {
    // Also on failure: no batch may still be writing to the cache after the call has answered.
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
  return reading;
}
