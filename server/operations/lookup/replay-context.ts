import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { ContextRecord } from "#server/contracts/lookups.ts";
import { selectLessons } from "#server/domain/lookup/select-lessons.ts";
import { validatePolicy } from "#server/domain/policy/validate-policy.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";

type Replayed = {
  identical: boolean;
  differences: string[];
  decision: { tier: number | null; lessons: string[]; skills: string[] };
  entered: { id: string; score: number }[];
  left: { id: string; score: number }[];
  undecidable: null;
};

const tierLimits = { 1: "max_tier1", 2: "max_tier2", 3: "max_references" } as const;

/**
 * Recomputes order, abstaining, limits and drops of a three-tier lookup from its record. Another policy may change the
 * floors and the limits of each tier; the budget is not cut again, because that needs the texts.
 */
export function replayContext(
  json: string,
  asked: { policy?: Record<string, number | null> | undefined },
): Outcome<Replayed> {
  const record = ContextRecord.parse(JSON.parse(json));
  const check = validatePolicy(asked.policy ?? {});
  if (!check.ok) {
    const errors = check.errors.map(({ field, message }) => ({ path: field, message }));
    return fail("INVALID_INPUT", errors.map((error) => error.message).join("; "), errors);
  }
  const policy = new Map(Object.entries({ ...record.policy, ...check.fields }));
  const numberOf = (field: string) => Number(policy.get(field) ?? 0);
  const floorOf = (leg: string, floor: number | null) => (floor === null ? null : numberOf(`${leg}_floor`));

  const lessons = record.candidates.flatMap((candidate) => {
    const { tier, level } = candidate;
    if ((tier !== 1 && tier !== 2 && tier !== 3) || (level !== "L1" && level !== "L2" && level !== "R")) return [];
    return [
      {
        id: candidate.id,
        tier,
        level,
        score: candidate.score,
        rawScore: candidate.raw_score,
        floor: floorOf(candidate.leg, candidate.floor),
      } as const,
    ];
  });
  const byTool = record.candidates.some((candidate) => candidate.matched_kind === "tool");
  const judged = selectLessons(lessons, {
    limitPerTier: {
      1: numberOf(tierLimits[1]),
      2: numberOf(tierLimits[2]),
      3: numberOf(tierLimits[3]),
    },
    keepOrder: byTool,
  });
  const skills = record.candidates
    .filter((candidate) => candidate.kind === "skill")
    .filter((candidate) => candidate.raw_score >= (floorOf(candidate.leg, candidate.floor) ?? 0))
    .toSorted(compareRanked)
    .slice(0, numberOf("max_skills"));

  const dropped = new Set(record.drops.map((drop) => drop.id));
  const chosen = judged.filter(({ fate }) => fate === "returned").map(({ candidate }) => candidate);
  const decision = {
    tier: chosen.find((candidate) => !dropped.has(candidate.id))?.tier ?? null,
    lessons: chosen.map((candidate) => candidate.id).filter((id) => !dropped.has(id)),
    skills: skills.map((skill) => skill.id).filter((id) => !dropped.has(id)),
  };
  const before = new Set([...record.decision.lessons, ...record.decision.skills]);
  const now = new Set([...decision.lessons, ...decision.skills]);
  const scoreOf = new Map(record.candidates.map((candidate) => [candidate.id, candidate.score]));
  const scored = (ids: Iterable<string>) => [...ids].map((id) => ({ id, score: scoreOf.get(id) ?? 0 }));
  const identical = JSON.stringify(decision) === JSON.stringify(record.decision);
  return succeed({
    identical,
    differences: identical ? [] : ["decision"],
    decision,
    entered: scored([...now].filter((id) => !before.has(id))),
    left: scored([...before].filter((id) => !now.has(id))),
    undecidable: null,
  });
}
