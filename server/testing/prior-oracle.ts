import type { Policy } from "#server/domain/policy/policy.ts";
import type { OutcomeVerdict } from "#server/domain/scoring/candidate-inputs.ts";

/**
 * Selection of prior context written a second time, from the design alone and as slowly as it reads: no index, no shared
 * code. What the product selects must equal it to the last bit.
 */

export type OracleMemory = {
  id: string;
  session: string;
  project: string;
  tokens: string[];
  ground: string[];
  createdMs: number;
  outcome: OutcomeVerdict | null;
};

export type OracleGraph = { nodes: string[]; edges: [string, string][] };

export type OracleQuestion = {
  memories: OracleMemory[];
  /** By project; a project without a graph has no entry. */
  graphs: Map<string, OracleGraph>;
  taskTokens: string[];
  currentNodes: string[];
  project: string;
  session: string;
  asOfMs: number;
  policy: Policy;
};

export type OracleVerdict = {
  id: string;
  score: number;
  fate: "selected" | "below_floor" | "beyond_gap" | "over_top_k";
};

/** Every memory of other sessions, best first. */
export function oracleSelection(question: OracleQuestion): OracleVerdict[] {
  const { policy } = question;
  const scored = question.memories
    .filter((memory) => memory.session !== question.session)
    .map((memory) => ({ id: memory.id, score: oracleScore(memory, question) }))
    .sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  const best = scored[0]?.score ?? 0;
  let passed = 0;
  return scored.map(({ id, score }): OracleVerdict => {
    if (score <= policy.noise_floor) return { id, score, fate: "below_floor" };
    if (score < policy.rank_gap_ratio * best) return { id, score, fate: "beyond_gap" };
    passed += 1;
    return { id, score, fate: passed <= policy.top_k ? "selected" : "over_top_k" };
  });
}

export function oracleScore(memory: OracleMemory, question: OracleQuestion): number {
  const { policy } = question;
  const graph = question.graphs.get(memory.project);
  const focus = graph === undefined ? [] : oracleFocus(graph, question.currentNodes, policy.structural_hops);
  const resident = memory.ground.filter((node) => graph?.nodes.includes(node));

  const task = new Set(question.taskTokens);
  const union = new Set([...question.taskTokens, ...memory.tokens]);
  const shared = memory.tokens.filter((token) => task.has(token)).length;
  const semantic = union.size === 0 ? 0 : shared / union.size;

  const inFocus = resident.filter((node) => focus.includes(node)).length;
  const structural =
    resident.length < policy.min_structural_ground || resident.length === 0 ? 0 : inFocus / resident.length;

  let bonus = memory.project === question.project ? policy.project_boost : 0;
  if (memory.outcome === "fail") bonus -= policy.outcome_penalty;
  if (memory.outcome === "pass" && oracleCorroboration(memory, question) >= policy.min_corroboration) {
    bonus += policy.outcome_reward;
  }

  const dayMs = 24 * 60 * 60 * 1000;
  const age = Math.max(0, Math.floor(question.asOfMs / dayMs) - Math.floor(memory.createdMs / dayMs));
  const recency = policy.recency_half_life_days === null ? 1 : 0.5 ** (age / policy.recency_half_life_days);
  const live = graph === undefined || memory.ground.length === 0 ? 1 : resident.length / memory.ground.length;
  const liveRatio = Math.max(live, policy.live_ratio_floor);

  return (policy.w_semantic * semantic + policy.w_structural * structural + bonus) * recency * liveRatio + 0;
}

/** Sessions other than the memory's own with an active memory of the project on the same ground. */
function oracleCorroboration(memory: OracleMemory, { memories, policy }: OracleQuestion): number {
  const sessions = memories
    .filter((other) => other.project === memory.project && other.session !== memory.session)
    .filter(
      (other) => other.ground.filter((node) => memory.ground.includes(node)).length >= policy.min_structural_ground,
    )
    .map((other) => other.session);
  return new Set(sessions).size;
}

function oracleFocus({ nodes, edges }: OracleGraph, currentNodes: string[], hops: number): string[] {
  let focus = currentNodes.filter((node) => nodes.includes(node));
  for (let hop = 0; hop < hops; hop++) {
    const reached = edges.flatMap(([from, to]) => [
      ...(focus.includes(from) ? [to] : []),
      ...(focus.includes(to) ? [from] : []),
    ]);
    focus = [...new Set([...focus, ...reached])];
  }
  return focus;
}
