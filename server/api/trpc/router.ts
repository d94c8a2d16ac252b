import { initTRPC, TRPCError } from "@trpc/server";
import type { Failure, FailureCode, Outcome } from "#server/contracts/failure-codes.ts";
import { addReference } from "#server/operations/add-reference.ts";
import { addSkill } from "#server/operations/add-skill.ts";
import { bootAgent } from "#server/operations/boot-agent.ts";
import { briefSession } from "#server/operations/brief-session.ts";
import {
  browseCapsules,
  browseContexts,
  browseRejections,
  readCapsule,
  readContext,
} from "#server/operations/browse-contexts.ts";
import { browseLookups, countNewerLookups, listLookupFacets, readLookup } from "#server/operations/browse-lookups.ts";
import { browseMemories, listMemoryFilters, readMemory } from "#server/operations/browse-memories.ts";
import { browseSignatures, countNewerSignatures, listSignatureFacets } from "#server/operations/browse-signatures.ts";
import { browseSupersessions, readSupersession } from "#server/operations/browse-supersessions.ts";
import { bulkUpsertContexts } from "#server/operations/bulk-upsert-contexts.ts";
import { carryRun } from "#server/operations/carry-run.ts";
import { markSignature, mergeSignature, renameSignature } from "#server/operations/change-signature.ts";
import { deleteMemory } from "#server/operations/delete-memory.ts";
import { explainSignature } from "#server/operations/explain-signature.ts";
import { exportWorkspace } from "#server/operations/export-workspace.ts";
import { findSignatureNeighbours } from "#server/operations/find-signature-neighbours.ts";
import { readFollowThrough, readFollowThroughRate, readShownLookup } from "#server/operations/follow-through.ts";
import { importWorkspace } from "#server/operations/import-workspace.ts";
import { indexProject } from "#server/operations/index-project.ts";
import { listNearCopies } from "#server/operations/list-near-copies.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { lookUpPrior } from "#server/operations/look-up-prior.ts";
import { readDemoStatus, removeDemo } from "#server/operations/manage-demo.ts";
import { approveDraft, browseDrafts, browseUnexplained, discardDraft } from "#server/operations/manage-drafts.ts";
import { createKey, listKeys, revokeKey } from "#server/operations/manage-keys.ts";
import { applyPolicy, browsePolicies, savePolicy } from "#server/operations/manage-policies.ts";
import { addAlias, listProjects, removeAlias } from "#server/operations/manage-projects.ts";
import type { Answer, OperationContext } from "#server/operations/operation.ts";
import { purge } from "#server/operations/purge.ts";
import { queryGraph } from "#server/operations/query-graph.ts";
import { readBudget } from "#server/operations/read-budget.ts";
import { readCoChange, readCodeOverview } from "#server/operations/read-code.ts";
import { readHealth } from "#server/operations/read-health.ts";
import { readOverview } from "#server/operations/read-overview.ts";
import { readSettings } from "#server/operations/read-settings.ts";
import { readSignature } from "#server/operations/read-signature.ts";
import { rebuildProject, undoRebuild } from "#server/operations/rebuild-project.ts";
import { recomputeSignatures } from "#server/operations/recompute-signatures.ts";
import { recordDecision, recordOutcome } from "#server/operations/record-decision.ts";
import { inputRefusalIn } from "#server/operations/refuse-input.ts";
import { remember } from "#server/operations/remember.ts";
import { labelLookup, replayLookup } from "#server/operations/replay-lookup.ts";
import { reportSession } from "#server/operations/report-session.ts";
import {
  applyCalibration,
  browseCalibrations,
  readCalibration,
  runCalibration,
} from "#server/operations/run-calibration.ts";
import { runDoctor } from "#server/operations/run-doctor.ts";
import { searchRecall } from "#server/operations/search-recall.ts";
import { splitSignature } from "#server/operations/split-signature.ts";
import { startSession } from "#server/operations/start-session.ts";
import { steerFailure } from "#server/operations/steer-failure.ts";
import { supersedeMemory, undoSupersede } from "#server/operations/supersede-memory.ts";
import { sweepRetention } from "#server/operations/sweep-retention.ts";
import { undoSignatureChange } from "#server/operations/undo-signature-change.ts";
import { liveAnswers } from "./live-answers.ts";

/** Carries a refusal through tRPC's exceptions, so that the formatter can show its fields. */
class RefusedCall extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const trpcCodes = {
  INVALID_INPUT: "BAD_REQUEST",
  UNAUTHENTICATED: "UNAUTHORIZED",
  FORBIDDEN: "FORBIDDEN",
  NOT_FOUND: "NOT_FOUND",
  CONFLICT: "CONFLICT",
  TOO_LARGE: "PAYLOAD_TOO_LARGE",
  UNSUPPORTED_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  KEY_REUSED: "UNPROCESSABLE_CONTENT",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
  INTERNAL: "INTERNAL_SERVER_ERROR",
} as const satisfies Record<FailureCode, TRPCError["code"]>;

const { procedure, router, createCallerFactory } = initTRPC.context<OperationContext>().create({
  // Proxies cut a connection that is silent for a minute, some for half of one.
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
  errorFormatter({ shape, error }) {
    const failure = error.cause instanceof RefusedCall ? error.cause.failure : refusedInput(error);
    return {
      ...shape,
      // What our own bugs say may hold data; a caller gets the class of the error only.
      message:
        failure?.message ?? (error.code === "INTERNAL_SERVER_ERROR" ? "The call failed inside Whence." : shape.message),
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        failure: failure?.code ?? null,
        errors: failure?.errors ?? [],
      },
    };
  },
});

/** tRPC checks a contract before the operation does; what it refuses reads as on the other surfaces. */
function refusedInput({ code, cause }: TRPCError): Failure | null {
  return code === "BAD_REQUEST" ? inputRefusalIn(cause) : null;
}

function bodyOf<Body>(outcome: Outcome<Answer<Body>>): Body {
  if (outcome.ok) return outcome.value.body;
  throw new TRPCError({
    code: trpcCodes[outcome.failure.code],
    message: outcome.failure.message,
    cause: new RefusedCall(outcome.failure),
  });
}

/** One explicit line a procedure: that type-checks without a cast, a generic helper does not. */
export const appRouter = router({
  memory: router({
    context: procedure
      .input(lookUpContext.input)
      .mutation(async (o) => bodyOf(await lookUpContext.call(o.ctx, o.input))),
    remember: procedure.input(remember.input).mutation(async (o) => bodyOf(await remember.call(o.ctx, o.input))),
    list: procedure.input(browseMemories.input).query(async (o) => bodyOf(await browseMemories.call(o.ctx, o.input))),
    get: procedure.input(readMemory.input).query(async (o) => bodyOf(await readMemory.call(o.ctx, o.input))),
    facets: procedure.query(async (o) => bodyOf(await listMemoryFilters.call(o.ctx, {}))),
    nearCopies: procedure
      .input(listNearCopies.input)
      .query(async (o) => bodyOf(await listNearCopies.call(o.ctx, o.input))),
    delete: procedure.input(deleteMemory.input).mutation(async (o) => bodyOf(await deleteMemory.call(o.ctx, o.input))),
    supersede: procedure
      .input(supersedeMemory.input)
      .mutation(async (o) => bodyOf(await supersedeMemory.call(o.ctx, o.input))),
    undoSupersede: procedure
      .input(undoSupersede.input)
      .mutation(async (o) => bodyOf(await undoSupersede.call(o.ctx, o.input))),
  }),
  supersession: router({
    list: procedure
      .input(browseSupersessions.input)
      .query(async (o) => bodyOf(await browseSupersessions.call(o.ctx, o.input))),
    get: procedure
      .input(readSupersession.input)
      .query(async (o) => bodyOf(await readSupersession.call(o.ctx, o.input))),
  }),
  reference: router({
    add: procedure.input(addReference.input).mutation(async (o) => bodyOf(await addReference.call(o.ctx, o.input))),
  }),
  skill: router({
    add: procedure.input(addSkill.input).mutation(async (o) => bodyOf(await addSkill.call(o.ctx, o.input))),
  }),
  signature: router({
    unexplained: procedure
      .input(browseUnexplained.input)
      .query(async (o) => bodyOf(await browseUnexplained.call(o.ctx, o.input))),
    explain: procedure
      .input(explainSignature.input)
      .query(async (o) => bodyOf(await explainSignature.call(o.ctx, o.input))),
    list: procedure
      .input(browseSignatures.input)
      .query(async (o) => bodyOf(await browseSignatures.call(o.ctx, o.input))),
    get: procedure.input(readSignature.input).query(async (o) => bodyOf(await readSignature.call(o.ctx, o.input))),
    facets: procedure.query(async (o) => bodyOf(await listSignatureFacets.call(o.ctx, {}))),
    countNewer: procedure
      .input(countNewerSignatures.input)
      .query(async (o) => bodyOf(await countNewerSignatures.call(o.ctx, o.input))),
    neighbours: procedure
      .input(findSignatureNeighbours.input)
      .query(async (o) => bodyOf(await findSignatureNeighbours.call(o.ctx, o.input))),
    merge: procedure
      .input(mergeSignature.input)
      .mutation(async (o) => bodyOf(await mergeSignature.call(o.ctx, o.input))),
    split: procedure
      .input(splitSignature.input)
      .mutation(async (o) => bodyOf(await splitSignature.call(o.ctx, o.input))),
    rename: procedure
      .input(renameSignature.input)
      .mutation(async (o) => bodyOf(await renameSignature.call(o.ctx, o.input))),
    mark: procedure.input(markSignature.input).mutation(async (o) => bodyOf(await markSignature.call(o.ctx, o.input))),
    undo: procedure
      .input(undoSignatureChange.input)
      .mutation(async (o) => bodyOf(await undoSignatureChange.call(o.ctx, o.input))),
    recompute: procedure
      .input(recomputeSignatures.input)
      .mutation(async (o) => bodyOf(await recomputeSignatures.call(o.ctx, o.input))),
  }),
  lookup: router({
    followThrough: procedure
      .input(readFollowThrough.input)
      .query(async (o) => bodyOf(await readFollowThrough.call(o.ctx, o.input))),
    followThroughRate: procedure
      .input(readFollowThroughRate.input)
      .query(async (o) => bodyOf(await readFollowThroughRate.call(o.ctx, o.input))),
    shown: procedure
      .input(readShownLookup.input)
      .query(async (o) => bodyOf(await readShownLookup.call(o.ctx, o.input))),
    list: procedure.input(browseLookups.input).query(async (o) => bodyOf(await browseLookups.call(o.ctx, o.input))),
    get: procedure.input(readLookup.input).query(async (o) => bodyOf(await readLookup.call(o.ctx, o.input))),
    replay: procedure.input(replayLookup.input).query(async (o) => bodyOf(await replayLookup.call(o.ctx, o.input))),
    label: procedure.input(labelLookup.input).mutation(async (o) => bodyOf(await labelLookup.call(o.ctx, o.input))),
    facets: procedure.query(async (o) => bodyOf(await listLookupFacets.call(o.ctx, {}))),
    countNewer: procedure
      .input(countNewerLookups.input)
      .query(async (o) => bodyOf(await countNewerLookups.call(o.ctx, o.input))),
  }),
  context: router({
    prior: procedure.input(lookUpPrior.input).mutation(async (o) => bodyOf(await lookUpPrior.call(o.ctx, o.input))),
  }),
  decision: router({
    record: procedure
      .input(recordDecision.input)
      .mutation(async (o) => bodyOf(await recordDecision.call(o.ctx, o.input))),
  }),
  outcome: router({
    record: procedure
      .input(recordOutcome.input)
      .mutation(async (o) => bodyOf(await recordOutcome.call(o.ctx, o.input))),
  }),
  session: router({
    brief: procedure.input(briefSession.input).mutation(async (o) => bodyOf(await briefSession.call(o.ctx, o.input))),
    report: procedure
      .input(reportSession.input)
      .mutation(async (o) => bodyOf(await reportSession.call(o.ctx, o.input))),
    start: procedure.input(startSession.input).mutation(async (o) => bodyOf(await startSession.call(o.ctx, o.input))),
  }),
  draft: router({
    list: procedure.input(browseDrafts.input).query(async (o) => bodyOf(await browseDrafts.call(o.ctx, o.input))),
    approve: procedure.input(approveDraft.input).mutation(async (o) => bodyOf(await approveDraft.call(o.ctx, o.input))),
    discard: procedure.input(discardDraft.input).mutation(async (o) => bodyOf(await discardDraft.call(o.ctx, o.input))),
  }),
  graph: router({
    query: procedure.input(queryGraph.input).query(async (o) => bodyOf(await queryGraph.call(o.ctx, o.input))),
    index: procedure.input(indexProject.input).mutation(async (o) => bodyOf(await indexProject.call(o.ctx, o.input))),
  }),
  code: router({
    overview: procedure
      .input(readCodeOverview.input)
      .query(async (o) => bodyOf(await readCodeOverview.call(o.ctx, o.input))),
    coChange: procedure.input(readCoChange.input).query(async (o) => bodyOf(await readCoChange.call(o.ctx, o.input))),
    rebuild: procedure
      .input(rebuildProject.input)
      .mutation(async (o) => bodyOf(await rebuildProject.call(o.ctx, o.input))),
    undoRebuild: procedure
      .input(undoRebuild.input)
      .mutation(async (o) => bodyOf(await undoRebuild.call(o.ctx, o.input))),
  }),
  agent: router({
    boot: procedure.input(bootAgent.input).mutation(async (o) => bodyOf(await bootAgent.call(o.ctx, o.input))),
    recall: procedure.input(searchRecall.input).mutation(async (o) => bodyOf(await searchRecall.call(o.ctx, o.input))),
    carry: procedure.input(carryRun.input).mutation(async (o) => bodyOf(await carryRun.call(o.ctx, o.input))),
    steer: procedure.input(steerFailure.input).mutation(async (o) => bodyOf(await steerFailure.call(o.ctx, o.input))),
  }),
  contexts: router({
    bulkUpsert: procedure
      .input(bulkUpsertContexts.input)
      .mutation(async (o) => bodyOf(await bulkUpsertContexts.call(o.ctx, o.input))),
    list: procedure.input(browseContexts.input).query(async (o) => bodyOf(await browseContexts.call(o.ctx, o.input))),
    get: procedure.input(readContext.input).query(async (o) => bodyOf(await readContext.call(o.ctx, o.input))),
    rejections: procedure
      .input(browseRejections.input)
      .query(async (o) => bodyOf(await browseRejections.call(o.ctx, o.input))),
  }),
  capsule: router({
    list: procedure.input(browseCapsules.input).query(async (o) => bodyOf(await browseCapsules.call(o.ctx, o.input))),
    get: procedure.input(readCapsule.input).query(async (o) => bodyOf(await readCapsule.call(o.ctx, o.input))),
  }),
  policy: router({
    list: procedure.input(browsePolicies.input).query(async (o) => bodyOf(await browsePolicies.call(o.ctx, o.input))),
    save: procedure.input(savePolicy.input).mutation(async (o) => bodyOf(await savePolicy.call(o.ctx, o.input))),
    applyVersion: procedure
      .input(applyPolicy.input)
      .mutation(async (o) => bodyOf(await applyPolicy.call(o.ctx, o.input))),
  }),
  calibration: router({
    list: procedure.query(async (o) => bodyOf(await browseCalibrations.call(o.ctx, {}))),
    get: procedure.input(readCalibration.input).query(async (o) => bodyOf(await readCalibration.call(o.ctx, o.input))),
    run: procedure.input(runCalibration.input).mutation(async (o) => bodyOf(await runCalibration.call(o.ctx, o.input))),
    applySuggestion: procedure
      .input(applyCalibration.input)
      .mutation(async (o) => bodyOf(await applyCalibration.call(o.ctx, o.input))),
  }),
  retention: router({
    sweep: procedure
      .input(sweepRetention.input)
      .mutation(async (o) => bodyOf(await sweepRetention.call(o.ctx, o.input))),
  }),
  key: router({
    create: procedure.input(createKey.input).mutation(async (o) => bodyOf(await createKey.call(o.ctx, o.input))),
    list: procedure.query(async (o) => bodyOf(await listKeys.call(o.ctx, {}))),
    revoke: procedure.input(revokeKey.input).mutation(async (o) => bodyOf(await revokeKey.call(o.ctx, o.input))),
  }),
  demo: router({
    status: procedure.query(async (o) => bodyOf(await readDemoStatus.call(o.ctx, {}))),
    remove: procedure.mutation(async (o) => bodyOf(await removeDemo.call(o.ctx, {}))),
  }),
  service: router({
    purge: procedure.input(purge.input).mutation(async (o) => bodyOf(await purge.call(o.ctx, o.input))),
    export: procedure
      .input(exportWorkspace.input)
      .query(async (o) => bodyOf(await exportWorkspace.call(o.ctx, o.input))),
    import: procedure
      .input(importWorkspace.input)
      .mutation(async (o) => bodyOf(await importWorkspace.call(o.ctx, o.input))),
    doctor: procedure.input(runDoctor.input).query(async (o) => bodyOf(await runDoctor.call(o.ctx, o.input))),
  }),
  project: router({
    list: procedure.query(async (o) => bodyOf(await listProjects.call(o.ctx, {}))),
    addAlias: procedure.input(addAlias.input).mutation(async (o) => bodyOf(await addAlias.call(o.ctx, o.input))),
    removeAlias: procedure
      .input(removeAlias.input)
      .mutation(async (o) => bodyOf(await removeAlias.call(o.ctx, o.input))),
  }),
  settings: router({
    get: procedure.query(async (o) => bodyOf(await readSettings.call(o.ctx, {}))),
  }),
  overview: router({
    get: procedure.input(readOverview.input).query(async (o) => bodyOf(await readOverview.call(o.ctx, o.input))),
  }),
  budget: router({
    get: procedure.input(readBudget.input).query(async (o) => bodyOf(await readBudget.call(o.ctx, o.input))),
  }),
  /** Reads of the catalogue that a page watches, as event streams. */
  live: router({
    lookups: procedure.input(countNewerLookups.input).subscription((o) =>
      liveAnswers(async () => bodyOf(await countNewerLookups.call(o.ctx, o.input)), {
        clock: o.ctx.clock,
        signal: o.signal,
      }),
    ),
    failures: procedure.input(countNewerSignatures.input).subscription((o) =>
      liveAnswers(async () => bodyOf(await countNewerSignatures.call(o.ctx, o.input)), {
        clock: o.ctx.clock,
        signal: o.signal,
      }),
    ),
  }),
  health: router({
    get: procedure.query(async (o) => bodyOf(await readHealth.call(o.ctx, {}))),
  }),
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
