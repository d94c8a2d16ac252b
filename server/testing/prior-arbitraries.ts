import fc from "fast-check";
import { defaultPolicy, type Policy } from "#server/domain/policy/policy.ts";
import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";
import { type CodeGraph, codeGraphFrom } from "#server/domain/selection/code-graph.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import type { PriorRequest, SearchedProject } from "#server/domain/selection/select-prior.ts";
import type { OracleGraph, OracleQuestion } from "#server/testing/prior-oracle.ts";

/** Small vocabularies, so that ties, shared ground and every rejection reason come up often. */
const tokens = ["queue", "drain", "lease", "retry", "cache", "tenant", "gateway", "schlüssel", "署名", "ci"];
const nodes = ["src", "src/a.ts", "src/b.ts", "src/c.ts", "lib", "lib/d.ts", "gone.ts"];
const projects = ["github.com/acme/shop", "github.com/acme/pay"];
const sessions = ["s-1", "s-2", "s-3", "s-4", "me"];
const dayMs = 86_400_000;
const asOfMs = Date.UTC(2026, 10, 29, 12);

const graph: fc.Arbitrary<OracleGraph> = fc.record({
  nodes: fc.constant(nodes.filter((node) => node !== "gone.ts")),
  edges: fc.uniqueArray(fc.tuple(fc.constantFrom(...nodes.slice(0, 6)), fc.constantFrom(...nodes.slice(0, 6))), {
    maxLength: 6,
  }),
});

export const aPolicy: fc.Arbitrary<Policy> = fc
  .record(
    {
      w_semantic: fc.constantFrom(0, 0.3, 0.6, 1),
      w_structural: fc.constantFrom(0, 0.1, 0.4, 1),
      structural_hops: fc.constantFrom(0, 1, 2),
      min_structural_ground: fc.constantFrom(1, 2, 3),
      outcome_penalty: fc.constantFrom(0, 0.2, 0.9),
      outcome_reward: fc.constantFrom(0, 0, 0.1),
      min_corroboration: fc.constantFrom(0, 1, 2),
      project_boost: fc.constantFrom(0, 0, 0.05),
      recency_half_life_days: fc.constantFrom(null, 0.5, 30),
      live_ratio_floor: fc.constantFrom(0, 0.25, 1),
      noise_floor: fc.constantFrom(0, 0.037, 0.2),
      rank_gap_ratio: fc.constantFrom(0, 0.35, 1),
      top_k: fc.constantFrom(1, 3, 5, 50),
    },
    { requiredKeys: [] },
  )
  .map((fields) => ({ ...defaultPolicy, ...fields }));

/** Inputs of one candidate as a scan could find them. */
export const someInputs: fc.Arbitrary<CandidateInputs> = fc
  .record({
    shared: fc.nat(20),
    others: fc.nat(200),
    ground: fc.array(fc.constantFrom("in", "out", "gone"), { maxLength: 6 }),
    hasGraph: fc.boolean(),
    age_days: fc.nat(400),
    outcome: fc.constantFrom(null, "pass" as const, "fail" as const),
    corroboration: fc.array(fc.nat(5), { maxLength: 4 }).map((counts) => counts.toSorted((a, b) => b - a)),
    same_project: fc.boolean(),
  })
  .map(({ shared, others, ground, hasGraph, ...rest }) => {
    const resident = hasGraph ? ground.filter((place) => place !== "gone").length : 0;
    return {
      token_intersection: shared,
      token_union: shared + others,
      ground_total: ground.length,
      ground_resident: resident,
      ground_in_focus: hasGraph ? ground.filter((place) => place === "in").length : 0,
      ground_live: hasGraph ? resident : null,
      ...rest,
    };
  });

export const aQuestion: fc.Arbitrary<OracleQuestion> = fc.record({
  memories: fc.uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[A-Za-z0-9_-]{1,3}$/),
      session: fc.constantFrom(...sessions),
      project: fc.constantFrom(...projects),
      tokens: fc.uniqueArray(fc.constantFrom(...tokens), { maxLength: 6 }),
      ground: fc.uniqueArray(fc.constantFrom(...nodes), { maxLength: 4 }),
      createdMs: fc.integer({ min: asOfMs - 100 * dayMs, max: asOfMs + dayMs }),
      outcome: fc.constantFrom(null, null, "pass" as const, "fail" as const),
    }),
    { maxLength: 60, selector: ({ id }) => id },
  ),
  graphs: fc
    .tuple(fc.option(graph), fc.option(graph))
    .map((graphs) => new Map(projects.flatMap((project, index) => (graphs[index] ? [[project, graphs[index]]] : [])))),
  taskTokens: fc.uniqueArray(fc.constantFrom(...tokens), { maxLength: 5 }),
  currentNodes: fc.uniqueArray(fc.constantFrom(...nodes), { maxLength: 3 }),
  project: fc.constantFrom(...projects),
  session: fc.constant("me"),
  asOfMs: fc.constant(asOfMs),
  policy: aPolicy,
});

export function graphOf({ nodes: ids, edges }: OracleGraph): CodeGraph {
  return codeGraphFrom({
    commit: "c0ffee",
    nodes: ids.map((id) => ({ id, kind: id.includes(".") ? "file" : "directory", path: id })),
    edges: edges.map(([from, to]) => ({ from, to })),
  });
}

/** The same question as the product is asked it, memories in the order given. */
export function asPriorRequest(question: OracleQuestion): { request: PriorRequest; projects: SearchedProject[] } {
  return {
    request: {
      taskTokens: new Set(question.taskTokens),
      currentNodes: question.currentNodes,
      project: question.project,
      session: question.session,
      asOfMs: question.asOfMs,
      policy: question.policy,
    },
    projects: projects.map((project) => {
      const known = question.graphs.get(project);
      return {
        index: new PriorIndex(
          project,
          question.memories.filter((memory) => memory.project === project),
        ),
        graph: known === undefined ? null : graphOf(known),
      };
    }),
  };
}
