import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import {
  LabelLookupInput,
  LabelLookupOutput,
  ReplayLookupInput,
  ReplayLookupOutput,
} from "#server/contracts/policies.ts";
import { findAttention } from "#server/db/attention.ts";
import { upsertLabel } from "#server/db/labels.ts";
import { replayBoot } from "#server/domain/code-context/boot-record.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { replayPrior } from "#server/domain/selection/replay-prior.ts";
import { whatIfPrior } from "#server/domain/selection/what-if-prior.ts";
import { mayRead } from "./access.ts";
import { policyVersion } from "./active-policy.ts";
import { readBootRecord } from "./code-context/read-boot-record.ts";
import { replayContext } from "./lookup/replay-context.ts";
import { type CallContext, defineRead, defineWrite } from "./operation.ts";
import { readPriorRecord } from "./read-prior-record.ts";

/** Recomputes what a lookup decided from its record alone: under its own policy, or under another one. */
export const replayLookup = defineRead({
  name: "lookup.replay",
  summary: "Recompute a lookup from its record, or ask what another policy would have selected.",
  input: ReplayLookupInput,
  output: ReplayLookupOutput,
  async run(context, input) {
    const row = await findAttention(context.db, context.workspaceId, input.id);
    if (!row || !(context.access.projects === "all" || mayRead(context.access, row.projectId))) {
      return fail("NOT_FOUND", `No lookup ${input.id}.`, [{ path: "id", message: "is not known here" }]);
    }
    if (row.operation === "memory.context") return replayContext(row.record, input);
    if (row.operation === "agent.boot") {
      if (input.policy !== undefined || input.policy_version !== undefined || input.tokenizer !== undefined) {
        return fail("INVALID_INPUT", "A SCOPE is replayed under its own weights only.", [
          { path: "policy", message: "has no say in a SCOPE" },
        ]);
      }
      return succeed({ ...replayBoot(readBootRecord(row.record)), entered: [], left: [], undecidable: null });
    }
    const record = readPriorRecord(row.record);
    const asked = await askedPolicy(context, input);
    if (!asked.ok) return asked;
    if (asked.value === null) {
      const replay = replayPrior(record);
      return succeed({
        identical: replay.identical,
        differences: replay.differences,
        decision: replay.decision,
        entered: [],
        left: [],
        undecidable: null,
      });
    }
    return whatIf(record, asked.value);
  },
});

function whatIf(
  record: PriorRecord,
  asked: Parameters<typeof whatIfPrior>[1],
): Outcome<typeof ReplayLookupOutput._output> {
  const result = whatIfPrior(record, asked);
  if (result.kind === "refused") {
    const errors = result.refused.map(({ field, message }) => ({ path: field, message }));
    return fail("INVALID_INPUT", errors.map((error) => error.message).join("; "), errors);
  }
  return succeed({
    identical: result.identical,
    differences: [],
    decision: result.decision,
    entered: result.entered,
    left: result.left,
    undecidable: result.undecidable,
  });
}

/** Null when the caller names no other policy: a plain replay. */
async function askedPolicy(
  { db, workspaceId }: CallContext,
  input: {
    policy_version?: number | undefined;
    policy?: Record<string, number | null> | undefined;
    tokenizer?: string | undefined;
  },
): Promise<Outcome<Parameters<typeof whatIfPrior>[1] | null>> {
  const named = input.tokenizer === undefined ? {} : { tokenizer: input.tokenizer };
  if (input.policy_version !== undefined) {
    const policy = await policyVersion(db, workspaceId, input.policy_version);
    if (!policy) {
      return fail("NOT_FOUND", `No policy version ${input.policy_version}.`, [
        { path: "policy_version", message: "is not known here" },
      ]);
    }
    return succeed({ ...policy, ...input.policy, ...named });
  }
  if (input.policy === undefined && input.tokenizer === undefined) return succeed(null);
  return succeed({ ...input.policy, ...named });
}

/** A person's judgement of one memory for one lookup; the newest stands and feeds calibration. */
export const labelLookup = defineWrite({
  name: "lookup.label",
  summary: "Say whether a memory was relevant to a lookup, or a control that must not match.",
  input: LabelLookupInput,
  output: LabelLookupOutput,
  async prepare({ db, workspaceId, access }, { id }) {
    const row = await findAttention(db, workspaceId, id);
    if (!row || !(access.projects === "all" || mayRead(access, row.projectId))) {
      return fail("NOT_FOUND", `No lookup ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    return succeed({ lookupId: row.lookupId });
  },
  async run({ tx, workspaceId, clock }, { memory_id: memoryId, label }, { lookupId }) {
    await upsertLabel(tx, { workspaceId, lookupId, memoryId, label, labelledAt: clock.now() });
    return succeed({ lookup_id: lookupId, memory_id: memoryId, label });
  },
});
