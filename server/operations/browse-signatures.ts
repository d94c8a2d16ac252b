import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import {
  ExplainSignatureInput,
  ExplainSignatureOutput,
  GetSignatureInput,
  GetSignatureOutput,
  ListSignaturesInput,
  ListSignaturesOutput,
} from "#server/contracts/signatures.ts";
import {
  countSightings,
  findSignature,
  listLessonsOfSignature,
  listOccurrences,
  listSignatures,
} from "#server/db/signatures.ts";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { readableProjects } from "./access.ts";
import { decodeCursor, pageOf } from "./keyset-cursor.ts";
import { defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

/** What the normaliser makes of a text, and why; stores nothing. */
export const explainSignature = defineRead({
  name: "signature.explain",
  summary: "Which failure a log holds: what was masked by which rule, and what identifies it.",
  input: ExplainSignatureInput,
  output: ExplainSignatureOutput,
  async run({ borderNotes }, { text, tool, signature_key: signatureKey }) {
    const explained = explainFailure({
      text,
      ...(tool === undefined ? {} : { givenTool: tool.toLowerCase() }),
      ...(signatureKey === undefined ? {} : { signatureKey }),
    });
    const notes = [...borderNotes, ...explained.notes];
    if (explained.kind === "none") {
      return succeed({
        id: null,
        reason: explained.reason,
        tool: tool?.toLowerCase() ?? null,
        inferred: false,
        masked: "",
        cleaned: explained.cleaned,
        masks: [],
        parts: [],
        evidence: [],
        notes,
      });
    }
    return succeed({
      id: explained.id,
      tool: explained.tool,
      inferred: explained.inferred,
      ...(explained.givenTool === undefined ? {} : { given_tool: explained.givenTool }),
      masked: cutText(explained.masked, limits.maskedShownPoints),
      cleaned: explained.cleaned,
      masks: explained.masks,
      parts: explained.parts.map(({ id, tool: partTool, masked }) => ({
        id,
        tool: partTool,
        masked: cutText(masked, limits.maskedShownPoints),
      })),
      evidence: explained.evidence,
      notes,
    });
  },
});

export const browseSignatures = defineRead({
  name: "signature.list",
  summary: "Failures, the one seen last first.",
  input: ListSignaturesInput,
  output: ListSignaturesOutput,
  async run(context, input) {
    const after = decodeCursor(input.cursor);
    if (!after.ok) return after;
    const project = await standingProject(context, input.project);
    const rows = await listSignatures(context.db, context.workspaceId, {
      readable: readableProjects(
        context.access,
        project === null ? { scope: "all-projects" } : { scope: "project", project },
      ),
      project: project ?? undefined,
      tool: input.tool?.toLowerCase(),
      after: after.value && { lastSeen: after.value.at, signatureId: after.value.id },
      limit: input.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, input.limit, (row) => ({ at: row.lastSeen, id: row.signatureId }));
    return succeed({
      items: page.map((row) => ({
        id: row.signatureId,
        tool: row.tool,
        preview: row.preview,
        seen_count: row.seenCount,
        first_seen: row.firstSeen.toISOString(),
        last_seen: row.lastSeen.toISOString(),
        projects: row.projects,
        lessons: row.lessons,
      })),
      next_cursor,
    });
  },
});

export const readSignature = defineRead({
  name: "signature.get",
  summary: "One failure: masked text, masks, raw example, occurrences, lessons.",
  input: GetSignatureInput,
  output: GetSignatureOutput,
  async run({ db, workspaceId, access }, { id }) {
    const readable = readableProjects(access, { scope: "all-projects" });
    const signature = await findSignature(db, workspaceId, id);
    const sightings = (await countSightings(db, workspaceId, [id], readable, null)).get(id);
    // A failure that only projects the key cannot read have seen does not exist for it.
    if (!signature || (readable !== "all" && !sightings)) {
      return fail("NOT_FOUND", `No signature ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    const occurrences = await listOccurrences(db, workspaceId, id, readable, 100);
    const lessons = await listLessonsOfSignature(db, workspaceId, id, readable);
    return succeed({
      id,
      version: signature.version,
      tool: signature.tool,
      given_tool: signature.givenTool,
      masked: signature.masked,
      masks: signature.masks,
      raw_example: signature.rawExample,
      seen_count: sightings?.seenCount ?? 0,
      occurrences: occurrences.map((row) => ({
        at: row.at.toISOString(),
        project: row.projectId,
        source: row.sourceKind,
        source_id: row.sourceId,
      })),
      lessons: lessons.map((row) => ({ id: row.memoryId, preview: row.preview })),
    });
  },
});
