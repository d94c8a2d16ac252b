import { type ActiveMemory, listActiveByTool, type ReadableProjects, readActive } from "#server/db/memories.ts";
import { readChunks } from "#server/db/references.ts";
import { listMemoriesOfSignatures } from "#server/db/signatures.ts";
import { readSkills } from "#server/db/skills.ts";
import type { Feed } from "#server/domain/lookup/context-plan.ts";
import { rerankScore } from "#server/domain/retrieval/rerank.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import type { LegAnswer, LegHit, SearchLegName } from "#server/operations/ports.ts";
import type { Candidate } from "./candidate.ts";
import { checkAnswer } from "./run-leg.ts";
import type { StandingPart } from "./standing-failure.ts";

/** How many hits a leg may bring before floors and limits are applied. */
const legHitLimit = 50;

export type LegFound = { candidates: Candidate[]; embedder: LegAnswer["embedder"] };

type LegSetting = {
  feed: Feed;
  readable: ReadableProjects;
  boostProject: string | null;
  floor: number;
  vectorFloor: number;
  /** What every candidate is scored against. */
  query: string;
  signal: AbortSignal;
};

/** Tier 1: the primary-key hit on the signature and on each part. An exact match needs no floor; a failure marked as noise is not looked up. */
export async function searchSignatures(
  context: OperationContext,
  setting: Pick<LegSetting, "readable" | "boostProject" | "query"> & { parts: readonly StandingPart[] },
): Promise<{ candidates: Candidate[]; hitIds: Set<string> }> {
  const { db, workspaceId } = context;
  const parts = setting.parts.filter(({ isNoise }) => !isNoise);
  // The primary signature is asked for first: it explains a hit better than a part does.
  const partOf = new Map<string, StandingPart>();
  for (const part of parts) for (const id of part.askedIds) if (!partOf.has(id)) partOf.set(id, part);
  const links = await listMemoriesOfSignatures(db, workspaceId, [...partOf.keys()]);
  const active = await readActive(
    db,
    workspaceId,
    links.map((link) => link.memoryId),
    setting.readable,
  );
  const hitIds = new Set<string>();
  const candidates = active.filter(isLesson).map((found) => {
    const leading = new Set(
      links.filter(({ memoryId }) => found.matched.includes(memoryId)).map(({ signatureId }) => signatureId),
    );
    for (const [id, part] of partOf) if (leading.has(id)) hitIds.add(part.id);
    const signatureId = [...partOf.keys()].find((id) => leading.has(id)) ?? null;
    const isFlaky = signatureId !== null && (partOf.get(signatureId)?.isFlaky ?? false);
    const candidate = asCandidate(found, setting, {
      tier: 1,
      leg: "signature",
      matchedKind: "signature",
      rawScore: 1,
      floor: null,
      factors: {},
      signatureId,
    });
    return isFlaky ? { ...candidate, isFlaky } : candidate;
  });
  return { candidates, hitIds };
}

/** Tier 2: lessons whose symptom or text resembles the question. */
export async function searchMemories(
  context: OperationContext,
  leg: "symptom" | "text",
  setting: LegSetting,
): Promise<LegFound> {
  const { hits, embedder } = await search(context, leg, setting);
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  const active = await readActive(context.db, context.workspaceId, [...byId.keys()], setting.readable);
  const candidates = active.filter(isLesson).flatMap((found) => {
    const best = bestHit(found.matched.flatMap((id) => byId.get(id) ?? []));
    if (!best) return [];
    return asCandidate(found, setting, {
      tier: 2,
      leg,
      matchedKind: leg,
      rawScore: best.rawScore,
      floor: setting.floor,
      factors: best.factors,
      signatureId: null,
    });
  });
  return { candidates, embedder };
}

/** A question that names a tool and nothing else: what is known of it, the failure seen last first. */
export async function listToolMemories(
  context: OperationContext,
  setting: LegSetting & { limit: number },
): Promise<LegFound> {
  const { db, workspaceId } = context;
  const ids = await listActiveByTool(db, workspaceId, {
    tool: setting.feed.text,
    readable: setting.readable,
    limit: setting.limit,
  });
  const active = await readActive(db, workspaceId, ids, setting.readable);
  const position = new Map(ids.map((id, index) => [id, index]));
  const candidates = active
    .filter(isLesson)
    .sort((a, b) => firstPosition(a, position) - firstPosition(b, position))
    .map((found) =>
      asCandidate(found, setting, {
        tier: 2,
        leg: "text",
        matchedKind: "tool",
        rawScore: 1,
        floor: null,
        factors: {},
        signatureId: null,
      }),
    );
  return { candidates, embedder: "off" };
}

/** Tier 3: chunks of reference documents. */
export async function searchReferences(context: OperationContext, setting: LegSetting): Promise<LegFound> {
  const { hits, embedder } = await search(context, "reference", setting);
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  const chunks = await readChunks(context.db, context.workspaceId, [...byId.keys()], setting.readable);
  const candidates = chunks.flatMap((chunk): Candidate[] => {
    const hit = byId.get(chunk.chunkId);
    if (!hit) return [];
    const reranked = scoreOf(setting, chunk.projectId, chunk.text);
    return [
      {
        kind: "reference",
        id: chunk.chunkId,
        project: chunk.projectId,
        session: null,
        level: "R",
        tier: 3,
        leg: "reference",
        matchedKind: "reference",
        rawScore: hit.rawScore,
        score: reranked.score,
        floor: setting.floor,
        factors: { ...hit.factors, ...reranked.factors },
        text: chunk.text,
        parents: [],
        replaces: [],
        signatureId: null,
        fate: "returned",
      },
    ];
  });
  return { candidates, embedder };
}

export async function searchSkills(context: OperationContext, setting: LegSetting): Promise<LegFound> {
  const { hits, embedder } = await search(context, "skills", setting);
  const byName = new Map(hits.map((hit) => [hit.id, hit]));
  const rows = await readSkills(context.db, context.workspaceId, [...byName.keys()], setting.readable);
  const candidates = rows.flatMap((skill): Candidate[] => {
    const hit = byName.get(skill.name);
    if (!hit) return [];
    const reranked = scoreOf(setting, skill.projectId, `${skill.name}\n${skill.description}`);
    return [
      {
        kind: "skill",
        id: skill.name,
        project: skill.projectId,
        session: null,
        level: "skill",
        tier: null,
        leg: "skills",
        matchedKind: null,
        rawScore: hit.rawScore,
        score: reranked.score,
        floor: setting.floor,
        factors: { ...hit.factors, ...reranked.factors },
        text: skill.description,
        parents: [],
        replaces: [],
        signatureId: null,
        fate: "returned",
      },
    ];
  });
  return { candidates, embedder };
}

async function search(context: OperationContext, leg: SearchLegName, setting: LegSetting): Promise<LegAnswer> {
  const answer: unknown = await context.retrieval[leg].search(
    {
      text: setting.feed.text,
      limit: legHitLimit,
      projects: setting.readable,
      boostProject: setting.boostProject,
      vectorFloor: setting.vectorFloor,
    },
    setting.signal,
  );
  return checkAnswer(answer);
}

/** Raw evidence never answers; it shows only under `parents`. */
function isLesson(found: ActiveMemory): boolean {
  return found.memory.level !== "L0";
}

function bestHit(hits: LegHit[]): LegHit | undefined {
  return hits.toSorted((a, b) => b.rawScore - a.rawScore || (a.id < b.id ? -1 : 1))[0];
}

function firstPosition(found: ActiveMemory, position: ReadonlyMap<string, number>): number {
  return Math.min(...found.matched.map((id) => position.get(id) ?? Number.POSITIVE_INFINITY));
}

/**
 * The rerank score, a little higher for the caller's own project: a boost in rank, never a filter. One function for all
 * tiers, so that their scores can stand side by side.
 */
function scoreOf(
  { query, boostProject }: Pick<LegSetting, "query" | "boostProject">,
  project: string | null,
  text: string,
): { score: number; factors: Record<string, number> } {
  const { score, factors } = rerankScore({ query, text });
  if (boostProject === null) return { score, factors };
  const isOwn = project === boostProject;
  return {
    score: isOwn ? Math.min(1, score * (1 + currentRetrieval.projectBoost)) : score,
    factors: { ...factors, own_project: isOwn ? 1 : 0 },
  };
}

function asCandidate(
  { memory, replaces }: ActiveMemory,
  setting: Pick<LegSetting, "query" | "boostProject">,
  match: Pick<Candidate, "tier" | "leg" | "matchedKind" | "rawScore" | "floor" | "factors" | "signatureId">,
): Candidate {
  // A symptom that was taken from the failure repeats the question; scoring it would put every such lesson at the top.
  const said = memory.isSymptomDerived ? null : memory.symptom;
  const text = said ? `${said}\n${memory.text}` : memory.text;
  const reranked = scoreOf(setting, memory.projectId, text);
  return {
    kind: "memory",
    id: memory.memoryId,
    project: memory.projectId,
    session: memory.sessionId,
    level: memory.level === "L2" ? "L2" : "L1",
    score: reranked.score,
    text: memory.text,
    parents: memory.parents.flatMap(({ level, source }) =>
      level === "L0" || level === "L1" || level === "L2" ? [{ level, source }] : [],
    ),
    replaces,
    fate: "returned",
    ...match,
    factors: { ...match.factors, ...reranked.factors },
  };
}
