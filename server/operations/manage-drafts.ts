import {
  ApproveDraftInput,
  ApproveDraftOutput,
  DiscardDraftInput,
  DiscardDraftOutput,
  ListDraftsInput,
  ListDraftsOutput,
  ListUnexplainedInput,
  ListUnexplainedOutput,
} from "#server/contracts/drafts.ts";
import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { activateDraft, listDrafts, listUnexplained } from "#server/db/drafts.ts";
import { buryMemory, findMemory, type MemoryRow } from "#server/db/memories.ts";
import { listSignaturesOfMemory } from "#server/db/memory-signatures.ts";
import { countSightings } from "#server/db/signatures.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import { type Access, mayRead, readableProjects } from "./access.ts";
import { decodeCursor, pageOf } from "./keyset-cursor.ts";
import { findNearCopies } from "./near-copies.ts";
import { type CallContext, defineRead, defineWrite, nothingToPrepare } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

export const browseDrafts = defineRead({
  name: "draft.list",
  summary: "Lessons that were drafted from sessions and wait for a person, newest first.",
  input: ListDraftsInput,
  output: ListDraftsOutput,
  async run(context, input) {
    const after = decodeCursor(input.cursor);
    if (!after.ok) return after;
    const { db, workspaceId } = context;
    const rows = await listDrafts(db, workspaceId, {
      readable: await readableWithin(context, input.project),
      after: after.value,
      limit: input.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, input.limit, (row) => ({ at: row.createdAt, id: row.memoryId }));
    const sightings = await countSightings(
      db,
      workspaceId,
      page.flatMap((row) => row.signatureId ?? []),
      readableProjects(context.access, { scope: "all-projects" }),
    );
    return succeed({
      items: page.map((row) => ({
        id: row.memoryId,
        project: row.projectId,
        session: row.sessionId,
        tool: row.tool,
        text: row.text,
        symptom: row.symptom,
        ground: row.ground,
        signature:
          row.signatureId === null
            ? null
            : { id: row.signatureId, seen_count: sightings.get(row.signatureId)?.seenCount ?? 0 },
        created_at: row.createdAt.toISOString(),
      })),
      next_cursor,
    });
  },
});

/** From here on it is a lesson like any other: lookups find it, and it can be superseded or deleted. */
export const approveDraft = defineWrite({
  name: "draft.approve",
  summary: "Make a drafted lesson active, as drafted or in your own words.",
  input: ApproveDraftInput,
  output: ApproveDraftOutput,
  async prepare(context, input) {
    const draft = await findDraft(context.db, context, input.id);
    if (!draft.ok) return draft;
    const text = input.text ?? draft.value.text;
    if (tokenize(`${text}\n${input.symptom ?? ""}`).length === 0) {
      return fail("INVALID_INPUT", "text: holds only function words or marks, so no lookup could ever find it.", [
        { path: "text", message: "needs at least one word that says something" },
      ]);
    }
    const signatures = await listSignaturesOfMemory(context.db, context.workspaceId, input.id);
    return succeed(
      await findNearCopies(context, { text, signatureId: signatures[0]?.signatureId ?? null, without: [input.id] }),
    );
  },
  async run(context, input, { copies }) {
    const { tx, workspaceId } = context;
    // Takes the workspace's row first: of two approvals, or an approval and a discard, one sees the other.
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    const draft = await findDraft(tx, context, input.id);
    if (!draft.ok) return draft;
    const text = input.text ?? draft.value.text;
    const symptom = input.symptom ?? draft.value.symptom;
    const ground = input.ground ?? draft.value.ground;
    await activateDraft(tx, {
      workspaceId,
      memoryId: input.id,
      text,
      symptom,
      isSymptomDerived: input.symptom === undefined && draft.value.isSymptomDerived,
      ground: [...new Set(ground)],
      contentHash: sha256Hex(canonicalJson({ text, symptom, ground })),
      changeSeq,
    });
    return succeed({ id: input.id, state: "active", near_copies: copies });
  },
});

/** Leaves a tombstone, so that the same session does not draft it again. */
export const discardDraft = defineWrite({
  name: "draft.discard",
  summary: "Throw a drafted lesson away.",
  input: DiscardDraftInput,
  output: DiscardDraftOutput,
  prepare: nothingToPrepare,
  async run(context, { id }) {
    const { tx, workspaceId, access, clock } = context;
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    const draft = await findDraft(tx, context, id);
    if (!draft.ok) return draft;
    const deletedAt = clock.now();
    await buryMemory(tx, { workspaceId, memoryId: id, changeSeq, deletedAt, deletedBy: access.keyId });
    return succeed({ id, deleted_at: deletedAt.toISOString() });
  },
});

export const browseUnexplained = defineRead({
  name: "signature.unexplained",
  summary: "Failures that were seen often and that no lesson explains, the most seen first.",
  input: ListUnexplainedInput,
  output: ListUnexplainedOutput,
  async run(context, input) {
    const rows = await listUnexplained(context.db, context.workspaceId, {
      readable: await readableWithin(context, input.project),
      minSeen: input.min_seen,
      limit: input.limit,
    });
    return succeed({
      items: rows.map((row) => ({
        id: row.signatureId,
        tool: row.tool,
        preview: row.preview,
        seen_count: row.seenCount,
        last_seen: row.lastSeen.toISOString(),
        projects: row.projects,
        drafts: row.drafts,
      })),
    });
  },
});

async function findDraft(
  db: Database | Transaction,
  { workspaceId, access }: { workspaceId: string; access: Access },
  id: string,
): Promise<Outcome<MemoryRow>> {
  const memory = await findMemory(db, workspaceId, id);
  if (!memory || !mayRead(access, memory.projectId) || memory.deletedAt !== null) {
    return fail("NOT_FOUND", `No draft ${id}.`, [{ path: "id", message: "is not known here" }]);
  }
  if (memory.isDraft) return succeed(memory);
  return fail("CONFLICT", `${id} is an active memory already.`, [{ path: "id", message: "is no draft any more" }]);
}

async function readableWithin(context: CallContext, slug: string | undefined) {
  const project = await standingProject(context, slug);
  return readableProjects(context.access, project === null ? { scope: "all-projects" } : { scope: "project", project });
}
