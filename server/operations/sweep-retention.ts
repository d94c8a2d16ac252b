import { succeed } from "#server/contracts/failure-codes.ts";
import { type RetentionRemoved, SweepRetentionInput, SweepRetentionOutput } from "#server/contracts/retention.ts";
import { rewriteAnswersHolding } from "#server/db/attention.ts";
import { buryMemory } from "#server/db/memories.ts";
import { listActivations, readActivePolicy } from "#server/db/policies.ts";
import { listDemoProjects } from "#server/db/purge-project.ts";
import {
  deleteAnswersBefore,
  deleteRecordsBefore,
  deleteSessionEventsBefore,
  listExpiredMemories,
  listRecordsReturning,
  listRequestTexts,
  type RetentionScope,
  rewriteRecord,
  takeRetentionTurn,
} from "#server/db/retention.ts";
import { clearExamplesOf } from "#server/db/signatures.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { defaultPolicy, type Policy } from "#server/domain/policy/policy.ts";
import { refuseNarrow } from "./access.ts";
import { policyOf } from "./active-policy.ts";
import { forgetMemoriesIn, removedText } from "./forget-memories.ts";
import { forgetRequestText } from "./forget-request-text.ts";
import { defineWrite, type WriteContext } from "./operation.ts";

const dayMs = 86_400_000;
/** How long an answer is kept for a retry. Source: DESIGN section 4. */
const keptAnswerMs = dayMs;

/** Who removed a memory, where age did. */
export const retentionKeyId = "retention";

type Batch = { removed: RetentionRemoved; more: boolean };
type KeptScope = { scope: RetentionScope; policy: Policy };

/**
 * Removes one batch of what is older than the policies keep: reasoning and raw evidence, request texts, attention records
 * with what hosts told of the sessions around them, and kept answers. One transaction of bounded size, so it may run beside callers and be broken off at any point.
 */
export const sweepRetention = defineWrite({
  name: "retention.sweep",
  summary: "Remove a batch of what is older than the policies keep, and say what was removed.",
  input: SweepRetentionInput,
  output: SweepRetentionOutput,
  async prepare({ access }) {
    return refuseNarrow(access, "Retention") ?? succeed(null);
  },
  async run(context, { limit }) {
    const batch: Batch = {
      removed: {
        memories: 0,
        rendered: 0,
        request_texts: 0,
        records: 0,
        labels: 0,
        session_events: 0,
        kept_answers: 0,
      },
      more: false,
    };
    // Another process is at it; what is left is its business.
    if (!(await takeRetentionTurn(context.tx, context.workspaceId))) return succeed(batch);
    const scopes = await listScopes(context);
    // Memories of all first: they take the workspace's row, which nobody asks for who holds signatures, as records do.
    for (const kept of scopes) await expireMemories(context, kept, batch, limit);
    for (const kept of scopes) {
      await expireRecords(context, kept, batch, limit);
      await expireRequestTexts(context, kept, batch, limit);
    }
    const before = new Date(context.clock.now().getTime() - keptAnswerMs);
    batch.removed.kept_answers = await deleteAnswersBefore(context.tx, context.workspaceId, { before, limit });
    if (batch.removed.kept_answers === limit) batch.more = true;
    return succeed(batch);
  },
});

/**
 * The projects with a policy of their own, and the rest. A policy that cannot be read throws: nothing goes by a guess. The
 * demo holds what its authors wrote and nobody asked, and it is there to be looked at, so it does not age.
 */
async function listScopes({ tx, workspaceId }: WriteContext): Promise<KeptScope[]> {
  const demo = await listDemoProjects(tx, workspaceId);
  const own = (await listActivations(tx, workspaceId))
    .map(({ projectId }) => projectId)
    .filter((id) => id !== "" && !demo.includes(id));
  const policyFor = async (project: string | null) => {
    const active = await readActivePolicy(tx, workspaceId, project);
    return active.fields === null ? defaultPolicy : policyOf(active.version, active.fields);
  };
  const scopes: KeptScope[] = [{ scope: { except: [...own, ...demo] }, policy: await policyFor(null) }];
  for (const project of own) scopes.push({ scope: { project }, policy: await policyFor(project) });
  return scopes;
}

/**
 * The records that returned an expired memory lose their rendered answer first, over as many batches as that takes, and
 * the memory goes with the last of them: until then it is whole, and afterwards no copy of it is left.
 */
async function expireMemories(context: WriteContext, kept: KeptScope, batch: Batch, limit: number): Promise<void> {
  const { tx, workspaceId } = context;
  const before = daysAgo(context, kept.policy.session_memory_retention_days);
  const ids = await listExpiredMemories(tx, workspaceId, kept.scope, { before, limit });
  if (ids.length === 0) return;
  const forget = (json: string) => forgetMemoriesIn(json, new Set(ids));
  const holding = await listRecordsReturning(tx, workspaceId, ids, {
    emptyRendered: `"rendered":${JSON.stringify(removedText).slice(0, -1)}`,
    limit: limit + 1,
  });
  for (const { recordId, record } of holding.slice(0, limit)) {
    await rewriteRecord(tx, workspaceId, recordId, { record: forget(record) });
    batch.removed.rendered += 1;
  }
  if (holding.length > limit) {
    batch.more = true;
    return;
  }
  const changeSeq = await nextChangeSeq(tx, workspaceId);
  const deletedAt = context.clock.now();
  for (const memoryId of ids) {
    await clearExamplesOf(tx, workspaceId, memoryId);
    await buryMemory(tx, { workspaceId, memoryId, changeSeq, deletedAt, deletedBy: retentionKeyId });
  }
  await rewriteAnswersHolding(tx, workspaceId, ids, forget);
  batch.removed.memories += ids.length;
  if (ids.length === limit) batch.more = true;
}

/** Events say what followed a lookup, so they are kept as long as lookups are: no record outlives what followed it. */
async function expireRecords(context: WriteContext, kept: KeptScope, batch: Batch, limit: number): Promise<void> {
  const before = daysAgo(context, kept.policy.record_retention_days);
  const gone = await deleteRecordsBefore(context.tx, context.workspaceId, kept.scope, { before, limit });
  batch.removed.records += gone.records;
  batch.removed.labels += gone.labels;
  const events = await deleteSessionEventsBefore(context.tx, context.workspaceId, kept.scope, { before, limit });
  batch.removed.session_events += events;
  if (gone.records === limit || events === limit) batch.more = true;
}

async function expireRequestTexts(context: WriteContext, kept: KeptScope, batch: Batch, limit: number): Promise<void> {
  const { tx, workspaceId } = context;
  const before = daysAgo(context, kept.policy.request_text_retention_days);
  const holding = await listRequestTexts(tx, workspaceId, kept.scope, { before, limit });
  for (const { recordId, record } of holding) {
    await rewriteRecord(tx, workspaceId, recordId, {
      record: forgetRequestText(record),
      summary: "",
      requestTextRemovedAt: context.clock.now(),
    });
  }
  batch.removed.request_texts += holding.length;
  if (holding.length === limit) batch.more = true;
}

function daysAgo({ clock }: WriteContext, days: number): Date {
  return new Date(clock.now().getTime() - days * dayMs);
}
