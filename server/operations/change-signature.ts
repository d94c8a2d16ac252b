import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import {
  MarkSignatureInput,
  MergeSignatureInput,
  RenameSignatureInput,
  SignatureChangeOutput,
} from "#server/contracts/signature-changes.ts";
import {
  insertSignatureChange,
  listSignatureChanges,
  type NewSignatureChange,
  type SignatureChangeRow,
} from "#server/db/signature-changes.ts";
import { insertAlias, settleSignatures } from "#server/db/signature-groups.ts";
import { readStandings, type SignatureRow } from "#server/db/signatures.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { type CallContext, defineWrite, type WriteContext } from "./operation.ts";
import { describeChange, findReadableHead } from "./read-signature.ts";

/** A signature belongs to the whole workspace, so a key that reads only some of its projects decides nothing about it. */
export async function mayGovern({ access }: Pick<CallContext, "access">): Promise<Outcome<null>> {
  if (access.projects === "all") return succeed(null);
  return fail("FORBIDDEN", "A failure is known in the whole workspace; this key may read only some of its projects.");
}

type Made = Pick<NewSignatureChange, "kind" | "reason"> &
  Partial<Pick<NewSignatureChange, "otherId" | "value" | "place">>;

/**
 * Keeps a change with who, when and why. Every change of a signature takes the workspace's row first (`nextChangeSeq`), so
 * that what it checks still holds when it writes; none touches an attention record.
 */
export async function keepChange(
  { tx, workspaceId, access, clock, newId }: WriteContext,
  head: Pick<SignatureRow, "signatureId">,
  made: Made,
): Promise<SignatureChangeRow> {
  const change: NewSignatureChange = {
    workspaceId,
    changeId: newId("chg"),
    signatureId: head.signatureId,
    otherId: null,
    value: null,
    place: null,
    madeBy: access.keyId,
    madeAt: clock.now(),
    ...made,
  };
  await insertSignatureChange(tx, change);
  return { ...change, undoneAt: null, undoneBy: null, undoneReason: null };
}

export async function settle(context: WriteContext, ids: readonly string[]): Promise<void> {
  await settleSignatures(
    context.tx,
    context.workspaceId,
    ids,
    context.rulesets.map(({ version }) => version),
  );
}

/** The change as its caller is told of it, with what now stands for the signature. */
export async function answerChange(
  { tx, workspaceId }: WriteContext,
  change: SignatureChangeRow,
  sightings: { moved: number; unknown: number } | null = null,
) {
  const standings = await readStandings(tx, workspaceId, [change.signatureId]);
  return succeed({
    change: describeChange(change),
    signature_id: standings.get(change.signatureId)?.headId ?? change.signatureId,
    sightings,
  });
}

/** Refuses a second decision of a kind that holds already, naming the first. */
async function refuseTwice(
  { tx, workspaceId }: WriteContext,
  head: Pick<SignatureRow, "signatureId">,
  kind: SignatureChangeRow["kind"],
): Promise<Outcome<null>> {
  const earlier = (await listSignatureChanges(tx, workspaceId, [head.signatureId], 1_000)).find(
    (change) => change.kind === kind && change.undoneAt === null && change.signatureId === head.signatureId,
  );
  if (!earlier) return succeed(null);
  return fail("CONFLICT", `${head.signatureId} is already marked as ${kind}, by change ${earlier.changeId}.`, [
    { path: "mark", message: `is already set by ${earlier.changeId}` },
  ]);
}

/** One failure under two ids: from now on the other stands for both, and tier 1 hits through either. */
export const mergeSignature = defineWrite({
  name: "signature.merge",
  summary: "Say that two signatures are one failure. Can be undone.",
  input: MergeSignatureInput,
  output: SignatureChangeOutput,
  prepare: mayGovern,
  async run(context, { id, into, reason }) {
    const { tx, workspaceId, clock } = context;
    await nextChangeSeq(tx, workspaceId);
    const found = await findReadableHead({ ...context, db: tx }, id);
    if (!found.ok) return found;
    const target = await findReadableHead({ ...context, db: tx }, into, "into");
    if (!target.ok) return target;
    const [head, standing] = [found.value.head, target.value.head];
    if (id === into) {
      return fail("CONFLICT", `${id} cannot be merged into itself.`, [
        { path: "into", message: "is the same failure" },
      ]);
    }
    if (head.signatureId === standing.signatureId) {
      return fail("CONFLICT", `${id} and ${into} are one failure already: ${head.signatureId} stands for both.`, [
        { path: "into", message: `is already one with it, under ${head.signatureId}` },
      ]);
    }
    const change = await keepChange(context, head, { kind: "merge", otherId: standing.signatureId, reason });
    await insertAlias(tx, {
      workspaceId,
      aliasId: head.signatureId,
      signatureId: standing.signatureId,
      reason: "merged",
      changeId: change.changeId,
      createdAt: clock.now(),
    });
    await settle(context, [head.signatureId]);
    return answerChange(context, change);
  },
});

export const renameSignature = defineWrite({
  name: "signature.rename",
  summary: "Give a failure a name that people know it by. Can be undone.",
  input: RenameSignatureInput,
  output: SignatureChangeOutput,
  prepare: mayGovern,
  async run(context, { id, name, reason }) {
    await nextChangeSeq(context.tx, context.workspaceId);
    const found = await findReadableHead({ ...context, db: context.tx }, id);
    if (!found.ok) return found;
    const change = await keepChange(context, found.value.head, { kind: "rename", value: name.trim(), reason });
    await settle(context, [found.value.head.signatureId]);
    return answerChange(context, change);
  },
});

export const markSignature = defineWrite({
  name: "signature.mark",
  summary: "Mark a failure as flaky (a hit says so) or as noise (tier 1 does not answer for it). Can be undone.",
  input: MarkSignatureInput,
  output: SignatureChangeOutput,
  prepare: mayGovern,
  async run(context, { id, mark, reason }) {
    await nextChangeSeq(context.tx, context.workspaceId);
    const found = await findReadableHead({ ...context, db: context.tx }, id);
    if (!found.ok) return found;
    const refused = await refuseTwice(context, found.value.head, mark);
    if (!refused.ok) return refused;
    const change = await keepChange(context, found.value.head, { kind: mark, reason });
    await settle(context, [found.value.head.signatureId]);
    return answerChange(context, change);
  },
});
