import { addReference } from "./add-reference.ts";
import { addSkill } from "./add-skill.ts";
import { bootAgent } from "./boot-agent.ts";
import { briefSession } from "./brief-session.ts";
import { browseCapsules, browseContexts, browseRejections, readCapsule, readContext } from "./browse-contexts.ts";
import { browseLookups, countNewerLookups, listLookupFacets, readLookup } from "./browse-lookups.ts";
import { browseMemories, listMemoryFilters, readMemory } from "./browse-memories.ts";
import { browseSignatures, countNewerSignatures, listSignatureFacets } from "./browse-signatures.ts";
import { browseSupersessions, readSupersession } from "./browse-supersessions.ts";
import { bulkUpsertContexts } from "./bulk-upsert-contexts.ts";
import { carryRun } from "./carry-run.ts";
import { markSignature, mergeSignature, renameSignature } from "./change-signature.ts";
import { deleteMemory } from "./delete-memory.ts";
import { explainSignature } from "./explain-signature.ts";
import { exportWorkspace } from "./export-workspace.ts";
import { findSignatureNeighbours } from "./find-signature-neighbours.ts";
import { readFollowThrough, readFollowThroughRate, readShownLookup } from "./follow-through.ts";
import { importWorkspace } from "./import-workspace.ts";
import { indexProject } from "./index-project.ts";
import { listNearCopies } from "./list-near-copies.ts";
import { lookUpContext } from "./look-up-context.ts";
import { lookUpPrior } from "./look-up-prior.ts";
import { readDemoStatus, removeDemo } from "./manage-demo.ts";
import { approveDraft, browseDrafts, browseUnexplained, discardDraft } from "./manage-drafts.ts";
import { createKey, listKeys, revokeKey } from "./manage-keys.ts";
import { applyPolicy, browsePolicies, savePolicy } from "./manage-policies.ts";
import { addAlias, listProjects, removeAlias } from "./manage-projects.ts";
import type { Operation } from "./operation.ts";
import { purge } from "./purge.ts";
import { queryGraph } from "./query-graph.ts";
import { readBudget } from "./read-budget.ts";
import { readCoChange, readCodeOverview } from "./read-code.ts";
import { readHealth } from "./read-health.ts";
import { readOverview } from "./read-overview.ts";
import { readSettings } from "./read-settings.ts";
import { readSignature } from "./read-signature.ts";
import { rebuildProject, undoRebuild } from "./rebuild-project.ts";
import { recomputeSignatures } from "./recompute-signatures.ts";
import { recordDecision, recordOutcome } from "./record-decision.ts";
import { remember } from "./remember.ts";
import { labelLookup, replayLookup } from "./replay-lookup.ts";
import { reportSession } from "./report-session.ts";
import { applyCalibration, browseCalibrations, readCalibration, runCalibration } from "./run-calibration.ts";
import { runDoctor } from "./run-doctor.ts";
import { searchRecall } from "./search-recall.ts";
import { splitSignature } from "./split-signature.ts";
import { startSession } from "./start-session.ts";
import { steerFailure } from "./steer-failure.ts";
import { supersedeMemory, undoSupersede } from "./supersede-memory.ts";
import { sweepRetention } from "./sweep-retention.ts";
import { undoSignatureChange } from "./undo-signature-change.ts";

/** Everything the product can do. Surfaces mount this list; what is not in it cannot be called. */
export const catalogue: readonly Operation[] = [
  lookUpContext,
  remember,
  browseMemories,
  readMemory,
  listMemoryFilters,
  listNearCopies,
  browseSupersessions,
  readSupersession,
  deleteMemory,
  supersedeMemory,
  undoSupersede,
  addReference,
  addSkill,
  explainSignature,
  browseSignatures,
  listSignatureFacets,
  countNewerSignatures,
  readSignature,
  findSignatureNeighbours,
  mergeSignature,
  splitSignature,
  renameSignature,
  markSignature,
  undoSignatureChange,
  recomputeSignatures,
  browseLookups,
  readLookup,
  listLookupFacets,
  countNewerLookups,
  lookUpPrior,
  recordDecision,
  recordOutcome,
  startSession,
  briefSession,
  reportSession,
  readFollowThrough,
  readFollowThroughRate,
  readShownLookup,
  browseDrafts,
  approveDraft,
  discardDraft,
  browseUnexplained,
  purge,
  queryGraph,
  indexProject,
  bootAgent,
  readCodeOverview,
  readCoChange,
  rebuildProject,
  undoRebuild,
  steerFailure,
  searchRecall,
  carryRun,
  bulkUpsertContexts,
  browseContexts,
  readContext,
  browseRejections,
  browseCapsules,
  readCapsule,
  browsePolicies,
  savePolicy,
  applyPolicy,
  replayLookup,
  labelLookup,
  runCalibration,
  readCalibration,
  browseCalibrations,
  applyCalibration,
  sweepRetention,
  createKey,
  listKeys,
  revokeKey,
  readDemoStatus,
  removeDemo,
  listProjects,
  addAlias,
  removeAlias,
  readSettings,
  readOverview,
  readBudget,
  readHealth,
  runDoctor,
  exportWorkspace,
  importWorkspace,
];

const byName = new Map(catalogue.map((operation) => [operation.name, operation]));

export function findOperation(name: string): Operation | undefined {
  return byName.get(name);
}
