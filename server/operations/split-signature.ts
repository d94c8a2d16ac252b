import { z } from "zod";
import { fail } from "#server/contracts/failure-codes.ts";
import { SignatureChangeOutput, SplitSignatureInput } from "#server/contracts/signature-changes.ts";
import { lockHeads } from "#server/db/failure-counts.ts";
import { listSightedLogs, listSignatureChanges, moveOccurrences } from "#server/db/signature-changes.ts";
import { deleteAliasesOf } from "#server/db/signature-groups.ts";
import { moveLessons, readExample, storeSignatures } from "#server/db/signatures.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import { splitsOff, variantIdOf } from "#server/domain/signature-groups/split-rule.ts";
import { answerChange, keepChange, mayGovern, settle } from "./change-signature.ts";
import { defineWrite, type WriteContext } from "./operation.ts";
import { findReadableHead } from "./read-signature.ts";

/** Earlier sightings that one split sorts anew; what is older stays where it was, and counts as unknown. */
const mostSorted = 200;
/** What of a record a split reads. */
const Sighted = z.object({ request: z.object({ signature_source: z.object({ text: z.string() }).nullable() }) });

/**
 * Undoes a wrong grouping: logs of a signature that hold certain words are another failure. Holds from now on for every
 * log; earlier sightings go over where their log is still kept and holds the words.
 */
export const splitSignature = defineWrite({
  name: "signature.split",
  summary: "Take out of a signature the failures whose log holds certain words. Can be undone.",
  input: SplitSignatureInput,
  output: SignatureChangeOutput,
  prepare: mayGovern,
  async run(context, { id, contains, place, name, lessons, reason }) {
    const { tx, workspaceId, clock } = context;
    await nextChangeSeq(tx, workspaceId);
    const found = await findReadableHead({ ...context, db: tx }, id);
    if (!found.ok) return found;
    const { head } = found.value;
    const variantId = variantIdOf({ signatureId: head.signatureId, contains, place });
    const earlier = (await listSignatureChanges(tx, workspaceId, [variantId], 1_000)).filter(
      (change) => change.kind === "split" && change.otherId === variantId,
    );
    const standing = earlier.find((change) => change.undoneAt === null);
    if (standing) {
      return fail("CONFLICT", `contains: this split was already made, by change ${standing.changeId}.`, [
        { path: "contains", message: `already splits it, by ${standing.changeId}` },
      ]);
    }
    const change = await keepChange(context, head, {
      kind: "split",
      otherId: variantId,
      value: contains,
      place,
      reason,
    });
    const example = (await readExample(tx, workspaceId, head.exampleId)) ?? "";
    const isOfExample = example !== "" && takesOut(context, head, { contains, place }, example);
    await lockHeads(tx, workspaceId, [head.signatureId, variantId]);
    await storeSignatures(
      tx,
      workspaceId,
      [
        {
          workspaceId,
          signatureId: variantId,
          version: head.version,
          tool: head.tool,
          givenTool: head.givenTool,
          signatureKey: head.signatureKey,
          masked: head.masked,
          maskRules: head.maskRules,
          variantOf: head.signatureId,
          createdAt: clock.now(),
        },
      ],
      { text: isOfExample ? example : "", at: clock.now() },
    );
    // The same split, undone before and made again: its sightings no longer count here.
    for (const undone of earlier) await deleteAliasesOf(tx, workspaceId, undone.changeId);
    const sightings = await sortSightings(context, head, { contains, place, variantId });
    const moved = await moveLessons(tx, workspaceId, { memoryIds: lessons, fromHead: head.signatureId, to: variantId });
    const missing = lessons.filter((memoryId) => !moved.includes(memoryId));
    if (missing.length > 0) {
      return fail("NOT_FOUND", `lessons: ${missing.join(", ")} do not belong to ${head.signatureId}.`, [
        { path: "lessons", message: `not of this signature: ${missing.join(", ")}` },
      ]);
    }
    if (name !== undefined)
      await keepChange(context, { signatureId: variantId }, { kind: "rename", value: name.trim(), reason });
    await settle(context, [head.signatureId, variantId]);
    return answerChange(context, change, sightings);
  },
});

/** Moves the earlier sightings whose log is kept and holds the words. */
async function sortSightings(
  context: WriteContext,
  head: { signatureId: string; version: string; signatureKey: string | null; variantOf: string | null },
  rule: { contains: string; place: "failure" | "log"; variantId: string },
): Promise<{ moved: number; unknown: number }> {
  const { tx, workspaceId } = context;
  const kept = await listSightedLogs(tx, workspaceId, head.signatureId, mostSorted);
  let unknown = 0;
  const leaving: string[] = [];
  for (const { record, occurrenceId, signatureId } of kept) {
    if (signatureId === rule.variantId) continue;
    const text = Sighted.safeParse(JSON.parse(record)).data?.request.signature_source?.text ?? "";
    if (text === "") unknown += 1;
    else if (takesOut(context, head, rule, text)) leaving.push(occurrenceId);
  }
  const moved = await moveOccurrences(tx, workspaceId, { occurrenceIds: leaving, to: rule.variantId });
  return { moved, unknown };
}

/** Whether a log holds the failure, and in it the words. Where the failure is not found again in a shortened log, the log decides. */
function takesOut(
  { rulesets }: WriteContext,
  head: { signatureId: string; version: string; signatureKey: string | null; variantOf: string | null },
  rule: { contains: string; place: "failure" | "log" },
  text: string,
): boolean {
  const cleaned = cleanLog(text);
  if (rule.place === "log" || !cleaned.includes(rule.contains)) return cleaned.includes(rule.contains);
  const ruleset = rulesets.find(({ version }) => version === head.version) ?? rulesets[0];
  const explained = explainWith(ruleset, {
    cleaned,
    ...(head.signatureKey === null ? {} : { signatureKey: head.signatureKey }),
  });
  if (explained.kind === "none") return false;
  const own = explained.parts.find((part) => part.id === (head.variantOf ?? head.signatureId));
  return own !== undefined && splitsOff(rule, { raw: own.raw, cleaned });
}
