import type { useTRPC } from "#components/trpc/provider.tsx";
import { oftenSeen } from "#server/contracts/vocabularies.ts";
import type { FailureFilters } from "../failure-filters.ts";

type Trpc = Pick<ReturnType<typeof useTRPC>, "draft" | "signature">;

/** How many of each are shown before the rest is only counted as more. */
export const mostWaiting = 5;

/** What waits for a decision, within the project that the list is filtered by. The same on server and browser. */
export function waitingOptions(trpc: Trpc, { project }: Pick<FailureFilters, "project">) {
  const within = project === null || project.trim() === "" ? {} : { project: project.replace(/\s/g, "").slice(0, 255) };
  return {
    drafts: trpc.draft.list.queryOptions({ ...within, limit: mostWaiting }),
    unexplained: trpc.signature.unexplained.queryOptions({ ...within, min_seen: oftenSeen, limit: mostWaiting + 1 }),
  };
}
