import { z } from "zod";
import { fail } from "#server/contracts/failure-codes.ts";
import { SignatureChangeOutput, SplitSignatureInput } from "#server/contracts/signature-changes.ts";
import { lockHeads } from "#server/db/failure-counts.ts";
import { moveLessons } from "#server/db/memory-signatures.ts";
import { listSightedLogs, listSignatureChanges, moveOccurrences } from "#server/db/signature-changes.ts";
import { deleteAliasesOf } from "#server/db/signature-groups.ts";
import { findSignature, readExample, type SignatureRow, storeSignatures } from "#server/db/signatures.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import type { SplitPlace } from "#server/domain/signature-groups/signature-change.ts";
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
    const ownIdOfHead = await readOwnId(tx, workspaceId, head);
    const isOfExample =
      example !== "" &&
      takesOut(context, { contains, place }, { text: example, ownId: ownIdOfHead, signatureKey: head.signatureKey }) ===
        "yes";
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
  head: Pick<SignatureRow, "signatureId">,
  rule: { contains: string; place: SplitPlace; variantId: string },
): Promise<{ moved: number; unknown: number }> {
  const { tx, workspaceId } = context;
  const { sightings, logs } = await listSightedLogs(tx, workspaceId, head.signatureId, mostSorted);
  const read = new Set<string>();
  const leaving: string[] = [];
  for (const { record, occurrenceId, sourceId, ownId, signatureKey } of sightings) {
    const text = Sighted.safeParse(JSON.parse(record)).data?.request.signature_source?.text ?? "";
    const verdict = text === "" ? "unknown" : takesOut(context, rule, { text, ownId, signatureKey });
    if (verdict !== "unknown") read.add(sourceId);
    if (verdict === "yes") leaving.push(occurrenceId);
  }
  const moved = await moveOccurrences(tx, workspaceId, { occurrenceIds: leaving, to: rule.variantId });
  return { moved, unknown: logs - read.size };
}

/** What the words of a log gave before any split: a variant's id follows from its split, and no log gives it. */
async function readOwnId(
  tx: WriteContext["tx"],
  workspaceId: string,
  signature: Pick<SignatureRow, "signatureId" | "variantOf">,
): Promise<string> {
  const passed = new Set<string>();
  let [ownId, from] = [signature.signatureId, signature.variantOf];
  while (from !== null && !passed.has(from)) {
    passed.add(from);
    ownId = from;
    from = (await findSignature(tx, workspaceId, from))?.variantOf ?? null;
  }
  return ownId;
}

/** Whether a log holds the failure, and in it the words. Unknown where the failure stood in a part of the log that is not kept. */
function takesOut(
  { rulesets }: WriteContext,
  rule: { contains: string; place: SplitPlace },
  log: { text: string; ownId: string; signatureKey: string | null },
): "yes" | "no" | "unknown" {
  const cleaned = cleanLog(log.text);
  if (rule.place === "log") return cleaned.includes(rule.contains) ? "yes" : "no";
  const ruleset = rulesets.find(({ version }) => log.ownId.startsWith(`${version}:`)) ?? rulesets[0];
  const explained = explainWith(ruleset, {
    cleaned,
    ...(log.signatureKey === null ? {} : { signatureKey: log.signatureKey }),
  });
  const own = explained.kind === "none" ? undefined : explained.parts.find((part) => part.id === log.ownId);
  if (!own) return "unknown";
  return splitsOff(rule, { raw: own.raw, cleaned }) ? "yes" : "no";
}
