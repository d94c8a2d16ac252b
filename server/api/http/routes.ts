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
import { browseLookups, readLookup } from "#server/operations/browse-lookups.ts";
import { browseMemories, readMemory } from "#server/operations/browse-memories.ts";
import { browseSignatures } from "#server/operations/browse-signatures.ts";
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
import { removeDemo } from "#server/operations/manage-demo.ts";
import { approveDraft, browseDrafts, browseUnexplained, discardDraft } from "#server/operations/manage-drafts.ts";
import { createKey, listKeys, revokeKey } from "#server/operations/manage-keys.ts";
import { applyPolicy, browsePolicies, savePolicy } from "#server/operations/manage-policies.ts";
import { addAlias, listProjects, removeAlias } from "#server/operations/manage-projects.ts";
import type { Operation } from "#server/operations/operation.ts";
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

export type Method = "GET" | "POST" | "DELETE";

/** `{name}` in a path is a field of the operation's input. A GET or DELETE takes the rest from the query string. */
export type Route = { method: Method; path: string; operation: Operation };

export const routes: readonly Route[] = [
  { method: "POST", path: "/memory/context", operation: lookUpContext },
  { method: "POST", path: "/api/memories", operation: remember },
  { method: "GET", path: "/api/memories", operation: browseMemories },
  { method: "GET", path: "/api/memories/{id}", operation: readMemory },
  { method: "DELETE", path: "/api/memories/{id}", operation: deleteMemory },
  { method: "POST", path: "/api/memories/{id}/supersede", operation: supersedeMemory },
  { method: "DELETE", path: "/api/memories/{id}/supersede", operation: undoSupersede },
  { method: "GET", path: "/api/memories/{id}/near-copies", operation: listNearCopies },
  { method: "GET", path: "/api/supersessions", operation: browseSupersessions },
  { method: "GET", path: "/api/supersessions/{id}", operation: readSupersession },
  { method: "POST", path: "/api/references", operation: addReference },
  { method: "POST", path: "/api/skills", operation: addSkill },
  { method: "GET", path: "/api/signatures", operation: browseSignatures },
  { method: "POST", path: "/api/signatures/explain", operation: explainSignature },
  { method: "GET", path: "/api/signatures/unexplained", operation: browseUnexplained },
  { method: "POST", path: "/api/signatures/recompute", operation: recomputeSignatures },
  { method: "POST", path: "/api/signatures/changes/{change_id}/undo", operation: undoSignatureChange },
  { method: "GET", path: "/api/signatures/{id}", operation: readSignature },
  { method: "GET", path: "/api/signatures/{id}/neighbours", operation: findSignatureNeighbours },
  { method: "POST", path: "/api/signatures/{id}/merge", operation: mergeSignature },
  { method: "POST", path: "/api/signatures/{id}/split", operation: splitSignature },
  { method: "POST", path: "/api/signatures/{id}/name", operation: renameSignature },
  { method: "POST", path: "/api/signatures/{id}/marks", operation: markSignature },
  { method: "GET", path: "/api/lookups", operation: browseLookups },
  { method: "GET", path: "/api/lookups/{id}", operation: readLookup },
  { method: "GET", path: "/api/lookups/{id}/follow-through", operation: readFollowThrough },
  { method: "GET", path: "/api/lookups/{id}/shown", operation: readShownLookup },
  { method: "GET", path: "/api/follow-through", operation: readFollowThroughRate },
  { method: "POST", path: "/api/lookups/{id}/replay", operation: replayLookup },
  { method: "POST", path: "/api/lookups/{id}/labels", operation: labelLookup },
  { method: "POST", path: "/api/prior-context", operation: lookUpPrior },
  { method: "POST", path: "/api/decisions", operation: recordDecision },
  { method: "POST", path: "/api/outcomes", operation: recordOutcome },
  { method: "POST", path: "/api/sessions", operation: startSession },
  { method: "POST", path: "/api/sessions/brief", operation: briefSession },
  { method: "POST", path: "/api/sessions/report", operation: reportSession },
  { method: "POST", path: "/api/purge", operation: purge },
  { method: "GET", path: "/api/drafts", operation: browseDrafts },
  { method: "POST", path: "/api/drafts/{id}/approve", operation: approveDraft },
  { method: "DELETE", path: "/api/drafts/{id}", operation: discardDraft },
  { method: "POST", path: "/api/graph/query", operation: queryGraph },
  { method: "POST", path: "/api/graph/index", operation: indexProject },
  { method: "POST", path: "/api/agent/boot", operation: bootAgent },
  { method: "GET", path: "/api/code", operation: readCodeOverview },
  { method: "GET", path: "/api/code/co-change", operation: readCoChange },
  { method: "POST", path: "/api/code/rebuild", operation: rebuildProject },
  { method: "POST", path: "/api/code/rebuilds/{id}/undo", operation: undoRebuild },
  { method: "POST", path: "/api/agent/steer", operation: steerFailure },
  { method: "POST", path: "/api/search", operation: searchRecall },
  { method: "POST", path: "/api/agent/carry", operation: carryRun },
  { method: "POST", path: "/api/contexts/bulk-upsert", operation: bulkUpsertContexts },
  { method: "GET", path: "/api/contexts", operation: browseContexts },
  { method: "GET", path: "/api/contexts/rejections", operation: browseRejections },
  { method: "GET", path: "/api/contexts/{external_id}", operation: readContext },
  { method: "GET", path: "/api/capsules", operation: browseCapsules },
  { method: "GET", path: "/api/capsules/{run_id}", operation: readCapsule },
  { method: "GET", path: "/api/policies", operation: browsePolicies },
  { method: "POST", path: "/api/policies", operation: savePolicy },
  { method: "POST", path: "/api/policies/{version}/apply", operation: applyPolicy },
  { method: "GET", path: "/api/calibrations", operation: browseCalibrations },
  { method: "POST", path: "/api/calibrations", operation: runCalibration },
  { method: "GET", path: "/api/calibrations/{id}", operation: readCalibration },
  { method: "POST", path: "/api/calibrations/{id}/apply", operation: applyCalibration },
  { method: "POST", path: "/api/retention/sweep", operation: sweepRetention },
  { method: "POST", path: "/api/keys", operation: createKey },
  { method: "GET", path: "/api/keys", operation: listKeys },
  { method: "DELETE", path: "/api/keys/{id}", operation: revokeKey },
  { method: "DELETE", path: "/api/demo", operation: removeDemo },
  { method: "GET", path: "/api/projects", operation: listProjects },
  { method: "POST", path: "/api/projects/aliases", operation: addAlias },
  { method: "DELETE", path: "/api/projects/aliases/{alias}", operation: removeAlias },
  { method: "GET", path: "/api/settings", operation: readSettings },
  { method: "GET", path: "/api/overview", operation: readOverview },
  { method: "GET", path: "/api/budget", operation: readBudget },
  { method: "GET", path: "/api/health", operation: readHealth },
  { method: "GET", path: "/api/doctor", operation: runDoctor },
  { method: "POST", path: "/api/export", operation: exportWorkspace },
  { method: "POST", path: "/api/import", operation: importWorkspace },
];

export type Matched =
  | { kind: "route"; route: Route; fields: Record<string, string> }
  | { kind: "wrong_method"; allowed: Method[] }
  | { kind: "broken_path" }
  | { kind: "none" };

/** Finds the route of a path. A broken percent escape is its own answer, never an exception. */
export function matchRoute(method: string, pathname: string): Matched {
  const segments = pathname.split("/");
  const allowed: Method[] = [];
  for (const route of routes) {
    const fields = fieldsOf(route.path.split("/"), segments);
    if (fields === "broken") return { kind: "broken_path" };
    if (fields === null) continue;
    if (route.method === method) return { kind: "route", route, fields };
    allowed.push(route.method);
  }
  return allowed.length > 0 ? { kind: "wrong_method", allowed } : { kind: "none" };
}

function fieldsOf(pattern: string[], segments: string[]): Record<string, string> | "broken" | null {
  if (pattern.length !== segments.length) return null;
  const fields: Record<string, string> = {};
  for (const [position, part] of pattern.entries()) {
    const segment = segments[position] ?? "";
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== segment) return null;
      continue;
    }
    try {
      fields[name] = decodeURIComponent(segment);
    } catch {
      return "broken";
    }
  }
  return fields;
}
