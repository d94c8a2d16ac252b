import type { z } from "zod";
import {
  ApplyCalibrationInput,
  ApplyCalibrationOutput,
  CalibrateInput,
  CalibrationShape,
  type CalibrationSummary,
  GetCalibrationInput,
  ListCalibrationsOutput,
} from "#server/contracts/calibrations.ts";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { Nothing } from "#server/contracts/service.ts";
import { findAttention, listAttention, listLookupSummaries } from "#server/db/attention.ts";
import {
  type CalibrationRow,
  findCalibration,
  insertCalibration,
  listCalibrations,
  markApplied,
} from "#server/db/calibrations.ts";
import { insertActivation, insertPolicy } from "#server/db/policies.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { type Calibration, calibrate } from "#server/domain/calibration/calibrate.ts";
import { type CalibrationPair, taskKey } from "#server/domain/calibration/calibration-pair.ts";
import { defaultPolicy, type Policy } from "#server/domain/policy/policy.ts";
import { validatePolicy } from "#server/domain/policy/validate-policy.ts";
import { inputFields, scoringFields } from "#server/domain/scoring/score-candidate.ts";
import { whatIfPrior } from "#server/domain/selection/what-if-prior.ts";
import { mayRead, readableProjects, refuseNarrow, refuseProject } from "./access.ts";
import { policyVersion, storedPolicy } from "./active-policy.ts";
import { differenceFromDefaults } from "./manage-policies.ts";
import { type CallContext, defineRead, defineWrite } from "./operation.ts";
import { readPriorRecord } from "./read-prior-record.ts";
import { labelledPairs, scoreGiven } from "./score-pairs.ts";
import { standingProject } from "./standing-project.ts";

type Shape = z.output<typeof CalibrationShape>;

/** Scores labelled pairs under a policy and suggests thresholds, or names the pairs that forbid it. */
export const runCalibration = defineWrite({
  name: "calibration.run",
  summary: "Suggest noise_floor and rank_gap_ratio from labelled pairs, or say which pairs prevent it.",
  input: CalibrateInput,
  output: CalibrationShape,
  status: 201,
  async prepare(context, input) {
    const { db, workspaceId, access } = context;
    if (input.project !== undefined && !mayRead(access, input.project)) return refuseProject(input.project);
    const project = await standingProject(context, input.project);
    const policy =
      input.policy_version === undefined
        ? await storedPolicy(context, project)
        : await policyVersion(db, workspaceId, input.policy_version);
    if (!policy) {
      return fail("NOT_FOUND", `No policy version ${input.policy_version}.`, [
        { path: "policy_version", message: "is not known here" },
      ]);
    }
    const given = input.pairs
      ? await scoreGiven(context, input.pairs, project, policy)
      : succeed(await labelledPairs(context, project, policy));
    if (!given.ok) return given;
    const { pairs, notes } = given.value;
    const result = calibrate(pairs, policy);
    const texts = await textsOf(context, pairs);
    return succeed({ project, policy, pairs, result: { ...result, notes: [...result.notes, ...notes] }, texts });
  },
  async run({ tx, workspaceId, clock, newId }, _input, { project, policy, pairs, result, texts }) {
    const row = {
      workspaceId,
      calibrationId: newId("cal"),
      projectId: project,
      policyVersion: policy.version,
      pairs: JSON.stringify(pairs),
      result: JSON.stringify(result),
      createdAt: clock.now(),
      appliedVersion: null,
    };
    await insertCalibration(tx, row);
    return succeed(shown(row, policy, texts));
  },
});

export const readCalibration = defineRead({
  name: "calibration.get",
  summary: "One calibration run with its distributions.",
  input: GetCalibrationInput,
  output: CalibrationShape,
  async run(context, { id }) {
    const row = await findCalibration(context.db, context.workspaceId, id);
    if (!row || !mayRead(context.access, row.projectId)) {
      return fail("NOT_FOUND", `No calibration ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    // Versions are append-only, so the one a run was scored under is always there.
    const policy = (await policyVersion(context.db, context.workspaceId, row.policyVersion)) ?? defaultPolicy;
    return succeed(shown(row, policy, await textsOf(context, readPairs(row))));
  },
});

export const browseCalibrations = defineRead({
  name: "calibration.list",
  summary: "Calibration runs, newest first.",
  input: Nothing,
  output: ListCalibrationsOutput,
  async run({ db, workspaceId, access }) {
    const rows = await listCalibrations(db, workspaceId);
    return succeed({
      items: rows.filter((row) => mayRead(access, row.projectId)).map(summaryOf),
    });
  },
});

/** Makes a new policy version of the suggestion, after replaying the newest lookups under it to show what would change. */
export const applyCalibration = defineWrite({
  name: "calibration.applySuggestion",
  summary: "Apply the thresholds of a calibration as a new policy version, or show what that would change.",
  input: ApplyCalibrationInput,
  output: ApplyCalibrationOutput,
  async prepare(context, input) {
    const { db, workspaceId, access } = context;
    const row = await findCalibration(db, workspaceId, input.id);
    if (!row || !mayRead(access, row.projectId)) {
      return fail("NOT_FOUND", `No calibration ${input.id}.`, [{ path: "id", message: "is not known here" }]);
    }
    const refused = input.dry_run ? null : refuseNarrow(access, "A policy version");
    if (refused) return refused;
    const result = readResult(row);
    const noise_floor = input.noise_floor ?? result.noise_floor;
    const rank_gap_ratio = input.rank_gap_ratio ?? result.rank_gap_ratio;
    // Where nothing separates the pairs, thresholds chosen by hand may be tried, and never applied as if they did.
    if (noise_floor === null || rank_gap_ratio === null || (result.refused !== undefined && !input.dry_run)) {
      return fail("CONFLICT", `The floor stays as it is: ${result.refused?.message ?? "there is no suggestion"}.`, [
        { path: "id", message: "holds no suggestion" },
      ]);
    }
    if (result.evidence === "weak" && !input.accept_weak && !input.dry_run) {
      return fail("CONFLICT", "Fewer than 3 pairs of a class are weak evidence.", [
        { path: "accept_weak", message: "must be true to apply weak evidence" },
      ]);
    }
    if (input.project !== undefined && !mayRead(access, input.project)) return refuseProject(input.project);
    const project = (await standingProject(context, input.project)) ?? row.projectId;
    const active = await storedPolicy(context, project);
    const scoredUnder = (await policyVersion(db, workspaceId, row.policyVersion)) ?? defaultPolicy;
    const thresholds = { ...scoresOf(scoredUnder), noise_floor, rank_gap_ratio };
    const changed = await replayNewest(context, thresholds, project, input.replay_last);
    return succeed({
      row,
      base: { ...active, ...thresholds },
      replaced: active.version,
      noise_floor,
      rank_gap_ratio,
      project,
      ...changed,
    });
  },
  async run({ tx, workspaceId, clock, newId }, input, prepared) {
    const { base, replaced, project, noise_floor, rank_gap_ratio, replayed, changed } = prepared;
    if (input.dry_run) return succeed({ version: null, replaced, noise_floor, rank_gap_ratio, replayed, changed });
    await nextChangeSeq(tx, workspaceId);
    const fields = differenceFromDefaults(base);
    const note = `From calibration ${input.id}.`;
    const version = await insertPolicy(tx, { workspaceId, fields, note, createdAt: clock.now() });
    await insertActivation(tx, {
      workspaceId,
      projectId: project ?? "",
      activationId: newId("act"),
      version,
      activatedAt: clock.now(),
    });
    await markApplied(tx, workspaceId, input.id, version);
    return succeed({ version, replaced, noise_floor, rank_gap_ratio, replayed, changed });
  },
});

/** What scores depend on. A floor fits the scores that it was found among, so a new version takes both from the run. */
function scoresOf(policy: Policy): Partial<Policy> {
  const fields = [...scoringFields, ...inputFields].map((field) => [field, policy[field]]);
  const check = validatePolicy(Object.fromEntries(fields));
  return check.ok ? check.fields : {};
}

async function replayNewest(
  { db, workspaceId, access }: CallContext,
  asked: Partial<Policy>,
  project: string | null,
  limit: number,
): Promise<Pick<z.output<typeof ApplyCalibrationOutput>, "replayed" | "changed">> {
  const rows = await listAttention(db, workspaceId, {
    readable: readableProjects(access, { scope: "all-projects" }),
    operation: "context.prior",
    project: project ?? undefined,
    limit,
  });
  const changed = [];
  for (const { recordId } of rows) {
    const row = await findAttention(db, workspaceId, recordId);
    if (!row) continue;
    const result = whatIfPrior(readPriorRecord(row.record), asked);
    if (result.kind === "refused") {
      // Its record counted words or ground otherwise, so what a lookup would select now cannot be told from it.
      changed.push({ record_id: recordId, summary: row.summary, entered: [], left: [], undecidable: true });
      continue;
    }
    if (result.entered.length === 0 && result.left.length === 0 && !result.undecidable) continue;
    changed.push({
      record_id: recordId,
      summary: row.summary,
      entered: result.entered.map(({ id }) => id),
      left: result.left.map(({ id }) => id),
      undecidable: result.undecidable !== null,
    });
  }
  return { replayed: rows.length, changed };
}

function readResult(row: Pick<CalibrationRow, "result">): Calibration {
  return JSON.parse(row.result);
}

function readPairs(row: Pick<CalibrationRow, "pairs">): CalibrationPair[] {
  return JSON.parse(row.pairs);
}

/** The beginnings of the tasks whose lookups are still kept, by lookup. */
async function textsOf(
  { db, workspaceId, access }: CallContext,
  pairs: readonly CalibrationPair[],
): Promise<ReadonlyMap<string, string>> {
  const lookups = [...new Set(pairs.flatMap(({ lookup_id }) => (lookup_id === undefined ? [] : [lookup_id])))];
  return listLookupSummaries(db, workspaceId, readableProjects(access, { scope: "all-projects" }), lookups);
}

function summaryOf(row: CalibrationRow): z.output<typeof CalibrationSummary> {
  const result = readResult(row);
  return {
    id: row.calibrationId,
    project: row.projectId,
    policy_version: row.policyVersion,
    created_at: row.createdAt.toISOString(),
    applied_version: row.appliedVersion,
    separable: result.separable,
    evidence: result.evidence,
    pairs: result.pairs,
    worst_relevant: result.worst_relevant,
    best_control: result.best_control,
    factor: result.factor,
    noise_floor: result.noise_floor,
    rank_gap_ratio: result.rank_gap_ratio,
    refusal: result.refused?.reason ?? null,
  };
}

function shown(row: CalibrationRow, policy: Policy, texts: ReadonlyMap<string, string>): Shape {
  const { notes, refused, at_policy, at_suggested, scores, curve } = readResult(row);
  const pairs = readPairs(row);
  const textOf = ({ lookup_id, task_text }: CalibrationPair) =>
    lookup_id === undefined ? task_text : (texts.get(lookup_id) ?? null);
  const tasks = new Map<string, number>();
  const scored = pairs.map((pair, index) => {
    const key = taskKey(pair);
    const task = tasks.get(key) ?? tasks.size;
    tasks.set(key, task);
    const { lookup_id = null, memory_id = null, label, score } = pair;
    return {
      index,
      task,
      task_text: textOf(pair),
      lookup_id,
      memory_id,
      label,
      score: typeof score === "number" && Number.isFinite(score) ? score : null,
    };
  });
  return {
    ...summaryOf(row),
    notes,
    ...(refused === undefined
      ? {}
      : {
          refused: {
            ...refused,
            pairs: refused.pairs.map((pair) => ({
              ...pair,
              task_text: scored[pair.index]?.task_text ?? pair.task_text,
            })),
          },
        }),
    policy: { noise_floor: policy.noise_floor, rank_gap_ratio: policy.rank_gap_ratio },
    at_policy,
    at_suggested,
    scores,
    curve,
    scored,
  };
}
