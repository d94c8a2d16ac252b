import { CarryRunInput, CarryRunOutput } from "#server/contracts/carry.ts";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import { buildCapsule, type FileAfterRun } from "#server/domain/capsule/build-capsule.ts";
import { parseDiff } from "#server/domain/capsule/parse-diff.ts";
import { renderContextFile } from "#server/domain/capsule/render-context-file.ts";
import { type CodeGraphEdge, fileId } from "#server/domain/code-graph/code-graph-snapshot.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { bulkUpsertContexts } from "./bulk-upsert-contexts.ts";
import { defineLookup } from "./operation.ts";
import type { CheckoutFile } from "./ports.ts";

/** After a verdict: the capsule of a run from its diff and task, as a file in the checkout and as contexts in the store. */
export const carryRun = defineLookup({
  name: "agent.carry",
  summary: "Leave a capsule of a run: its file in the checkout, and contexts of the files that it touched.",
  input: CarryRunInput,
  output: CarryRunOutput,
  async run(context, input) {
    // A folder of the server's machine is nobody's business who came over a network.
    if (context.access.keyId !== "local") {
      return fail("FORBIDDEN", "Only a caller on this machine may carry from a folder of it.");
    }
    if (!context.access.canWrite) return fail("FORBIDDEN", "This key may read only.");
    const identified = await context.repositories.identify(input.path);
    if (!identified.ok) return identified;
    const { project, root, warnings } = identified.value;
    const graph = await context.priorCorpus.graph(project);
    const touched = parseDiff(input.diff);
    const notes = [...context.borderNotes, ...warnings];
    if (graph === null) notes.push("The project is not indexed, so no related files are named.");
    if (touched.length === 0) notes.push("The diff names no file.");
    const paths = touched.map(({ path }) => path).slice(0, limits.contexts);
    if (paths.length < touched.length)
      notes.push(`Only the first ${paths.length} of ${touched.length} files have contexts.`);
    const remaining = touched.filter(({ change }) => change !== "deleted").map(({ path }) => path);
    const files = await context.checkoutFiles.read(root, remaining.slice(0, limits.contexts));
    const { contexts, ...capsule } = buildCapsule(
      {
        runId: input.run_id,
        diffSha: sha256Hex(input.diff),
        repo: project,
        task: input.task,
        verdict: input.verdict,
        filesTouched: paths,
        filesNotRead: input.files_not_read,
        invariants: input.invariants,
        nextSteps: input.next_steps,
      },
      files.map((file) => afterRun(file, graph?.snapshot.edges ?? [])),
    );
    const written = await context.checkoutFiles.writeRunFile(root, input.run_id, renderContextFile(capsule));
    if (!written.ok) return written;
    const body = { workspace: input.workspace, runId: capsule.runId, diffSha: capsule.diffSha, capsule, contexts };
    const stored = await bulkUpsertContexts.call(context, body);
    if (!stored.ok) return stored;
    return succeed({
      run_id: capsule.runId,
      diff_sha: capsule.diffSha,
      project,
      file: written.value,
      files_touched: paths,
      results: stored.value.body.results,
      notes,
    });
  },
});

function afterRun({ path, contentHash, parsed }: CheckoutFile, edges: readonly CodeGraphEdge[]): FileAfterRun {
  const id = fileId(path);
  const related = new Set<string>();
  for (const edge of edges) {
    if (edge.kind !== "imports") continue;
    const other = edge.from === id ? edge.to : edge.to === id ? edge.from : null;
    if (other?.startsWith("file:")) related.add(other.slice("file:".length));
  }
  return {
    path,
    contentHash,
    language: parsed?.language ?? null,
    symbols: parsed?.symbols ?? [],
    symbolsFrom: parsed?.symbolsFrom ?? "none",
    related: [...related].toSorted(),
  };
}
