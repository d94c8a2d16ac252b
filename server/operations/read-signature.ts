import type { z } from "zod";
import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import type { SignatureChange } from "#server/contracts/signature-changes.ts";
import { GetSignatureInput, GetSignatureOutput } from "#server/contracts/signatures.ts";
import { countFirstTier, listFailureDays, listMembers } from "#server/db/failures.ts";
import { listSignatureChanges, type SignatureChangeRow } from "#server/db/signature-changes.ts";
import {
  countSightings,
  findSignature,
  listLessonsOfSignature,
  listOccurrences,
  readExample,
  readStandings,
  type Sightings,
  type SignatureRow,
} from "#server/db/signatures.ts";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import type { Ruleset } from "#server/domain/failure-signature/ruleset.ts";
import { windowAround } from "#server/domain/signature-groups/window-around.ts";
import { readableProjects } from "./access.ts";
import { marksOf } from "./browse-signatures.ts";
import { defineRead, type OperationContext } from "./operation.ts";

/** The head that stands for a signature, if a readable project has seen any of what it stands for. */
export async function findReadableHead(
  {
    db,
    workspaceId,
    access,
  }: Pick<OperationContext, "workspaceId" | "access"> & {
    db: Parameters<typeof findSignature>[0];
  },
  id: string,
  field = "id",
): Promise<Outcome<{ head: SignatureRow; asked: SignatureRow; sightings: Sightings | undefined }>> {
  const readable = readableProjects(access, { scope: "all-projects" });
  const asked = await findSignature(db, workspaceId, id);
  const head = asked && (asked.headId === id ? asked : await findSignature(db, workspaceId, asked.headId));
  const sightings = head
    ? (await countSightings(db, workspaceId, [head.signatureId], readable)).get(head.signatureId)
    : undefined;
  // A failure that only projects the key cannot read have seen does not exist for it.
  if (!asked || !head || (readable !== "all" && !sightings)) {
    return fail("NOT_FOUND", `No signature ${id}.`, [{ path: field, message: "is not known here" }]);
  }
  return succeed({ head, asked, sightings });
}

export const readSignature = defineRead({
  name: "signature.get",
  summary: "One failure: masked text, masks, example, occurrences, lessons, and what was decided about it.",
  input: GetSignatureInput,
  output: GetSignatureOutput,
  async run(context, { id, example }) {
    const { db, workspaceId, access, rulesets } = context;
    const found = await findReadableHead(context, id);
    if (!found.ok) return found;
    const { head, sightings } = found.value;
    const headId = head.signatureId;
    const readable = readableProjects(access, { scope: "all-projects" });
    const members = await listMembers(db, workspaceId, headId, readable);
    const changes = await listSignatureChanges(
      db,
      workspaceId,
      members.map(({ signatureId }) => signatureId),
      200,
    );
    // The example is one for the whole workspace, so it may be the log of a project that this key may not read.
    const isWhole = access.projects === "all";
    const text = isWhole ? ((await readExample(db, workspaceId, head.exampleId)) ?? "") : "";
    const shown = explainExample(head, text, rulesets);
    const known = await readStandings(
      db,
      workspaceId,
      shown.parts.map((part) => part.id),
    );
    const occurrences = await listOccurrences(db, workspaceId, headId, readable, 100);
    const lessons = await listLessonsOfSignature(db, workspaceId, headId, readable);
    const days = await listFailureDays(db, workspaceId, headId, readable, 1_000);
    return succeed({
      id: headId,
      asked_id: id,
      version: head.version,
      tool: head.tool,
      given_tool: head.givenTool,
      signature_key: head.signatureKey,
      name: head.name,
      marks: marksOf(head),
      masked: head.masked,
      mask_rules: head.maskRules,
      ...shown,
      parts: shown.parts.map((part) => ({ ...part, is_known: known.has(part.id) })),
      raw_example: example === "whole" ? text : "",
      names: members.map((member) => ({
        id: member.signatureId,
        version: member.version,
        masked: member.masked,
        because: member.signatureId === headId ? null : (member.because ?? "rules_changed"),
        change_id: member.signatureId === headId ? null : member.changeId,
        seen_count: member.seenCount,
      })),
      split_from: head.variantOf,
      changes: changes.map(describeChange),
      seen_count: sightings?.seenCount ?? 0,
      first_seen: sightings?.firstSeen?.toISOString() ?? null,
      last_seen: sightings?.lastSeen?.toISOString() ?? null,
      tier1: (await countFirstTier(db, workspaceId, [headId], readable)).get(headId) ?? { lookups: 0, hits: 0 },
      days: days.map(({ day, project, count }) => ({ day, project, count })),
      occurrences: occurrences.map((row) => ({
        id: row.occurrenceId,
        at: row.at.toISOString(),
        project: row.projectId,
        source: row.sourceKind,
        source_id: row.sourceId,
        signature_id: row.signatureId,
      })),
      lessons: lessons.map((row) => ({
        id: row.memoryId,
        preview: row.preview,
        project: row.projectId,
        state: row.isDraft ? ("draft" as const) : row.isSuperseded ? ("superseded" as const) : ("active" as const),
        created_at: row.createdAt.toISOString(),
      })),
    });
  },
});

/**
 * The example read once more under the rules that gave the id: which words are this failure, what was masked in them and
 * why, and what else the log holds. The masks are not stored, so that no value outlives its example.
 */
function explainExample(
  head: Pick<SignatureRow, "signatureId" | "version" | "variantOf" | "signatureKey">,
  text: string,
  rulesets: readonly [Ruleset, ...Ruleset[]],
): Pick<z.infer<typeof GetSignatureOutput>, "masks" | "raw" | "evidence"> & {
  parts: { id: string; tool: string | null; masked: string; is_this: boolean }[];
} {
  const ruleset = rulesets.find(({ version }) => version === head.version) ?? rulesets[0];
  const explained =
    text === ""
      ? null
      : explainWith(ruleset, {
          cleaned: cleanLog(text),
          ...(head.signatureKey === null ? {} : { signatureKey: head.signatureKey }),
        });
  if (explained?.kind !== "failure") {
    const cleaned = explained?.cleaned ?? "";
    return {
      masks: [],
      parts: [],
      evidence: [],
      raw: cleaned === "" ? null : { ...windowAround(cleaned, { start: 0, end: 0 }).window, failure_at: null },
    };
  }
  const ownId = head.variantOf ?? head.signatureId;
  const own = explained.parts.find((part) => part.id === ownId) ?? explained.parts[0];
  const start = Math.min(own?.start ?? 0, ...(own?.masks ?? []).map((mask) => mask.start));
  const end = Math.max(start, ...(own?.masks ?? []).map((mask) => mask.end));
  const { window, offset } = windowAround(explained.cleaned, { start, end });
  const ruleOf = new Map(ruleset.masks.map((rule) => [rule.name, rule]));
  return {
    raw: { ...window, failure_at: own ? own.start - offset : null },
    masks: (own?.masks ?? [])
      .filter((mask) => mask.start >= offset && mask.end <= offset + window.text.length)
      .map((mask) => ({
        ...mask,
        start: mask.start - offset,
        end: mask.end - offset,
        reason: ruleOf.get(mask.rule)?.reason ?? "The place in the file is not part of what failed.",
        trade_off: ruleOf.get(mask.rule)?.tradeOff ?? "",
      })),
    evidence: own === explained.parts[0] ? explained.evidence : [],
    parts: explained.parts.map((part) => ({
      id: part.id,
      tool: part.tool,
      masked: part.masked,
      is_this: part === own,
    })),
  };
}

export function describeChange(row: SignatureChangeRow): z.infer<typeof SignatureChange> {
  return {
    id: row.changeId,
    kind: row.kind,
    signature_id: row.signatureId,
    other_id: row.otherId,
    value: row.value,
    place: row.place,
    reason: row.reason,
    by: row.madeBy,
    at: row.madeAt.toISOString(),
    undone:
      row.undoneAt === null
        ? null
        : { by: row.undoneBy ?? "unknown", at: row.undoneAt.toISOString(), reason: row.undoneReason ?? "" },
  };
}
