import { setTimeout as sleep } from "node:timers/promises";
import type { RetentionRemoved } from "#server/contracts/retention.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { sweepRetention } from "#server/operations/sweep-retention.ts";

/** Rows of each kind in one transaction: a few milliseconds of work, which is the most that a caller may wait behind it. */
const batchSize = 20;
/** Between two batches, so that callers come first also where the store runs one transaction at a time. */
const betweenBatchesMs = 100;
const afterStartMs = 60_000;
const everyMs = 3_600_000;

/** Waits; ends early, without an error, once the signal says so. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const waitOnClock: Wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

/**
 * Runs retention by itself for as long as the process serves: shortly after the start, then every hour, in small batches
 * beside the callers. What was removed goes to the log; a sweep that fails is tried again an hour later.
 */
export function keepRetention(context: OperationContext, { wait = waitOnClock }: { wait?: Wait } = {}) {
  const stopping = new AbortController();

  async function sweepAll(): Promise<void> {
    const total: Partial<Record<keyof RetentionRemoved, number>> = {};
    for (;;) {
      const swept = await sweepRetention.call(context, { limit: batchSize });
      if (!swept.ok) throw new Error(swept.failure.message);
      const { removed, more } = swept.value.body;
      for (const [kind, count] of Object.entries(removed)) Object.assign(total, { [kind]: sumOf(total, kind) + count });
      if (!more || stopping.signal.aborted) break;
      await wait(betweenBatchesMs, stopping.signal);
      if (stopping.signal.aborted) break;
    }
    if (Object.values(total).some((count) => count > 0)) context.log.info({ removed: total }, "retention");
  }

  async function keep(): Promise<void> {
    await wait(afterStartMs, stopping.signal);
    while (!stopping.signal.aborted) {
      try {
        await sweepAll();
      } catch (error) {
        context.log.error({ error: error instanceof Error ? error.message : "unknown" }, "retention failed");
      }
      await wait(everyMs, stopping.signal);
    }
  }

  const running = keep();
  return {
    /** Resolves when the batch that is under way has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

function sumOf(total: Partial<Record<string, number>>, kind: string): number {
  return total[kind] ?? 0;
}
