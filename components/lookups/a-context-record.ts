import type { z } from "zod";
import type { ContextRecordBody, LookupCandidate, LookupRow } from "#server/contracts/lookups.ts";

/** Builders for tests: a plausible whole, of which a test names only what is special. */

export type Candidate = z.infer<typeof LookupCandidate>;

export function aCandidate(special: Partial<Candidate> = {}): Candidate {
  return {
    kind: "memory",
    id: "mem_1",
    project: "github.com/acme/shop",
    level: "L1",
    tier: 2,
    leg: "symptom",
    matched_kind: "symptom",
    raw_score: 0.64,
    score: 0.71,
    floor: 0.3,
    factors: { tokens: 0.6, trigrams: 0.7 },
    fate: "returned",
    tokens: 120,
    replaces: [],
    ...special,
  };
}

export function aContextRecord(special: Partial<ContextRecordBody> = {}): ContextRecordBody {
  return {
    id: "att_1",
    lookup_id: "lk_1",
    operation: "memory.context",
    request: {
      tool: "npm",
      task: null,
      signature_source: { text: "npm error code ERESOLVE", bytes: 23, sha256: "0".repeat(64) },
      signature_key: null,
      project: "github.com/acme/shop",
      scope: null,
      budget: 6_000,
      origin: "asked",
    },
    session: "s-1",
    evaluated_at: "2026-07-02T12:03:22.114Z",
    policy: { symptom_floor: 0.3 },
    versions: { tokenizer: "1", normaliser: "v1", rerank: "1", graph_commit: null, embedder: null },
    corpus_seq: 41,
    signature: null,
    counts: { considered: 1, found: 1, returned: 1, dropped: 0 },
    legs: [
      { leg: "signature", status: "answered", note: null, duration_ms: 1.2, fed_by: "signature", candidates: 0 },
      { leg: "symptom", status: "answered", note: null, duration_ms: 3.4, fed_by: "signature", candidates: 1 },
    ],
    candidates: [aCandidate()],
    truncated: false,
    decision: { tier: 2, lessons: ["mem_1"], skills: [] },
    budget: { limit: 6_000, used: 160, tokenizer: "o200k_base", exceeded: false, dropped: [] },
    drops: [],
    degraded: [],
    rendered: "",
    ...special,
  };
}

export function aLookupRow(special: Partial<LookupRow> = {}): LookupRow {
  return {
    record_id: "att_1",
    lookup_id: "lk_1",
    operation: "memory.context",
    evaluated_at: "2026-07-02T12:03:22.114Z",
    project: "github.com/acme/shop",
    session: "s-1",
    tool: "npm",
    tier: 2,
    origin: "asked",
    summary: "npm error code ERESOLVE",
    found: 1,
    returned: 1,
    dropped: 0,
    degraded: [],
    budget_limit: 6_000,
    budget_used: 160,
    duration_ms: 12,
    ...special,
  };
}
