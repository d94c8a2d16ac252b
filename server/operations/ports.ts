import type { CapsuleBody, ContextItem } from "#server/contracts/contexts.ts";
import type { Outcome } from "#server/contracts/failure-codes.ts";
import type { legNames } from "#server/contracts/memory-context.ts";
import type { Transaction } from "#server/db/database.ts";
import type { ReadableProjects } from "#server/db/memories.ts";
import type { HistoryCommit } from "#server/domain/code-context/commit-history.ts";
import type { ScopeIndex } from "#server/domain/code-context/scope-index.ts";
import type { ScopeSnapshot } from "#server/domain/code-context/scope-snapshot.ts";
import type { CodeGraphSnapshot } from "#server/domain/code-graph/code-graph-snapshot.ts";
import type { ParsedBlob, ParsedBlobCache } from "#server/domain/code-graph/parsed-blob.ts";
import type { Diagnostic } from "#server/domain/diagnostics/diagnostic.ts";
import type { CodeGraph } from "#server/domain/selection/code-graph.ts";
import type { SearchedProject } from "#server/domain/selection/select-prior.ts";

/** Wall time of an effect. The domain never asks for it; operations pass it in. */
export type Clock = {
  now(): Date;
  /** Milliseconds from an arbitrary start, for durations. */
  elapsed(): number;
  /** Calls once when `ms` are over, unless what it returned was called before. */
  after(ms: number, call: () => void): () => void;
};

export type IdSource = (
  prefix: "att" | "mem" | "occ" | "doc" | "chk" | "act" | "out" | "cal" | "req" | "reb" | "chg",
) => string;

export type LegName = (typeof legNames)[number];

export type LegQuery = {
  text: string;
  limit: number;
  /** Projects that may be searched. */
  projects: ReadonlySet<string> | "all";
  /** Ranked a little higher, never filtered by. */
  boostProject: string | null;
  /** A vector hit below it abstains. Embedding models differ, so it is a setting of the policy. */
  vectorFloor: number;
  /** Search the words alone: an embedder may sit behind a network, and some callers never wait for one. */
  lexicalOnly?: true;
};

/** `rawScore` in [0, 1]; `factors` says what it was made of. */
export type LegHit = { id: string; rawScore: number; factors: Record<string, number> };

/** `embedder` says how the vector half of the search went; lexical hits come in any case. */
export type LegAnswer = { hits: LegHit[]; embedder: "off" | "answered" | "timeout" | "failed" | "nonsense" };

/**
 * One way of finding candidates by text. Its answer is checked by the caller, its failure never fails a lookup.
 * The product's are the in-memory indexes; tests put legs that hang or lie in their place.
 */
export type RetrievalLeg = { search(query: LegQuery, signal: AbortSignal): Promise<LegAnswer> };

export type SearchLegName = "symptom" | "text" | "reference" | "skills";

/** The indexes hold less than the store: they are being built, or a large change is being read. What asks must say so. */
export class IndexNotReady extends Error {
  override readonly name = "IndexNotReady";
}

/** What a lookup searches. Throws `IndexNotReady` where it would have to wait long. `sync` brings the indexes up to the store and answers the corpus sequence they then stand at. */
export type Retrieval = { sync(): Promise<number> } & Record<SearchLegName, RetrievalLeg>;

/** Active reasoning of every project in process memory, and the graph of the commit that was indexed last. */
export type PriorCorpus = {
  /** Brings the indexes up to the store; answers the corpus sequence they then hold. */
  sync(): Promise<number>;
  /** The readable projects that hold reasoning, each with its graph; `always` is among them even when it holds none. */
  projects(readable: ReadableProjects, always: string): Promise<SearchedProject[]>;
  graph(project: string): Promise<{ graph: CodeGraph; snapshot: CodeGraphSnapshot } | null>;
};

/** Turns texts into vectors of one length. Off unless configured. */
export type Embedder = {
  model: string;
  embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]>;
};

/** Orders candidate files for a goal, best first; paths it leaves out keep their places behind. Off unless configured. */
export type FileReranker = {
  model: string;
  rerank(
    request: { goal: string; files: readonly { path: string; symbols: readonly string[] }[] },
    signal: AbortSignal,
  ): Promise<string[]>;
};

/**
 * Says in a few sentences what a file is for. Off unless configured. It sees what a context holds (path, signatures,
 * comments), never the file.
 */
export type Summariser = {
  model: string;
  summarise(file: { body: string; symbols: readonly string[] }, signal: AbortSignal): Promise<string>;
};

/** A context that a model is to summarise, in the content that it had. */
export type SummaryJob = {
  workspaceId: string;
  givenWorkspace: string;
  externalId: string;
  contentHash: string;
  project: string | null;
};

/** A capsule that the team's server is to have, with the contexts that came with it and passed the gate. */
export type CapsuleJob = {
  workspaceId: string;
  givenWorkspace: string;
  runId: string;
  diffSha: string;
  externalIds: string[];
  project: string | null;
};

/** Work that nobody waits for and that outlives the process that asked for it. */
export type JobQueue<Job> = {
  /** Makes the queue usable; never within a transaction. False when it cannot be, and whoever asked goes on without. */
  prepare(): Promise<boolean>;
  /** Part of the caller's transaction, after `prepare`. A job whose `key` still waits is not written again. */
  enqueue(tx: Transaction, jobs: readonly { key: string; job: Job }[]): Promise<void>;
  /** Does what waits, one after another, until stopped; a job that rejects is tried again a few times, later. */
  work(handle: (job: Job, signal: AbortSignal) => Promise<void>): { stop(): Promise<void> };
  /** Where this process wrote jobs: does what waits, once, until nothing does or `signal` ends it. Never rejects. */
  workOff(handle: (job: Job, signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
};

/** Replaces secrets of known shapes by a placeholder that is never longer than the secret. Never throws on any text. */
export type SecretMasker = (text: string) => Promise<{ text: string; masked: string[] }>;

/** Makes and compares the secrets of access keys. */
export type KeySecrets = {
  /** Random: an id of 16 and a secret of 52 base32 characters. */
  newKey(): { id: string; secret: string };
  /** HMAC-SHA256 in hex. */
  digest(secret: string, workspaceSecret: string): string;
  /** Compares two digests in a time that does not tell where they differ. */
  isSame(a: string, b: string): boolean;
};

export type CountTokens = (text: string) => number;

/** Structured log; one line per lookup. */
export type Log = {
  info(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
};

/** What a repository's committed state was found to be. */
export type IndexedProject = {
  project: string;
  warnings: string[];
  isShallow: boolean;
  snapshot: CodeGraphSnapshot;
  scope: ScopeSnapshot;
  report: { files: number; parsed: number; reused: number; ms: number };
};

export type IdentifiedProject = {
  project: string;
  /** Top of the working tree, absolute. */
  root: string;
  commit: string;
  isShallow: boolean;
  warnings: string[];
};

/** One commit as SCOPE ranks it. */
export type LoadedScope = { project: string; snapshot: ScopeSnapshot; graph: CodeGraphSnapshot; index: ScopeIndex };

/** Indexed commits in process memory, derived from the store and kept while they are asked for. */
export type ScopeCorpus = {
  /** The commit of a project that was indexed last; null for a project without one under today's rules. */
  newest(project: string): Promise<LoadedScope | null>;
  /** One commit, if it was indexed with its history in that state. */
  at(project: string, key: { commit: string; isShallow: boolean }): Promise<LoadedScope | null>;
};

/** Reads the committed state of a checkout on this machine, and never runs anything that it brings. */
export type RepositoryReader = {
  /** Which project a folder belongs to, and at which commit it stands. */
  identify(folder: string): Promise<Outcome<IdentifiedProject>>;
  index(request: {
    folder: string;
    cache: ParsedBlobCache;
    /** Commits that earlier runs read; only others are read again. */
    knownHistory?: (project: string) => Promise<readonly HistoryCommit[]>;
    onProgress?: (done: number, total: number | null) => void;
  }): Promise<Outcome<IndexedProject>>;
};

/** A file of a working tree as it stands now. `contentHash` is the sha256 of its bytes; `parsed` null where no language is known. */
export type CheckoutFile = { path: string; contentHash: string; parsed: ParsedBlob | null };

/** The working tree of a checkout on this machine: live truth. No link of it is ever followed. */
export type CheckoutFiles = {
  /** Files that are not there, are links or too large are left out. */
  read(root: string, paths: readonly string[]): Promise<CheckoutFile[]>;
  /** Writes `.local/runs/<runId>/context.md`; answers that path. */
  writeRunFile(root: string, runId: string, text: string): Promise<Outcome<string>>;
};

export type BrainBoot = { repoMap: string; invariants: string[]; lessons: string[] };
export type BrainQuery = { repo?: string; error?: string; symbol?: string; query?: string };
export type BrainRecall = {
  pastFix?: string | undefined;
  refs?: string[] | undefined;
  callPath?: string[] | undefined;
  lessons: string[];
  commit?: string | undefined;
};

/**
 * Where context comes from and goes to: this machine's store, or a team server. What it knows is committed state and
 * orients; the working tree is live truth and wins. Rejects when it has no answer.
 */
export type ContextBrain = {
  /** SCOPE, at the start of a run. */
  boot(goal: string, repo: string, signal: AbortSignal): Promise<BrainBoot>;
  /** On a verify failure only. */
  recall(query: BrainQuery, signal: AbortSignal): Promise<BrainRecall | null>;
  /** At the end of a run. */
  carry(capsule: CarriedCapsule, signal: AbortSignal): Promise<void>;
};

/** A capsule as it travels: other senders leave parts of it out. */
export type CarriedCapsule = CapsuleBody & { runId: string; diffSha: string; contexts: ContextItem[] };

export type ExpansionRequest = {
  /** Top of the checkout, absolute. */
  root: string;
  diagnostics: readonly Pick<Diagnostic, "file" | "line" | "column" | "severity" | "message">[];
  /** 1: where the names of a finding are declared. 2: who else uses them, too. */
  hops: 1 | 2;
  limitMs: number;
};
export type Expansion = { files: { path: string; line: number; reason: string }[]; notes: string[] };

/** Live truth about names in a checkout on this machine. Never rejects for what a server does. */
export type LanguageServers = { expand(request: ExpansionRequest): Promise<Expansion>; close(): void };
