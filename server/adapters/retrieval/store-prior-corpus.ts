import type { Database } from "#server/db/database.ts";
import { listGraphHeads, loadSnapshot } from "#server/db/graphs.ts";
import { listReasoningChanges } from "#server/db/reasoning.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import type { CodeGraphSnapshot } from "#server/domain/code-graph/code-graph-snapshot.ts";
import { parseRuleVersion } from "#server/domain/code-graph/parsed-blob.ts";
import { type CodeGraph, codeGraphFrom } from "#server/domain/selection/code-graph.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import type { Clock, PriorCorpus } from "#server/operations/ports.ts";
import { eachPage } from "./each-page.ts";

type LoadedGraph = { commit: string; graph: CodeGraph; snapshot: CodeGraphSnapshot };

/**
 * Reasoning and graphs of one workspace, derived from the store. `sync` compares one number and reads what changed; a
 * graph is loaded when a project is asked for and kept until another commit was indexed.
 */
export function storePriorCorpus(db: Database, workspaceId: string, clock: Clock): PriorCorpus {
  let indexes = new Map<string, PriorIndex>();
  let projectOf = new Map<string, string>();
  const graphs = new Map<string, LoadedGraph>();
  let seq = 0;
  let syncing: Promise<number> | null = null;

  async function catchUp(): Promise<number> {
    const workspace = await readWorkspace(db, workspaceId);
    if (!workspace) return 0;
    if (workspace.purgedSeq > seq) {
      indexes = new Map();
      projectOf = new Map();
      seq = 0;
    }
    if (workspace.corpusSeq === seq) return seq;
    await eachPage(
      clock,
      (after) => listReasoningChanges(db, workspaceId, after),
      (row) => ({ afterSeq: row.changeSeq, afterId: row.memoryId }),
      seq,
      (row) => {
        const before = projectOf.get(row.memoryId);
        if (before !== undefined) indexes.get(before)?.remove(row.memoryId);
        projectOf.delete(row.memoryId);
        if (!row.isActive) return;
        const index = indexes.get(row.projectId) ?? new PriorIndex(row.projectId);
        indexes.set(row.projectId, index);
        projectOf.set(row.memoryId, row.projectId);
        index.add({
          id: row.memoryId,
          session: row.sessionId ?? "",
          tokens: tokenize(row.text),
          ground: [...new Set(row.ground)],
          createdMs: row.createdAt.getTime(),
          outcome: row.outcome,
        });
      },
    );
    seq = workspace.corpusSeq;
    return seq;
  }

  async function graphOf(project: string, heads: ReadonlyMap<string, string>): Promise<LoadedGraph | null> {
    const commit = heads.get(project);
    if (commit === undefined) return null;
    const known = graphs.get(project);
    if (known?.commit === commit) return known;
    const snapshot = await loadSnapshot(db, workspaceId, project, commit, parseRuleVersion);
    if (!snapshot) return null;
    const loaded = { commit, snapshot, graph: codeGraphFrom(snapshot) };
    graphs.set(project, loaded);
    return loaded;
  }

  return {
    async sync() {
      while (syncing) await syncing.catch(() => {});
      syncing = catchUp();
      try {
        return await syncing;
      } finally {
        syncing = null;
      }
    },
    async projects(readable, always) {
      const heads = await listGraphHeads(db, workspaceId, parseRuleVersion);
      const names = new Set([always, ...indexes.keys()].filter((name) => readable === "all" || readable.has(name)));
      return Promise.all(
        [...names].sort().map(async (name) => ({
          index: indexes.get(name) ?? new PriorIndex(name),
          graph: (await graphOf(name, heads))?.graph ?? null,
        })),
      );
    },
    async graph(project) {
      return graphOf(project, await listGraphHeads(db, workspaceId, parseRuleVersion));
    },
  };
}
