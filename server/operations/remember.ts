import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import { RememberInput, RememberOutput } from "#server/contracts/memories.ts";
import { findMemory, insertMemory } from "#server/db/memories.ts";
import { linkMemory } from "#server/db/memory-signatures.ts";
import { ensureProject, ensureSession, nextChangeSeq } from "#server/db/workspaces.ts";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import { mayRead, refuseProject } from "./access.ts";
import { explainSource } from "./lookup/explain-source.ts";
import { occurrenceRequestId, recordSighting } from "./lookup/sighting.ts";
import { readVariants, standingId } from "./lookup/standing-failure.ts";
import { findNearCopies } from "./near-copies.ts";
import { defineWrite } from "./operation.ts";
import { linkSuccessor } from "./supersession-link.ts";

/** Stores a memory. A lesson attaches to the failure it explains through `signature_source`. */
export const remember = defineWrite({
  name: "memory.remember",
  summary: "Store a lesson, linked to the failure that it explains.",
  input: RememberInput,
  output: RememberOutput,
  status: 201,
  tool: {
    name: "remember",
    title: "Store a lesson",
    description:
      "When you found out why something failed and what fixed it: store it for later runs. Pass the failing output as signature_source, so that the same failure finds the lesson again.",
    hides: ["id", "kind", "request_id", "signature_key", "parents", "tool"],
    changes: "adds",
    isRepeatable: false,
  },
  async prepare(context, input) {
    if (!mayRead(context.access, input.project)) return refuseProject(input.project);
    if (tokenize(`${input.text}\n${input.symptom ?? ""}`).length === 0) {
      return fail("INVALID_INPUT", "text: holds only function words or marks, so no lookup could ever find it.", [
        { path: "text", message: "needs at least one word that says something" },
      ]);
    }
    const normaliserNotes: string[] = [];
    const explained = explainSource(context, input, {
      degrade: () => normaliserNotes.push("The log could not be read; the memory is not linked to a failure."),
    });
    if (explained?.kind === "none" && normaliserNotes.length === 0) {
      normaliserNotes.push(`No signature: ${explained.reason.replaceAll("_", " ")}.`);
    }
    const failure = explained?.kind === "failure" ? explained : null;
    const variants = failure ? await readVariants(context, failure) : new Map<string, string>();
    const signatureId = failure && standingId(failure, variants);
    const nearCopies = await findNearCopies(context, {
      text: input.text,
      signatureId,
      without: [...(input.id === undefined ? [] : [input.id]), ...(input.supersedes ?? []).map((old) => old.id)],
    });
    return succeed({
      failure,
      variants,
      signatureId,
      nearCopies: nearCopies.copies,
      notes: [...normaliserNotes, ...nearCopies.notes],
    });
  },
  async run(context, input, { failure, variants, signatureId, nearCopies, notes }) {
    const { tx, workspaceId } = context;
    const createdAt = context.clock.now();
    const memoryId = input.id ?? context.newId("mem");
    const { request_id: _, ...content } = input;
    const contentHash = sha256Hex(canonicalJson(content));
    const answer = {
      id: memoryId,
      signature: failure && {
        id: signatureId ?? failure.id,
        tool: failure.tool,
        masked: cutText(failure.masked, limits.maskedShownPoints),
      },
      near_copies: nearCopies,
      notes: [...context.borderNotes, ...notes],
    };

    const known = input.id === undefined ? null : await findMemory(tx, workspaceId, memoryId);
    if (known) {
      if (known.contentHash === contentHash) return succeed(answer);
      return fail("CONFLICT", `id: ${memoryId} already holds other content.`, [
        { path: "id", message: "belongs to another memory" },
      ]);
    }
    const projectId = await ensureProject(tx, { workspaceId, slug: input.project, createdAt });
    const sessionId = input.session ?? null;
    if (sessionId !== null) await ensureSession(tx, { workspaceId, projectId, sessionId, startedAt: createdAt });
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    await insertMemory(tx, {
      workspaceId,
      memoryId,
      projectId,
      sessionId,
      level: input.level,
      kind: input.kind,
      tool: input.tool?.toLowerCase() ?? failure?.tool ?? null,
      text: input.text,
      // A lesson without words of its own for the symptom is found by the failure it came with.
      symptom: input.symptom ?? (failure ? cutText(failure.masked, limits.symptomPoints) : null),
      isSymptomDerived: input.symptom === undefined && failure !== null,
      ground: input.ground ?? [],
      parents: input.parents ?? [],
      contentHash,
      changeSeq,
      createdAt,
    });
    if (failure && signatureId !== null) {
      await recordSighting(tx, {
        workspaceId,
        failure,
        variants,
        signatureKey: input.signature_key ?? null,
        source: input.signature_source ?? "",
        projectId,
        sessionId,
        requestId: occurrenceRequestId(context),
        sourceKind: "memory",
        sourceId: memoryId,
        at: createdAt,
        newId: context.newId,
      });
      await linkMemory(tx, { workspaceId, signatureId, ownId: failure.id, memoryId, isPrimary: true });
    }
    for (const old of input.supersedes ?? []) {
      const linked = await linkSuccessor(context, {
        memoryId: old.id,
        successorId: memoryId,
        reason: old.reason,
        changeSeq,
      });
      if (!linked.ok) return linked;
    }
    return succeed(answer);
  },
});
