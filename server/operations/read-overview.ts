import { succeed } from "#server/contracts/failure-codes.ts";
import { OverviewOutput, RangeInput } from "#server/contracts/overview.ts";
import {
  countDegradedLegs,
  countDistinctLookups,
  countLookups,
  countOutcomes,
  type LookupCounts,
  listTopFailures,
} from "#server/db/attention-statistics.ts";
import { readableProjects } from "./access.ts";
import { defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";
import { timeRange } from "./time-range.ts";

const nothing: LookupCounts = {
  lookups: 0,
  tier1: 0,
  tier2: 0,
  tier3: 0,
  none: 0,
  other: 0,
  empty: 0,
  degraded: 0,
  dropping: 0,
  injected: 0,
  p50Ms: null,
  p95Ms: null,
  budgetUsed: 0,
  budgetLimit: 0,
};

/** Everything that the overview draws, in one answer: a few passes over the records of the range, none over their bodies. */
export const readOverview = defineRead({
  name: "overview.get",
  summary: "Lookups over time: tiers, empty and degraded answers, latency, budget, outcomes, top failures.",
  input: RangeInput,
  output: OverviewOutput,
  async run(context, { range, zone, project: named }) {
    const { db, workspaceId, access, clock } = context;
    const { edges, unit } = timeRange({ range, zone, now: clock.now() });
    const scope = {
      readable: readableProjects(access, { scope: "all-projects" }),
      project: await standingProject(context, named),
      edges,
    };
    const [counts, distinct, legs, outcomes, failures] = await Promise.all([
      countLookups(db, workspaceId, scope),
      countDistinctLookups(db, workspaceId, scope),
      countDegradedLegs(db, workspaceId, scope),
      countOutcomes(db, workspaceId, scope),
      listTopFailures(db, workspaceId, scope),
    ]);
    const totals = counts.get(0) ?? nothing;
    const [from] = edges;
    const to = edges.at(-1);
    return succeed({
      from: (from ?? clock.now()).toISOString(),
      to: (to ?? clock.now()).toISOString(),
      zone,
      unit,
      totals: { ...shown(totals), injected: totals.injected, distinct },
      buckets: edges
        .slice(0, -1)
        .map((edge, index) => ({ at: edge.toISOString(), ...shown(counts.get(index + 1) ?? nothing) })),
      degraded_legs: legs,
      outcomes,
      top_failures: failures.map(({ signatureId, tool, preview, lookups, lastSeen }) => ({
        signature_id: signatureId,
        tool,
        preview,
        lookups,
        last_seen: lastSeen.toISOString(),
      })),
    });
  },
});

function shown(counts: LookupCounts) {
  return {
    lookups: counts.lookups,
    tiers: { "1": counts.tier1, "2": counts.tier2, "3": counts.tier3, none: counts.none },
    other: counts.other,
    empty: counts.empty,
    degraded: counts.degraded,
    dropping: counts.dropping,
    p50_ms: counts.p50Ms,
    p95_ms: counts.p95Ms,
    budget_used: counts.budgetUsed,
    budget_limit: counts.budgetLimit,
  };
}
