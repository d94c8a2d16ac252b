import { setTimeout as sleep } from "node:timers/promises";
import type { OperationContext } from "#server/operations/operation.ts";
import { recomputeSignatures } from "#server/operations/recompute-signatures.ts";

/** Examples in one transaction: few, because where the store runs one transaction at a time a caller may wait behind it. */
const batchSize = 5;
const betweenBatchesMs = 50;
const afterStartMs = 5_000;
const afterFailureMs = 60_000;

/** Waits; ends early, without an error, once the signal says so. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const waitOnClock: Wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

/**
 * Reads what is stored under older rules again, in small batches beside the callers, until nothing is left. Rules change
 * with the build alone, so once after the start is enough; a batch that fails is tried again a minute later.
 */
export function keepSignatures(context: OperationContext, { wait = waitOnClock }: { wait?: Wait } = {}) {
  const stopping = new AbortController();

  async function keep(): Promise<void> {
    const total = { read: 0, linked: 0, kept: 0 };
    await wait(afterStartMs, stopping.signal);
    for (let isDone = false; !isDone && !stopping.signal.aborted; ) {
      try {
        const batch = await recomputeSignatures.call(context, { limit: batchSize });
        if (!batch.ok) throw new Error(batch.failure.message);
        const { read, linked, kept, is_done } = batch.value.body;
        total.read += read;
        total.linked += linked;
        total.kept += kept;
        isDone = is_done;
        if (!isDone) await wait(betweenBatchesMs, stopping.signal);
      } catch (error) {
        context.log.error({ error: error instanceof Error ? error.message : "unknown" }, "recomputing failed");
        await wait(afterFailureMs, stopping.signal);
      }
    }
    if (total.read > 0) context.log.info(total, "signatures recomputed");
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
