import type { z } from "zod";
import type { ContextLesson, ContextSignature, ContextSkill } from "#server/contracts/memory-context.ts";
import type { Explanation } from "#server/domain/failure-signature/explain-failure.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";
import { signatureMarks } from "#server/domain/signature-groups/signature-change.ts";
import type { Candidate, Fate } from "./candidate.ts";
import { type StandingFailure, standingId } from "./standing-failure.ts";

export type Judged = { candidate: Candidate; fate: Fate };
export type LessonCandidate = Candidate & { tier: 1 | 2 | 3; level: "L1" | "L2" | "R" };

export function isLesson(candidate: Candidate): candidate is LessonCandidate {
  return candidate.tier !== null && candidate.level !== "skill";
}

export function returnedOnly<Item extends Candidate>(judged: readonly { candidate: Item; fate: Fate }[]): Item[] {
  return judged.filter(({ fate }) => fate === "returned").map(({ candidate }) => candidate);
}

/** Skills above their floor, best first, cut at the limit. */
export function selectSkills(found: readonly Candidate[], limit: number): Judged[] {
  let count = 0;
  return found.toSorted(compareRanked).map((candidate) => {
    if (candidate.floor !== null && candidate.rawScore < candidate.floor) return { candidate, fate: "below_floor" };
    count += 1;
    return { candidate, fate: count <= limit ? "returned" : "over_limit" };
  });
}

/** In the order of the contract's fields: the budget counts this very text. Sightings are filled in when they are known. */
export function asLesson(candidate: LessonCandidate): z.infer<typeof ContextLesson> {
  return {
    tier: candidate.tier,
    level: candidate.level,
    id: candidate.id,
    project: candidate.project,
    session: candidate.session,
    matched_kind: candidate.matchedKind ?? "text",
    score: candidate.score,
    raw_score: candidate.rawScore,
    ...(candidate.tier === 1 ? { seen_count: 0, last_seen: null } : {}),
    ...(candidate.isFlaky ? { flaky: true } : {}),
    text: candidate.text,
    ...(candidate.parents.length > 0 ? { parents: candidate.parents } : {}),
    ...(candidate.replaces.length > 0 ? { replaces: candidate.replaces } : {}),
  };
}

export function asSkill(candidate: Candidate): z.infer<typeof ContextSkill> {
  return { name: candidate.id, score: candidate.score };
}

export function describeSignature(
  failure: Extract<Explanation, { kind: "failure" }>,
  standing: StandingFailure,
  hitIds: ReadonlySet<string>,
): z.infer<typeof ContextSignature> {
  return {
    id: standingId(failure, standing.variants),
    tool: failure.tool,
    inferred: failure.inferred,
    ...(failure.givenTool === undefined ? {} : { given_tool: failure.givenTool }),
    masked: failure.masked,
    parts: failure.parts.map(({ id, tool }) => {
      const known = standing.parts.find((part) => part.id === id);
      const marks = signatureMarks.filter((mark) => (mark === "flaky" ? known?.isFlaky : known?.isNoise));
      return {
        id: known?.standingId ?? id,
        tool,
        hit: hitIds.has(id),
        ...(known && known.headId !== known.standingId ? { stands_for: known.headId } : {}),
        ...(known && known.name !== null ? { name: known.name } : {}),
        ...(marks.length === 0 ? {} : { marks }),
      };
    }),
    notes: [...failure.notes, ...standing.notes],
  };
}
