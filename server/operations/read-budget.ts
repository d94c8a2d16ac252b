import { BudgetOutput } from "#server/contracts/budget.ts";
import { succeed } from "#server/contracts/failure-codes.ts";
import { RangeInput } from "#server/contracts/overview.ts";
import { countLookups } from "#server/db/attention-statistics.ts";
import {
  countDrops,
  countKeptBy,
  type DropGroup,
  listMostDropped,
  readLargestNeed,
} from "#server/db/drop-statistics.ts";
import { readableProjects } from "./access.ts";
import { defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";
import { timeRange } from "./time-range.ts";

/** Limits that people set: what each would have kept is told, up to the one that keeps all. */
const usualLimits = [1_000, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 16_000, 24_000, 32_000, 48_000, 64_000, 100_000];

export const readBudget = defineRead({
  name: "budget.get",
  summary: "What lookups left out to keep their budgets, and what larger ones would have kept.",
  input: RangeInput,
  output: BudgetOutput,
  async run(context, { range, zone, project: named }) {
    const { db, workspaceId, access, clock } = context;
    const { edges, unit } = timeRange({ range, zone, now: clock.now() });
    const scope = {
      readable: readableProjects(access, { scope: "all-projects" }),
      project: await standingProject(context, named),
      edges,
    };
    const [counts, drops, mostDropped, largestNeed] = await Promise.all([
      countLookups(db, workspaceId, scope),
      countDrops(db, workspaceId, scope),
      listMostDropped(db, workspaceId, scope, 20),
      readLargestNeed(db, workspaceId, scope),
    ]);
    const limits = largestNeed === null ? [] : [...usualLimits.filter((limit) => limit < largestNeed), largestNeed];
    const larger = limits.length === 0 ? [] : await countKeptBy(db, workspaceId, scope, limits);
    const inBucket = (bucket: number, group: DropGroup) =>
      drops.find((each) => each.bucket === bucket && each.group === group)?.drops ?? 0;
    const inAll = (group: DropGroup) => sum(drops.filter((each) => each.group === group).map((each) => each.drops));
    const totals = counts.get(0);
    return succeed({
      from: (edges[0] ?? clock.now()).toISOString(),
      to: (edges.at(-1) ?? clock.now()).toISOString(),
      zone,
      unit,
      totals: {
        lookups: totals?.lookups ?? 0,
        dropping: totals?.dropping ?? 0,
        drops: sum(drops.map((each) => each.drops)),
        tokens: sum(drops.map((each) => each.tokens)),
        tiers: byTier(inAll),
      },
      buckets: edges.slice(0, -1).map((edge, index) => ({
        at: edge.toISOString(),
        drops: byTier((group) => inBucket(index + 1, group)),
      })),
      most_dropped: mostDropped,
      larger,
    });
  },
});

function byTier(countOf: (group: DropGroup) => number) {
  return {
    "1": countOf("1"),
    "2": countOf("2"),
    "3": countOf("3"),
    skills: countOf("skills"),
    prior: countOf("prior"),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
