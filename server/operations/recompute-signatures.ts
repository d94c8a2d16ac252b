import { succeed } from "#server/contracts/failure-codes.ts";
import { RecomputeSignaturesInput, RecomputeSignaturesOutput } from "#server/contracts/signature-changes.ts";
import { lockHeads } from "#server/db/failure-counts.ts";
import {
  listToRecompute,
  markRecomputed,
  type RecomputableSignature,
  replaceRulesAlias,
  settleSignatures,
} from "#server/db/signature-groups.ts";
import { readExample, storeSignatures } from "#server/db/signatures.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import type { Explanation, SignaturePart } from "#server/domain/failure-signature/explain-failure.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import type { Ruleset } from "#server/domain/failure-signature/ruleset.ts";
import { refuseNarrow } from "./access.ts";
import { partAt } from "./lookup/standing-failure.ts";
import { type CallContext, defineWrite } from "./operation.ts";

type Failure = Extract<Explanation, { kind: "failure" }>;
type Reading = {
  signature: RecomputableSignature;
  text: string;
  now: { part: SignaturePart; failure: Failure } | null;
};

/**
 * Reads one batch of examples under the current rules, and leads each old id to its new one. A batch is one transaction,
 * and what was read is marked in it: after a kill the next call goes on where the last batch ended, and two processes do no harm.
 */
export const recomputeSignatures = defineWrite({
  name: "signature.recompute",
  summary:
    "Read stored examples under the current rules and link old signatures to new ones. One bounded batch a call.",
  input: RecomputeSignaturesInput,
  output: RecomputeSignaturesOutput,
  async prepare(context, { limit }) {
    const { db, workspaceId, rulesets, access } = context;
    const refused = refuseNarrow(access, "Recomputing");
    if (refused) return refused;
    const batch = await listToRecompute(db, workspaceId, rulesets[0].version, limit + 1);
    const readings: Reading[] = [];
    for (const signature of batch.slice(0, limit)) {
      const text = (await readExample(db, workspaceId, signature.exampleId)) ?? "";
      readings.push({ signature, text, now: readAgain(context, signature, text) });
      // One example may take a tenth of a second: callers get their turn after each.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return succeed({ readings, isDone: batch.length <= limit });
  },
  async run({ tx, workspaceId, rulesets, clock }, _input, { readings, isDone }) {
    const currentVersion = rulesets[0].version;
    let linked = 0;
    let kept = 0;
    if (readings.length > 0) await nextChangeSeq(tx, workspaceId);
    // All at once and in one order, so that no lookup waits for one of these while this waits for one of its own.
    await lockHeads(
      tx,
      workspaceId,
      readings.flatMap(({ signature, now }) => [signature.signatureId, ...(now === null ? [] : [now.part.id])]),
    );
    const seeds: string[] = [];
    for (const { signature, text, now } of readings) {
      const { signatureId } = signature;
      const isCarried = now !== null && now.part.id !== signatureId;
      if (!(await markRecomputed(tx, { workspaceId, signatureId }, { currentVersion, isCarried }))) continue;
      if (now === null) kept += 1;
      if (now === null || !isCarried) continue;
      linked += 1;
      await storeSignatures(
        tx,
        workspaceId,
        [
          {
            workspaceId,
            signatureId: now.part.id,
            version: currentVersion,
            tool: now.part.tool ?? now.failure.tool,
            givenTool: null,
            signatureKey: signature.signatureKey,
            masked: now.part.masked,
            maskRules: [...new Set(now.part.masks.map(({ rule }) => rule))],
            variantOf: null,
            createdAt: clock.now(),
          },
        ],
        { text, at: clock.now() },
      );
      await replaceRulesAlias(tx, {
        workspaceId,
        aliasId: signatureId,
        signatureId: now.part.id,
        createdAt: clock.now(),
      });
      seeds.push(signatureId);
    }
    await settleSignatures(
      tx,
      workspaceId,
      seeds,
      rulesets.map(({ version }) => version),
    );
    return succeed({ version: currentVersion, read: readings.length, linked, kept, is_done: isDone });
  },
});

/** The same failure of the log under the current rules: the one at the same place, else the first where the old one was the first. */
function readAgain({ rulesets, log }: CallContext, signature: RecomputableSignature, text: string): Reading["now"] {
  const cleaned = cleanLog(text);
  const asked = {
    cleaned,
    ...(signature.signatureKey === null ? {} : { signatureKey: signature.signatureKey }),
  };
  const explain = (ruleset: Ruleset) => {
    try {
      const explained = explainWith(ruleset, asked);
      return explained.kind === "failure" ? explained : null;
    } catch (error) {
      log.error({ error: error instanceof Error ? error.name : "unknown" }, "an example could not be read again");
      return null;
    }
  };
  const failure = explain(rulesets[0]);
  if (!failure) return null;
  const oldRules = rulesets.find(({ version }) => version === signature.version);
  const old = oldRules ? explain(oldRules) : null;
  const was = old?.parts.find(({ id }) => id === signature.signatureId);
  const part = was
    ? (partAt(failure, was.start) ?? (was === old?.parts[0] ? failure.parts[0] : undefined))
    : failure.parts[0];
  return part ? { part, failure } : null;
}
