import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type AnsweredPrior, answerPrior } from "#server/domain/selection/answer-prior.ts";
import { type PriorRecord, priorRecordOf } from "#server/domain/selection/prior-record.ts";
import { type PriorRequest, type SearchedProject, selectPrior } from "#server/domain/selection/select-prior.ts";
import { tokenizerVersion } from "#server/domain/text/tokenize.ts";

const secret = new TextEncoder().encode("a workspace secret of the tests");

/** A whole prior-context lookup as an operation runs it, but for the store: selection, answer and record. */
export function lookUpPrior({
  request,
  projects,
  textOf,
  budgetTokens,
}: {
  request: PriorRequest;
  projects: readonly SearchedProject[];
  textOf: (id: string) => string | undefined;
  budgetTokens: number;
}): AnsweredPrior & { record: PriorRecord } {
  const selection = selectPrior(request, projects);
  const answered = answerPrior({
    selection,
    textOf,
    project: request.project,
    currentNodes: request.currentNodes,
    policyVersion: request.policy.version,
    budgetTokens,
    countTokens,
    secret,
  });
  const record = priorRecordOf({
    id: "att_1",
    lookup_id: "lk_1",
    request: {
      project: request.project,
      task_text: { text: null, bytes: 0, sha256: "" },
      current_nodes: [...request.currentNodes],
      scope: null,
      top_k: null,
      budget: budgetTokens,
    },
    session: request.session,
    evaluated_at: new Date(request.asOfMs).toISOString(),
    policy: request.policy,
    corpus_seq: 1,
    legs: [],
    selection,
    answered,
    tokenizerVersion,
    normaliserVersion: null,
  });
  return { ...answered, record };
}
