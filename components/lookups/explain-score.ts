import { formatScore } from "#components/ui/format-score.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";

type Candidate = ContextRecordBody["candidates"][number];
type Explained = { how: string[] };

/** Two doubles that differ by less were added in another order; anything more was another formula. */
const tolerance = 1e-9;

function policyLine({ policy, versions }: ContextRecordBody): string {
  const version = policy.version ?? 0;
  return `Policy ${version === 0 ? "built in" : `version ${version}`}, rerank ${versions.rerank}.`;
}

function times(weight: number, value: number | undefined, name: string): string {
  return `${weight} × ${name} ${formatScore(value)}`;
}

/**
 * How the rerank score of a candidate came about, by its recorded factors. The arithmetic is shown only where it gives
 * the recorded score: a record of other weights says which they were instead.
 */
export function explainScore(candidate: Candidate, record: ContextRecordBody): Explained {
  const { coverage, passage, adjacency, cosine, own_project: own } = candidate.factors;
  if (coverage === undefined) {
    return { how: ["Recorded without the factors of its rerank score.", policyLine(record)] };
  }
  const { rerank, projectBoost } = currentRetrieval;
  const sum =
    rerank.coverage * coverage +
    rerank.passage * (passage ?? 0) +
    rerank.adjacency * (adjacency ?? 0) +
    rerank.cosine * (cosine ?? 0);
  const alone = Math.min(1, sum);
  const boosted = own === 1 ? Math.min(1, alone * (1 + projectBoost)) : alone;
  if (Math.abs(boosted - candidate.score) > tolerance) {
    return { how: [`Scored ${formatScore(candidate.score)} under other weights than today's.`, policyLine(record)] };
  }
  const parts = [
    times(rerank.coverage, coverage, "coverage"),
    times(rerank.passage, passage, "passage"),
    times(rerank.adjacency, adjacency, "adjacency"),
    times(rerank.cosine, cosine, "cosine"),
  ].join(" + ");
  return {
    how: [
      `${parts} = ${formatScore(alone)}`,
      ...(own === 1 ? [`× ${1 + projectBoost} for the caller's own project = ${formatScore(boosted)}`] : []),
      policyLine(record),
    ],
  };
}

/** How the raw score of a candidate came about: the leg's own measure of evidence, against its floor. */
export function explainRawScore(candidate: Candidate, record: ContextRecordBody): Explained {
  const { exact, similar, context, complete, breadth } = candidate.factors;
  const against =
    candidate.floor === null
      ? []
      : [
          `${formatScore(candidate.raw_score, [candidate.floor])} ${candidate.raw_score < candidate.floor ? "<" : "≥"} the floor ${formatScore(candidate.floor, [candidate.raw_score])} of its leg.`,
        ];
  if (candidate.leg === "signature") return { how: ["An exact signature is certain: 1.", policyLine(record)] };
  if (exact === undefined || breadth === undefined) {
    return { how: ["The leg's own measure, recorded without its parts.", ...against, policyLine(record)] };
  }
  const evidence = exact + (similar ?? 0) + (context ?? 0) + (complete ?? 0);
  if (Math.abs(1 - Math.exp(-breadth * evidence) - candidate.raw_score) > tolerance) {
    return {
      how: ["Settled beside a vector, which the parts of the words do not explain.", ...against, policyLine(record)],
    };
  }
  return {
    how: [
      `evidence = exact ${formatScore(exact)} + similar ${formatScore(similar)} + context ${formatScore(context)} + complete ${formatScore(complete)} = ${formatScore(evidence)}`,
      `1 − e^(−breadth ${formatScore(breadth)} × evidence) = ${formatScore(candidate.raw_score)}`,
      ...against,
      policyLine(record),
    ],
  };
}
