import type { Policy } from "#server/domain/policy/policy.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";
import { readableProjects } from "#server/operations/access.ts";
import type { Candidate } from "#server/operations/lookup/candidate.ts";
import { runLeg } from "#server/operations/lookup/run-leg.ts";
import { searchMemories } from "#server/operations/lookup/search-legs.ts";
import type { CallContext } from "#server/operations/operation.ts";

/** Lessons of one boot: few, because the task itself still has to fit beside them. */
const mostLessons = 3;

export type FoundLessons = {
  lessons: Candidate[];
  corpusSeq: number;
  leg: { leg: "lessons"; status: string; note: string | null; duration_ms: number; candidates: number };
};

/** What the project's earlier runs learned that resembles the goal. A leg of its own: without it the boot still answers. */
export async function findLessons(
  context: CallContext,
  { goal, project, policy }: { goal: string; project: string; policy: Policy },
): Promise<FoundLessons> {
  const found = await runLeg(
    async (signal) => {
      const corpusSeq = await context.retrieval.sync();
      const { candidates } = await searchMemories(context, "text", {
        feed: { text: goal, source: "task" },
        readable: readableProjects(context.access, { scope: "project", project }),
        boostProject: project,
        floor: policy.text_floor,
        vectorFloor: policy.vector_floor,
        query: goal,
        signal,
      });
      return { candidates, corpusSeq };
    },
    { timeoutMs: policy.leg_timeout_ms, clock: context.clock },
  );
  const answered = found.status === "answered" ? found.result : { candidates: [], corpusSeq: 0 };
  const lessons = answered.candidates
    .filter(({ rawScore }) => rawScore >= policy.text_floor)
    .sort(compareRanked)
    .slice(0, mostLessons);
  return {
    lessons,
    corpusSeq: answered.corpusSeq,
    leg: {
      leg: "lessons",
      status: found.status,
      note: found.note,
      duration_ms: Math.round(found.durationMs),
      candidates: answered.candidates.length,
    },
  };
}
