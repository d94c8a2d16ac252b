import type { Explanation } from "#server/domain/failure-signature/explain-failure.ts";
import type { ContextPlan, LegPlan } from "#server/domain/lookup/context-plan.ts";
import type { Policy } from "#server/domain/policy/policy.ts";
import { readableProjects } from "#server/operations/access.ts";
import type { CallContext } from "#server/operations/operation.ts";
import type { Candidate } from "./candidate.ts";
import type { LegLog } from "./leg-log.ts";
import { listToolMemories, searchMemories, searchReferences, searchSignatures, searchSkills } from "./search-legs.ts";
import { readStandingFailure, type StandingFailure, unknownFailure } from "./standing-failure.ts";

type RunningLeg = Extract<LegPlan, { runs: true }>;

export type TierSearch = {
  context: CallContext;
  plan: ContextPlan;
  policy: Policy;
  legs: LegLog;
  project: string | null;
  scope: "project" | "all-projects" | null;
};

export type FirstTiers = {
  exact: Candidate[];
  similar: Candidate[];
  skills: Candidate[];
  /** The parts of the log, as the current rules name them, that led to a memory. */
  hitIds: Set<string>;
  /** What the store knows of the failure; each part for itself where the leg did not answer. */
  standing: StandingFailure | null;
  corpusSeq: number;
};

/** The record keeps why tier 1 abstained. */
function whyNoFailure(explained: Explanation | null): string {
  return explained?.kind === "none"
    ? `no failure in the log: ${explained.reason.replaceAll("_", " ")}`
    : "no failure to look up";
}

/** Tier 1, tier 2 and skills, side by side: an exact hit leads the answer and never cuts the search short. */
export async function searchFirstTiers(
  search: TierSearch,
  explained: Explanation | null,
  signatureKey: string | null,
): Promise<FirstTiers> {
  const { context, plan, policy, legs } = search;
  const failure = explained?.kind === "failure" ? explained : null;
  const hitIds = new Set<string>();
  let standing = failure && unknownFailure(failure);
  let corpusSeq = 0;
  const synced = context.retrieval.sync().then((seq) => {
    corpusSeq = seq;
  });
  // Each leg waits for the indexes by itself; where none does, their failure must not go unhandled.
  synced.catch(() => {});

  const [exact, symptom, text, skills] = await Promise.all([
    failure === null
      ? legs.skip("signature", whyNoFailure(explained))
      : legs.run("signature", "signature", async () => {
          const known = await readStandingFailure(context, failure, signatureKey);
          const found = await searchSignatures(context, {
            parts: known.parts,
            readable: readableFor(search, search.scope ?? "all-projects"),
            boostProject: search.project,
            query: plan.query,
          });
          standing = known;
          for (const id of found.hitIds) hitIds.add(id);
          return { candidates: found.candidates, embedder: "off" };
        }),
    runPlanned(search, "symptom", plan.symptom, async (leg, signal) => {
      await synced;
      return searchMemories(context, "symptom", setting(search, leg, policy.symptom_floor, signal));
    }),
    runPlanned(search, "text", plan.text, async (leg, signal) => {
      if (plan.byTool) {
        return listToolMemories(context, { ...setting(search, leg, 0, signal), limit: policy.max_tier2 });
      }
      await synced;
      return searchMemories(context, "text", setting(search, leg, policy.text_floor, signal));
    }),
    runPlanned(search, "skills", plan.skills, async (leg, signal) => {
      await synced;
      return searchSkills(context, setting(search, leg, policy.skills_floor, signal));
    }),
  ]);
  return { exact, similar: [...symptom, ...text], skills, hitIds, standing, corpusSeq };
}

/** Tier 3. The caller runs it only when the first tiers left budget unfilled. */
export async function searchThirdTier(search: TierSearch): Promise<Candidate[]> {
  return runPlanned(search, "reference", search.plan.reference, async (leg, signal) => {
    await search.context.retrieval.sync();
    return searchReferences(search.context, setting(search, leg, search.policy.reference_floor, signal));
  });
}

function runPlanned(
  { legs }: TierSearch,
  name: "symptom" | "text" | "skills" | "reference",
  leg: LegPlan,
  run: (leg: RunningLeg, signal: AbortSignal) => ReturnType<typeof searchMemories>,
): Promise<Candidate[]> | Candidate[] {
  return leg.runs ? legs.run(name, leg.feed.source, (signal) => run(leg, signal)) : legs.skip(name, leg.because);
}

function setting(search: TierSearch, leg: RunningLeg, floor: number, signal: AbortSignal) {
  return {
    feed: leg.feed,
    readable: readableFor(search, leg.scope),
    boostProject: search.project,
    floor,
    vectorFloor: search.policy.vector_floor,
    query: search.plan.query,
    signal,
  };
}

function readableFor({ context, project }: TierSearch, scope: "project" | "all-projects") {
  return readableProjects(context.access, scope === "project" ? { scope, project } : { scope });
}
