import { limits } from "#server/contracts/limits.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { bestEffortBrain } from "#server/operations/best-effort-brain.ts";
import type { CallContext } from "#server/operations/operation.ts";
import type { BrainBoot, ContextBrain } from "#server/operations/ports.ts";

const mostLessons = 3;
const mostInvariants = 20;
const mostMapPoints = 8_000;

const nothing: BrainBoot = { repoMap: "", invariants: [], lessons: [] };
const silent: ContextBrain = { boot: async () => nothing, recall: async () => null, carry: async () => {} };

/**
 * What the team's server adds to a boot; nothing where none is configured, or where it is away, slow or talks nonsense:
 * then the answer is this machine's own. Bounded, because a server that answers in shape may still answer too much.
 */
export async function askTeam(
  { teamBrain, log }: CallContext,
  { goal, project }: { goal: string; project: string },
): Promise<BrainBoot> {
  if (teamBrain === null) return nothing;
  const brain = bestEffortBrain({ team: teamBrain, local: silent, log });
  const { repoMap, invariants, lessons } = await brain.boot(goal, project, new AbortController().signal);
  return {
    repoMap: cutText(repoMap, mostMapPoints),
    invariants: invariants.slice(0, mostInvariants).map((rule) => cutText(rule, limits.memoryTextPoints)),
    lessons: lessons.slice(0, mostLessons).map((lesson) => cutText(lesson, limits.memoryTextPoints)),
  };
}
