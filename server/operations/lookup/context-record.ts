import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import type { MemoryContextAnswer } from "#server/contracts/memory-context.ts";
import { renderContextAnswer } from "#server/domain/rendering/render-context-answer.ts";
import { rerankVersion } from "#server/domain/retrieval/rerank.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { hexToBytes } from "#server/domain/text/hex-to-bytes.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { tokenizerVersion } from "#server/domain/text/tokenize.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import type { DecidedLookup } from "./commit-lookup.ts";

const keptCandidates = 500;
const keptSourceBytes = 16 * 1024;
const summaryPoints = 200;

/** The whole decision of a lookup, written once and never changed but by the deletion of a memory it mentions. */
export function contextRecord(
  { storePrompts, embedder, countTokens, rulesets }: OperationContext,
  decided: DecidedLookup,
  made: { recordId: string; lookupId: string; evaluatedAt: Date; answer: MemoryContextAnswer; secret: string },
): ContextRecordBody {
  const { request, policy, legs, judged } = decided;
  const { answer } = made;
  const source = request.signature_source;
  const dropped = new Set(answer.budget.dropped.map((drop) => drop.id));
  const kept = judged.slice(0, keptCandidates);
  return {
    id: made.recordId,
    lookup_id: made.lookupId,
    operation: "memory.context",
    request: {
      tool: request.tool ?? null,
      task: request.task === undefined ? null : storePrompts ? request.task : "",
      signature_source: source === undefined ? null : keptSource(source, storePrompts),
      signature_key: request.signature_key ?? null,
      project: request.project ?? null,
      scope: request.scope ?? null,
      budget: answer.budget.limit,
      origin: request.origin ?? "asked",
    },
    session: request.session ?? null,
    evaluated_at: made.evaluatedAt.toISOString(),
    policy,
    versions: {
      tokenizer: tokenizerVersion,
      normaliser: rulesets[0].version,
      rerank: rerankVersion,
      graph_commit: null,
      embedder: embedder?.model ?? null,
    },
    corpus_seq: decided.corpusSeq,
    signature: answer.signature && {
      id: answer.signature.id,
      tool: answer.signature.tool,
      inferred: answer.signature.inferred,
      masked: storePrompts ? answer.signature.masked : "",
      parts: answer.signature.parts,
      // What is noted of the failure is noted of the answer as well; it is kept once.
      notes: [...new Set([...answer.signature.notes, ...answer.notes])],
    },
    counts: { considered: judged.length, ...answer.counts },
    legs: legs.reports,
    candidates: kept.map(({ candidate, fate }) => ({
      kind: candidate.kind,
      id: candidate.id,
      project: candidate.project,
      level: candidate.level,
      tier: candidate.tier,
      leg: candidate.leg,
      matched_kind: candidate.matchedKind,
      raw_score: candidate.rawScore,
      score: candidate.score,
      floor: candidate.floor,
      factors: candidate.factors,
      fate: fate === "returned" && dropped.has(candidate.id) ? "dropped" : fate,
      tokens: answer.budget.dropped.find((drop) => drop.id === candidate.id)?.tokens ?? null,
      replaces: candidate.replaces,
    })),
    truncated: judged.length > kept.length,
    decision: {
      tier: answer.tier,
      lessons: answer.lessons.map((lesson) => lesson.id),
      skills: answer.skills.map((skill) => skill.name),
    },
    budget: answer.budget,
    drops: answer.budget.dropped,
    degraded: answer.degraded,
    rendered: renderContextAnswer(answer, { secret: hexToBytes(made.secret), countTokens }),
  };
}

/** What a list row shows: the masked failure, else the task, else the tool. */
export function summaryOf({ failure, request }: Pick<DecidedLookup, "failure" | "request">): string {
  const said = failure?.masked ?? request.task ?? request.signature_source ?? request.tool ?? "";
  return cutText(said.trim(), summaryPoints);
}

/** Which memories a record speaks of, so that a memory's page and its deletion find it. */
export function mentionedMemories(
  { judged }: DecidedLookup,
  answer: MemoryContextAnswer,
): { memoryId: string; wasReturned: boolean }[] {
  const returned = new Set(answer.lessons.map((lesson) => lesson.id));
  const ids = new Set(
    judged
      .slice(0, keptCandidates)
      .filter(({ candidate }) => candidate.kind === "memory")
      .map(({ candidate }) => candidate.id),
  );
  return [...ids].map((memoryId) => ({ memoryId, wasReturned: returned.has(memoryId) }));
}

/** The first 16 KiB of a log, with the size and the hash of the whole. */
function keptSource(source: string, storePrompts: boolean): { text: string; bytes: number; sha256: string } {
  const bytes = new TextEncoder().encode(source);
  // `stream` leaves a character that the cut split undecoded instead of turning it into U+FFFD.
  const text = new TextDecoder().decode(bytes.subarray(0, keptSourceBytes), { stream: true });
  return { text: storePrompts ? text : "", bytes: bytes.length, sha256: sha256Hex(bytes) };
}
