import type { z } from "zod";
import type { CalibrateInput } from "#server/contracts/calibrations.ts";
import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { listLabelledRecords } from "#server/db/labels.ts";
import { type CalibrationPair, scorePair, taskKey } from "#server/domain/calibration/calibration-pair.ts";
import type { Policy } from "#server/domain/policy/policy.ts";
import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";
import { inputFields } from "#server/domain/scoring/score-candidate.ts";
import { focusOf } from "#server/domain/selection/focus.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { tokenize, tokenizerVersion } from "#server/domain/text/tokenize.ts";
import { mayRead, readableProjects } from "./access.ts";
import type { CallContext } from "./operation.ts";
import { readPriorRecord } from "./read-prior-record.ts";

type PairInput = NonNullable<z.output<typeof CalibrateInput>["pairs"]>[number];

export type ScoredPairs = { pairs: CalibrationPair[]; notes: string[] };

/** Pairs with a score keep it; pairs with a memory are scored as a lookup of their task would score it. */
export async function scoreGiven(
  context: CallContext,
  given: PairInput[],
  project: string | null,
  policy: Policy,
): Promise<Outcome<ScoredPairs>> {
  const unscored = given.findIndex((pair) => !("score" in pair) && pair.memory_id === undefined);
  if (unscored >= 0) {
    return fail("INVALID_INPUT", `pairs.${unscored}: give a memory_id or a score.`, [
      { path: `pairs.${unscored}`, message: "needs memory_id or score" },
    ]);
  }
  const inputs = await inputsOfPairs(context, given, project, policy);
  const pairs: CalibrationPair[] = [];
  for (const [position, pair] of given.entries()) {
    const named = namedPair(pair);
    if ("score" in pair) {
      pairs.push({ ...named, score: pair.score });
      continue;
    }
    const found = inputs.get(`${pair.memory_id} ${taskKey(named)}`);
    if (!found) {
      return fail("NOT_FOUND", `pairs.${position}.memory_id: no active reasoning ${pair.memory_id}.`, [
        { path: `pairs.${position}.memory_id`, message: "is not known here" },
      ]);
    }
    pairs.push(scorePair({ ...named, inputs: found }, policy));
  }
  return succeed({ pairs, notes: [] });
}

function namedPair({ task_text, label, current_nodes, memory_id }: PairInput): Omit<CalibrationPair, "score"> {
  return {
    task_text,
    label,
    ...(current_nodes === undefined ? {} : { current_nodes }),
    ...(memory_id === undefined ? {} : { memory_id }),
  };
}

/** What the pairs without a score are scored from, by `<memory id> <key of the task>`. Each task is asked once, however many pairs it has. */
async function inputsOfPairs(
  context: CallContext,
  given: readonly PairInput[],
  project: string | null,
  policy: Policy,
): Promise<Map<string, CandidateInputs>> {
  const memoriesOf = new Map<string, { pair: PairInput; ids: Set<string> }>();
  for (const pair of given) {
    if ("score" in pair || pair.memory_id === undefined) continue;
    const key = taskKey(namedPair(pair));
    const task = memoriesOf.get(key) ?? { pair, ids: new Set() };
    task.ids.add(pair.memory_id);
    memoriesOf.set(key, task);
  }
  const inputs = new Map<string, CandidateInputs>();
  if (memoriesOf.size === 0) return inputs;
  await context.priorCorpus.sync();
  const readable = readableProjects(
    context.access,
    project === null ? { scope: "all-projects" } : { scope: "project", project },
  );
  const searched = await context.priorCorpus.projects(readable, project ?? "");
  for (const [key, { pair, ids }] of memoriesOf) {
    const taskTokens = new Set(tokenize(pair.task_text));
    for (const { index, graph } of searched) {
      const question = {
        taskTokens,
        focus: focusOf(pair.current_nodes ?? [], graph, { hops: policy.structural_hops }).nodes,
        graph,
        asOfMs: context.clock.now().getTime(),
        sameProject: project === null || index.project === project,
        policy,
      };
      for (const candidate of index.candidatesOf(ids, question)) inputs.set(`${candidate.id} ${key}`, candidate.inputs);
    }
  }
  return inputs;
}

/**
 * The labels of real lookups: each memory scored from the inputs that the record of its lookup holds. What a record cannot score under
 * this policy is left out, and a note says how many.
 */
export async function labelledPairs(
  context: CallContext,
  project: string | null,
  policy: Policy,
): Promise<ScoredPairs> {
  const pairs: CalibrationPair[] = [];
  let unrecorded = 0;
  let otherInputs = 0;
  for (const { memoryId, label, record: json } of await listLabelledRecords(context.db, context.workspaceId, project)) {
    const record = readPriorRecord(json);
    if (!mayRead(context.access, record.request.project)) continue;
    const candidate = record.candidates.find(({ id }) => id === memoryId);
    if (!candidate) {
      unrecorded += 1;
    } else if (!hasInputsOf(record, policy)) {
      otherInputs += 1;
    } else {
      const pair = {
        task_text: `sha256:${record.request.task_text.sha256}`,
        current_nodes: record.request.current_nodes,
        memory_id: memoryId,
        lookup_id: record.lookup_id,
        label,
      };
      pairs.push(scorePair({ ...pair, inputs: candidate.inputs }, policy));
    }
  }
  const noteOf = (count: number, because: string) =>
    count === 0 ? [] : [`Labels left out: ${count}, because ${because}.`];
  return {
    pairs,
    notes: [
      ...noteOf(unrecorded, "the record of their lookup does not hold the memory"),
      ...noteOf(
        otherInputs,
        "their lookup counted words or ground otherwise: another tokenizer, background table or hops",
      ),
    ],
  };
}

/** Whether what a record counted is what a lookup under this policy would count. */
function hasInputsOf({ policy: recorded, versions }: PriorRecord, policy: Policy): boolean {
  return versions.tokenizer === tokenizerVersion && inputFields.every((field) => recorded[field] === policy[field]);
}
