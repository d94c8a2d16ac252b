import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { signatureChangeKinds, splitPlaces } from "#server/domain/signature-groups/signature-change.ts";

/**
 * One schema for the embedded store and for Postgres. Every primary key starts with `workspace_id`, so that each table
 * can be hash-distributed by tenant. Nothing here needs an extension.
 */

/** Ids and names compare byte by byte on every database, whatever its default collation. */
const id = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });
const workspaceId = () => id().notNull();
const at = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** The tenant. `corpusSeq` grows by one in the transaction of every change that a retrieval leg can see; its row lock puts writers in order. */
export const workspaces = pgTable("workspaces", {
  workspaceId: id().primaryKey(),
  name: id().notNull(),
  /** Hex; keys the markers of the untrusted block. Never leaves the server. */
  secret: text().notNull(),
  corpusSeq: bigint({ mode: "number" }).notNull().default(0),
  /** The `corpusSeq` of the last purge: rows went without a trace then, so an index that is older starts afresh. */
  purgedSeq: bigint({ mode: "number" }).notNull().default(0),
  /** One for each time that indexes of it were kept in a file, newest last: whether the file is of this store. */
  indexMarks: text().array().notNull().default(sql`'{}'::text[]`),
  /** Once removed, the demo does not come back, also when the store is empty again. */
  demoRemovedAt: at(),
  createdAt: at().notNull(),
});

export const projects = pgTable(
  "projects",
  {
    workspaceId: workspaceId(),
    projectId: id().notNull(),
    isDemo: boolean().notNull().default(false),
    createdAt: at().notNull(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.projectId] })],
);

/** Another slug of a project (an old remote, a second spelling). Removing the row undoes a wrong merge. */
export const projectAliases = pgTable(
  "project_aliases",
  {
    workspaceId: workspaceId(),
    alias: id().notNull(),
    projectId: id().notNull(),
    createdAt: at().notNull(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.alias] })],
);

export const sessions = pgTable(
  "sessions",
  {
    workspaceId: workspaceId(),
    projectId: id().notNull(),
    sessionId: id().notNull(),
    goal: text(),
    startedAt: at().notNull(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.projectId, row.sessionId] })],
);

/**
 * One remembered thing. Deleting keeps the row as a tombstone (id, time, who) and empties every text.
 * A row is active when it is neither deleted nor a draft and no row of `supersessions` names it.
 */
export const memories = pgTable(
  "memories",
  {
    workspaceId: workspaceId(),
    memoryId: id().notNull(),
    projectId: id().notNull(),
    sessionId: id(),
    level: text({ enum: ["L0", "L1", "L2"] }).notNull(),
    kind: text({ enum: ["reasoning", "lesson", "evidence"] }).notNull(),
    /** Of reasoning only. */
    decisionType: text({ enum: ["decision", "assumption", "constraint"] }),
    taskId: id(),
    tool: text(),
    text: text().notNull(),
    symptom: text(),
    /** Taken from the masked failure because nobody put it into words: it finds the memory and says nothing of its own. */
    isSymptomDerived: boolean().notNull().default(false),
    ground: text().array().notNull().default(sql`'{}'::text[]`),
    parents: jsonb().$type<{ level: string; source: string }[]>().notNull().default([]),
    isDraft: boolean().notNull().default(false),
    /** Of the canonical write, so that the same id with other content is refused. */
    contentHash: text().notNull(),
    changeSeq: bigint({ mode: "number" }).notNull(),
    createdAt: at().notNull(),
    deletedAt: at(),
    deletedBy: text(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.memoryId] }),
    index("memories_by_change").on(row.workspaceId, row.changeSeq), // index synchronisation
    index("memories_newest").on(row.workspaceId, row.createdAt, row.memoryId), // the memories page
    index("memories_by_project").on(row.workspaceId, row.projectId, row.createdAt, row.memoryId),
    index("memories_by_tool").on(row.workspaceId, row.tool), // a lookup by tool alone
    // retention: what expires by its age, oldest first
    index("memories_that_expire")
      .on(row.workspaceId, row.createdAt)
      .where(sql`${row.deletedAt} is null and (${row.kind} = 'reasoning' or ${row.level} = 'L0')`),
    index("memories_drafts").on(row.workspaceId, row.createdAt, row.memoryId).where(sql`is_draft`), // drafts
  ],
);

/** The explicit link from a memory to its successor; `successorId` null means retired. The key allows one successor per memory. */
export const supersessions = pgTable(
  "supersessions",
  {
    workspaceId: workspaceId(),
    memoryId: id().notNull(),
    successorId: id(),
    reason: text().notNull(),
    createdAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.memoryId] }),
    index("supersessions_by_successor").on(row.workspaceId, row.successorId), // reading a chain backwards
  ],
);

/**
 * A normalised failure. `headId` and the marks are derived from `signature_aliases` and `signature_changes`, by
 * `settleSignatures` alone and in the transaction of each change: a lookup then reads one row and walks no graph.
 */
export const signatures = pgTable(
  "signatures",
  {
    workspaceId: workspaceId(),
    signatureId: id().notNull(),
    /** Of the rules that gave this id; the prefix of the id. */
    version: id().notNull(),
    tool: text().notNull(),
    givenTool: text(),
    signatureKey: text(),
    masked: text().notNull(),
    /** Names of the masks that fired, each once. The values that they took out are in the example alone. */
    maskRules: text().array().notNull(),
    /** The log that it was first seen in; null once that was removed. */
    exampleId: id(),
    /** The signature that a split took this one out of. Its id follows from the split, not from rules. */
    variantOf: id(),
    /** The newest rules that the example was read under. */
    readUnder: id().notNull(),
    /** Whether the id that newer rules give the example has taken its place: then no log is looked up under this id any more. */
    isCarried: boolean().notNull().default(false),
    /** The signature that stands for it and for all that were joined with it: itself, unless it was merged or rules changed. */
    headId: id().notNull(),
    name: text(),
    isFlaky: boolean().notNull().default(false),
    isNoise: boolean().notNull().default(false),
    createdAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.signatureId] }),
    index("signatures_by_head").on(row.workspaceId, row.headId, row.signatureId), // everything that one head stands for
    index("signatures_by_reading").on(row.workspaceId, row.readUnder, row.signatureId), // recomputing after a change of rules
    index("signatures_by_version").on(row.workspaceId, row.version, row.isCarried), // which kept rules a lookup must still try
  ],
);

/** A log that signatures were computed from, secrets masked, by its hash: a log with fifty failures is kept once. */
export const signatureExamples = pgTable(
  "signature_examples",
  { workspaceId: workspaceId(), exampleId: id().notNull(), text: text().notNull(), createdAt: at().notNull() },
  (row) => [primaryKey({ columns: [row.workspaceId, row.exampleId] })],
);

/**
 * Two signatures that are one failure. `rules_changed` leads from an id of older rules to the one that its example has
 * now, `merged` from a head to the head it was merged into, `split_undone` from a variant back to what it was split from.
 */
export const signatureAliases = pgTable(
  "signature_aliases",
  {
    workspaceId: workspaceId(),
    aliasId: id().notNull(),
    signatureId: id().notNull(),
    reason: text({ enum: ["rules_changed", "merged", "split_undone"] }).notNull(),
    /** The change that made it; empty for a change of rules, of which each signature has one at most. */
    changeId: id().notNull(),
    createdAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.aliasId, row.changeId] }),
    index("signature_aliases_by_target").on(row.workspaceId, row.signatureId),
  ],
);

/** What a person decided about a signature. Append-only but for the undoing, which is written once. */
export const signatureChanges = pgTable(
  "signature_changes",
  {
    workspaceId: workspaceId(),
    changeId: id().notNull(),
    kind: text({ enum: signatureChangeKinds }).notNull(),
    signatureId: id().notNull(),
    /** Of a merge the signature merged into, of a split the variant. */
    otherId: id(),
    /** Of a split what a log must hold, of a renaming the name. */
    value: text(),
    /** Of a split where a log must hold it. */
    place: text({ enum: splitPlaces }),
    reason: text().notNull(),
    madeBy: text().notNull(),
    madeAt: at().notNull(),
    undoneBy: text(),
    undoneAt: at(),
    undoneReason: text(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.changeId] }),
    index("signature_changes_by_signature").on(row.workspaceId, row.signatureId),
    index("signature_changes_by_other").on(row.workspaceId, row.otherId),
    index("signature_changes_newest").on(row.workspaceId, row.madeAt, row.changeId),
  ],
);

/**
 * One sighting of a signature; at most one per signature and request id. `ownId` is what the words of the log give and
 * never changes, `signatureId` is where the sighting counts: the same, or the variant that a split took it out to.
 */
export const occurrences = pgTable(
  "occurrences",
  {
    workspaceId: workspaceId(),
    signatureId: id().notNull(),
    ownId: id().notNull(),
    occurrenceId: id().notNull(),
    projectId: id(),
    sessionId: id(),
    requestId: id(),
    /** The attention record or the memory that brought it. */
    sourceKind: text({ enum: ["lookup", "memory"] }).notNull(),
    sourceId: id().notNull(),
    occurredAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.signatureId, row.occurrenceId] }),
    uniqueIndex("occurrences_once_per_request").on(row.workspaceId, row.ownId, row.requestId),
    index("occurrences_newest").on(row.workspaceId, row.signatureId, row.occurredAt, row.occurrenceId),
    // A log holds a failure once; also deleting a memory, and a page's back link.
    uniqueIndex("occurrences_once_per_source").on(row.workspaceId, row.sourceId, row.ownId),
    index("occurrences_by_session").on(row.workspaceId, row.sessionId, row.occurredAt), // what followed a lookup
    index("occurrences_by_time").on(row.workspaceId, row.occurredAt), // what is new on the failures page
  ],
);

/**
 * How often each failure was seen, for lists that are sorted by it: a row for each project that saw it, and one under the
 * empty project for all sightings together, those without a project too. Derived from `occurrences`, `signatures.headId`
 * and `attention_records`, in the transaction that changes one of them. A log that shows two signatures of a head counts once.
 */
export const failureCounts = pgTable(
  "failure_counts",
  {
    workspaceId: workspaceId(),
    headId: id().notNull(),
    projectId: id().notNull(),
    seenCount: integer().notNull(),
    /** Null where only a lookup is known, and no sighting. */
    firstSeen: at(),
    lastSeen: at(),
    /** Kept records of lookups whose first failure it was, and how many of them tier 1 answered. */
    lookups: integer().notNull(),
    tier1Hits: integer("tier1_hits").notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.headId, row.projectId] }),
    // the failures page in each of its orders, of all projects or of one
    index("failure_counts_by_last_seen").on(row.workspaceId, row.projectId, row.lastSeen, row.headId),
    index("failure_counts_by_first_seen").on(row.workspaceId, row.projectId, row.firstSeen, row.headId),
    index("failure_counts_by_seen_count").on(row.workspaceId, row.projectId, row.seenCount, row.headId),
  ],
);

/** Sightings of each failure by UTC day (`2026-07-02`), as `failure_counts` counts them: the small charts. */
export const failureDays = pgTable(
  "failure_days",
  {
    workspaceId: workspaceId(),
    headId: id().notNull(),
    projectId: id().notNull(),
    day: date({ mode: "string" }).notNull(),
    seenCount: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.headId, row.projectId, row.day] })],
);

/** Which memories a signature leads to: tier 1. `ownId` is what the memory was left for, whatever a split made of it since. */
export const memorySignatures = pgTable(
  "memory_signatures",
  {
    workspaceId: workspaceId(),
    signatureId: id().notNull(),
    ownId: id().notNull(),
    memoryId: id().notNull(),
    isPrimary: boolean().notNull().default(true),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.ownId, row.memoryId] }),
    index("memory_signatures_by_signature").on(row.workspaceId, row.signatureId, row.memoryId), // tier 1
    index("memory_signatures_by_memory").on(row.workspaceId, row.memoryId),
  ],
);

/** A vector stands for one field of one owner under one model. Little-endian float32. */
export const vectors = pgTable(
  "vectors",
  {
    workspaceId: workspaceId(),
    ownerKind: text({ enum: ["memory", "chunk", "skill"] }).notNull(),
    ownerId: id().notNull(),
    field: text({ enum: ["symptom", "text"] }).notNull(),
    model: id().notNull(),
    dimensions: integer().notNull(),
    /** Of the embedded text: a changed text makes the vector stale. */
    textHash: text().notNull(),
    vector: bytes().notNull(),
    createdAt: at().notNull(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.ownerKind, row.ownerId, row.field, row.model] })],
);

/** Every version of a skill stays; the newest one that is not deleted answers. */
export const skills = pgTable(
  "skills",
  {
    workspaceId: workspaceId(),
    name: id().notNull(),
    version: integer().notNull(),
    description: text().notNull(),
    body: text().notNull(),
    projectId: id(),
    changeSeq: bigint({ mode: "number" }).notNull(),
    createdAt: at().notNull(),
    deletedAt: at(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.name, row.version] }),
    index("skills_by_change").on(row.workspaceId, row.changeSeq),
  ],
);

export const referenceDocuments = pgTable(
  "reference_documents",
  {
    workspaceId: workspaceId(),
    documentId: id().notNull(),
    projectId: id(),
    path: id().notNull(),
    title: text().notNull(),
    contentHash: text().notNull(),
    createdAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.documentId] }),
    // The same path in the same project is the same document, written anew.
    uniqueIndex("reference_documents_by_path").on(row.workspaceId, sql`coalesce(${row.projectId}, '')`, row.path),
  ],
);

/** Level `R`. `headings` is the path of headings above the chunk. */
export const referenceChunks = pgTable(
  "reference_chunks",
  {
    workspaceId: workspaceId(),
    chunkId: id().notNull(),
    documentId: id().notNull(),
    projectId: id(),
    ordinal: integer().notNull(),
    headings: text().array().notNull(),
    text: text().notNull(),
    changeSeq: bigint({ mode: "number" }).notNull(),
    deletedAt: at(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.chunkId] }),
    index("reference_chunks_by_change").on(row.workspaceId, row.changeSeq),
    index("reference_chunks_by_document").on(row.workspaceId, row.documentId, row.ordinal),
  ],
);

/**
 * What one lookup saw and decided. Append-only; rows outlive the memories they mention, so there is no foreign key.
 * `record` is the JSON text as written: jsonb would reorder its keys, and a replay compares bytes.
 */
export const attentionRecords = pgTable(
  "attention_records",
  {
    workspaceId: workspaceId(),
    recordId: id().notNull(),
    lookupId: id().notNull(),
    operation: text({ enum: ["memory.context", "context.prior", "agent.boot"] }).notNull(),
    evaluatedAt: at().notNull(),
    projectId: id(),
    sessionId: id(),
    tool: text(),
    tier: integer(),
    origin: text({ enum: ["asked", "injected"] }).notNull(),
    /** First 200 code points of the masked task or masked failure: what a list row shows. */
    summary: text().notNull(),
    signatureId: id(),
    foundCount: integer().notNull(),
    returnedCount: integer().notNull(),
    droppedCount: integer().notNull(),
    degradedLegs: text().array().notNull(),
    budgetLimit: integer().notNull(),
    budgetUsed: integer().notNull(),
    durationMs: integer().notNull(),
    policyVersion: integer().notNull(),
    record: text().notNull(),
    /** When retention took the request's text out of `summary` and `record`. */
    requestTextRemovedAt: at(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.recordId] }),
    // retention: what still holds a request's text, oldest first
    index("attention_with_request_text")
      .on(row.workspaceId, row.evaluatedAt)
      .where(sql`${row.requestTextRemovedAt} is null`),
    index("attention_newest").on(row.workspaceId, row.evaluatedAt, row.recordId), // the lookups page
    index("attention_by_project_newest").on(row.workspaceId, row.projectId, row.evaluatedAt, row.recordId),
    index("attention_by_lookup").on(row.workspaceId, row.lookupId, row.evaluatedAt, row.recordId),
    index("attention_by_signature").on(row.workspaceId, row.signatureId, row.evaluatedAt),
  ],
);

/** Where a memory was surfaced or considered: read by its page, and by deletion to find the records that hold its text. */
export const attentionMemories = pgTable(
  "attention_memories",
  {
    workspaceId: workspaceId(),
    memoryId: id().notNull(),
    recordId: id().notNull(),
    lookupId: id().notNull(),
    wasReturned: boolean().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.memoryId, row.recordId] }),
    index("attention_memories_by_record").on(row.workspaceId, row.recordId),
  ],
);

/**
 * What a lookup left out to keep its budget, for the budget page: a record is too large to be opened for a sum.
 * `neededTokens` is the smallest limit, by the entries' own counts, that would have kept this one; drops go from last to first.
 */
export const attentionDrops = pgTable(
  "attention_drops",
  {
    workspaceId: workspaceId(),
    recordId: id().notNull(),
    /** In the order in which they were dropped, from 0. */
    position: integer().notNull(),
    projectId: id(),
    kind: text({ enum: ["reference", "memory", "skill"] }).notNull(),
    /** Null for skills and for prior context, which know no tiers. */
    tier: integer(),
    itemId: id().notNull(),
    tokens: integer().notNull(),
    neededTokens: integer().notNull(),
    droppedAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.recordId, row.position] }),
    index("attention_drops_newest").on(row.workspaceId, row.droppedAt), // the budget page
  ],
);

/** Append-only. Version numbers count within the workspace. */
export const policies = pgTable(
  "policies",
  {
    workspaceId: workspaceId(),
    version: integer().notNull(),
    /** Only the fields that differ from the built-in defaults of `defaultsVersion`. */
    fields: jsonb().$type<Record<string, number | null>>().notNull(),
    note: text().notNull(),
    createdAt: at().notNull(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.version] })],
);

/** Which policy is active where; the newest row of a scope wins. An empty `projectId` is the workspace itself. */
export const policyActivations = pgTable(
  "policy_activations",
  {
    workspaceId: workspaceId(),
    projectId: id().notNull(),
    activationId: id().notNull(),
    version: integer().notNull(),
    activatedAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.projectId, row.activationId] }),
    index("policy_activations_newest").on(row.workspaceId, row.projectId, row.activatedAt, row.activationId),
  ],
);

/** The judgement of a person on one memory of one lookup. The newest stands. */
export const labels = pgTable(
  "labels",
  {
    workspaceId: workspaceId(),
    lookupId: id().notNull(),
    memoryId: id().notNull(),
    label: text({ enum: ["relevant", "control", "unsure"] }).notNull(),
    labelledAt: at().notNull(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.lookupId, row.memoryId] })],
);

/** What came of a decision or of a task. Append-only; the newest by (time, id) stands. Never given to other sessions. */
export const outcomes = pgTable(
  "outcomes",
  {
    workspaceId: workspaceId(),
    outcomeId: id().notNull(),
    projectId: id(),
    /** The reasoning memory it judges; an outcome of a task has one row for each of its decisions. */
    memoryId: id().notNull(),
    taskId: id(),
    sessionId: id().notNull(),
    verdict: text({ enum: ["pass", "fail"] }).notNull(),
    rationale: text().notNull(),
    lookupId: id(),
    recordedAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.outcomeId, row.memoryId] }),
    index("outcomes_newest").on(row.workspaceId, row.memoryId, row.recordedAt, row.outcomeId),
    index("outcomes_by_lookup").on(row.workspaceId, row.lookupId), // what came of a lookup
    index("outcomes_by_session").on(row.workspaceId, row.sessionId, row.recordedAt), // what followed a lookup
  ],
);

/**
 * What a host told about a session: a command that failed, one that passed after it had failed, files touched, its end.
 * Append-only, and each event once, however often a host repeats it. Joined with lookups by session.
 */
export const sessionEvents = pgTable(
  "session_events",
  {
    workspaceId: workspaceId(),
    projectId: id().notNull(),
    sessionId: id().notNull(),
    eventId: id().notNull(),
    kind: text({ enum: ["run", "edit", "end"] }).notNull(),
    /** Of a run: the command, secrets masked. */
    command: text(),
    verdict: text({ enum: ["pass", "fail"] }),
    /** Of a failing run whose output holds a failure. */
    signatureId: id(),
    files: text().array().notNull().default(sql`'{}'::text[]`),
    /** Of an edit: the first changed lines, secrets masked. */
    changes: text(),
    occurredAt: at().notNull(),
    /** Puts events of one time in the order in which they were told. */
    ordinal: integer().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.projectId, row.sessionId, row.eventId] }),
    index("session_events_by_time").on(row.workspaceId, row.sessionId, row.occurredAt), // what followed a lookup
    index("session_events_by_age").on(row.workspaceId, row.occurredAt), // retention
  ],
);

/** The committed state of one commit as nodes, edges and symbols: gzipped JSON, because only whole snapshots are read. */
export const graphSnapshots = pgTable(
  "graph_snapshots",
  {
    workspaceId: workspaceId(),
    projectId: id().notNull(),
    commit: id().notNull(),
    ruleVersion: integer().notNull(),
    fileCount: integer().notNull(),
    snapshot: bytes().notNull(),
    indexedAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.projectId, row.commit, row.ruleVersion] }),
    index("graph_snapshots_newest").on(row.workspaceId, row.projectId, row.indexedAt),
  ],
);

/**
 * What SCOPE knows of one commit beside its graph: terms, history, skeleton, invariants. Gzipped JSON. Whether history was
 * cut is part of the key, because completing a shallow clone changes no commit.
 */
export const scopeSnapshots = pgTable(
  "scope_snapshots",
  {
    workspaceId: workspaceId(),
    projectId: id().notNull(),
    commit: id().notNull(),
    isShallow: boolean().notNull(),
    ruleVersion: integer().notNull(),
    snapshot: bytes().notNull(),
    indexedAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.projectId, row.commit, row.isShallow, row.ruleVersion] }),
    index("scope_snapshots_newest").on(row.workspaceId, row.projectId, row.indexedAt),
  ],
);

/** One rebuild that was applied, with what stood there before it: enough to undo it. `before` is JSON text. */
export const rebuilds = pgTable(
  "rebuilds",
  {
    workspaceId: workspaceId(),
    rebuildId: id().notNull(),
    projectId: id().notNull(),
    commit: id().notNull(),
    before: text().notNull(),
    appliedAt: at().notNull(),
    undoneAt: at(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.rebuildId] }),
    index("rebuilds_newest").on(row.workspaceId, row.projectId, row.appliedAt, row.rebuildId),
  ],
);

/** What parsing a blob gave, by content and rule: equal content is parsed once, whatever its path or commit. */
export const parsedBlobs = pgTable(
  "parsed_blobs",
  { workspaceId: workspaceId(), parseKey: id().notNull(), parsed: text().notNull() },
  (row) => [primaryKey({ columns: [row.workspaceId, row.parseKey] })],
);

/** One calibration: its pairs as they were scored, and what came of them. A run is a pure function of its pairs. */
export const calibrations = pgTable(
  "calibrations",
  {
    workspaceId: workspaceId(),
    calibrationId: id().notNull(),
    projectId: id(),
    policyVersion: integer().notNull(),
    pairs: text().notNull(),
    result: text().notNull(),
    createdAt: at().notNull(),
    appliedVersion: integer(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.calibrationId] }),
    index("calibrations_newest").on(row.workspaceId, row.createdAt, row.calibrationId),
  ],
);

/**
 * What CARRY left behind about one file or topic, as it was sent. `body` is compared with what comes next, so a summary
 * that a model wrote later stands beside it and never in it. The caller's own name for its workspace is part of the key
 * and gives no access to anything.
 */
export const contexts = pgTable(
  "contexts",
  {
    workspaceId: workspaceId(),
    givenWorkspace: id().notNull(),
    externalId: id().notNull(),
    projectId: id(),
    /** Of a file: relative to the repository's top. */
    path: id(),
    title: text().notNull(),
    description: text().notNull(),
    body: text().notNull(),
    type: text().notNull(),
    tags: text().array().notNull(),
    /** JSON text as it was sent. */
    metadata: text().notNull(),
    contentHash: text().notNull(),
    runId: id().notNull(),
    diffSha: id().notNull(),
    /** Written by a model, and through the symbol gate; null until then. */
    summary: text(),
    summaryModel: text(),
    createdAt: at().notNull(),
    updatedAt: at().notNull(),
    /** Its file is gone; kept so that a rebuild can be undone. */
    archivedAt: at(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.givenWorkspace, row.externalId] }),
    index("contexts_newest").on(row.workspaceId, row.updatedAt, row.externalId), // the contexts page
    index("contexts_by_project").on(row.workspaceId, row.projectId, row.path), // a file's context, a rebuild
  ],
);

/** One run that ended with a verdict. The first capsule of a run and diff stands. `capsule` is JSON text as it was sent. */
export const capsules = pgTable(
  "capsules",
  {
    workspaceId: workspaceId(),
    runId: id().notNull(),
    diffSha: id().notNull(),
    projectId: id(),
    task: text().notNull(),
    verdict: text({ enum: ["pass", "fail"] }),
    capsule: text().notNull(),
    carriedAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.runId, row.diffSha] }),
    index("capsules_newest").on(row.workspaceId, row.carriedAt, row.runId, row.diffSha),
    index("capsules_by_project").on(row.workspaceId, row.projectId, row.carriedAt, row.runId, row.diffSha),
  ],
);

/** Files that runs have touched: SCOPE ranks by them. */
export const touchedFiles = pgTable(
  "touched_files",
  {
    workspaceId: workspaceId(),
    projectId: id().notNull(),
    path: id().notNull(),
    runId: id().notNull(),
    diffSha: id().notNull(),
    touchedAt: at().notNull(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.projectId, row.path, row.runId, row.diffSha] })],
);

/** A context that the symbol gate refused, with the names that are not in its file. */
export const contextRejections = pgTable(
  "context_rejections",
  {
    workspaceId: workspaceId(),
    givenWorkspace: id().notNull(),
    externalId: id().notNull(),
    runId: id().notNull(),
    diffSha: id().notNull(),
    /** Who wrote the summary: the caller, or the model that this server asked. */
    writtenBy: text({ enum: ["caller", "model"] }).notNull(),
    projectId: id(),
    title: text().notNull(),
    summary: text().notNull(),
    unknownSymbols: text().array().notNull(),
    rejectedAt: at().notNull(),
  },
  (row) => [
    primaryKey({
      columns: [row.workspaceId, row.givenWorkspace, row.externalId, row.runId, row.diffSha, row.writtenBy],
    }),
    index("context_rejections_newest").on(row.workspaceId, row.rejectedAt, row.externalId),
  ],
);

/** The first answer to a request id, kept 24 h and written in the transaction of its effect. */
export const idempotency = pgTable(
  "idempotency",
  {
    workspaceId: workspaceId(),
    keyId: id().notNull(),
    operation: text().notNull(),
    requestId: id().notNull(),
    bodyHash: text().notNull(),
    status: integer().notNull(),
    response: text().notNull(),
    createdAt: at().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.workspaceId, row.keyId, row.operation, row.requestId] }),
    index("idempotency_by_age").on(row.workspaceId, row.createdAt), // retention
  ],
);

/** Who may call from elsewhere. The secret itself is stored nowhere: only its HMAC under the workspace's secret. Revoked keys stay listed. */
export const accessKeys = pgTable(
  "access_keys",
  {
    workspaceId: workspaceId(),
    keyId: id().notNull(),
    name: text().notNull(),
    secretHmac: text().notNull(),
    lastFour: text().notNull(),
    /** Null: every project of the workspace. */
    projects: text().array(),
    canWrite: boolean().notNull(),
    createdAt: at().notNull(),
    expiresAt: at(),
    revokedAt: at(),
    /** To the minute: it is not worth a write on every call. */
    lastUsedAt: at(),
  },
  (row) => [primaryKey({ columns: [row.workspaceId, row.keyId] })],
);
