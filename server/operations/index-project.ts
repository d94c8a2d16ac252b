import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { IndexProjectInput, IndexProjectOutput } from "#server/contracts/prior-context.ts";
import { readCheckout, storeCheckout } from "./code-context/index-checkout.ts";
import { defineWrite } from "./operation.ts";

/** Reads the committed state of a checkout into the store. Only contents that are not known yet are parsed. */
export const indexProject = defineWrite({
  name: "graph.index",
  summary: "Index the committed state of a checkout on the machine of the server.",
  input: IndexProjectInput,
  output: IndexProjectOutput,
  async prepare(context, { path }) {
    // A folder of the server's machine is nobody's business who came over a network.
    if (context.access.keyId !== "local")
      return fail("FORBIDDEN", "Only a caller on this machine may index a folder of it.");
    return readCheckout(context, path);
  },
  async run({ tx, workspaceId, clock }, _input, checkout) {
    const projectId = await storeCheckout(tx, { workspaceId, indexedAt: clock.now() }, checkout);
    const { snapshot, report, isShallow, warnings } = checkout;
    return succeed({
      project: projectId,
      commit: snapshot.commit,
      files: report.files,
      parsed: report.parsed,
      reused: report.reused,
      skipped: snapshot.skipped,
      nodes: snapshot.nodes.length,
      edges: snapshot.edges.length,
      shallow: isShallow,
      ms: report.ms,
      warnings,
    });
  },
});
