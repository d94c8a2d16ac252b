import { succeed } from "#server/contracts/failure-codes.ts";
import { SignatureNeighboursInput, SignatureNeighboursOutput } from "#server/contracts/signatures.ts";
import { listComparable } from "#server/db/failures.ts";
import { countSightings } from "#server/db/signatures.ts";
import { differingWords, sharedWords, wordsOf } from "#server/domain/signature-groups/differing-words.ts";
import { readableProjects } from "./access.ts";
import { defineRead } from "./operation.ts";
import { findReadableHead } from "./read-signature.ts";

/** Heads that one call compares; the tool's own and the ones seen last come first. */
const mostCompared = 2_000;

/** The failures whose masked words are most like those of one, and what differs: what might belong together, or must not. */
export const findSignatureNeighbours = defineRead({
  name: "signature.neighbours",
  summary: "The failures most like one, and in which words they differ.",
  input: SignatureNeighboursInput,
  output: SignatureNeighboursOutput,
  async run(context, { id, limit }) {
    const found = await findReadableHead(context, id);
    if (!found.ok) return found;
    const { head } = found.value;
    const readable = readableProjects(context.access, { scope: "all-projects" });
    const others = await listComparable(context.db, context.workspaceId, {
      tool: head.tool,
      without: head.signatureId,
      readable,
      limit: mostCompared + 1,
    });
    const own = new Set(wordsOf(head.masked));
    const nearest = others
      .slice(0, mostCompared)
      .map((other) => ({ other, similarity: sharedWords(own, new Set(wordsOf(other.masked))) }))
      .filter(({ similarity }) => similarity > 0)
      .sort((a, b) => b.similarity - a.similarity || (a.other.signatureId < b.other.signatureId ? -1 : 1))
      .slice(0, limit);
    const sightings = await countSightings(
      context.db,
      context.workspaceId,
      nearest.map(({ other }) => other.signatureId),
      readable,
    );
    return succeed({
      items: nearest.map(({ other, similarity }) => ({
        id: other.signatureId,
        tool: other.tool,
        name: other.name,
        similarity,
        seen_count: sightings.get(other.signatureId)?.seenCount ?? 0,
        words: differingWords(head.masked, other.masked),
      })),
      compared: Math.min(others.length, mostCompared),
      is_cut: others.length > mostCompared,
    });
  },
});
