import type { ContextBrain, Log } from "./ports.ts";

/** How long a team server is waited for, ms. A recall stands beside a failing command and gets the least. */
export const brainLimitsMs = { boot: 2_000, recall: 500, carry: 10_000 } as const;

/**
 * The team's brain where it answers in time and in shape, else this machine's: unreachable, slow or nonsensical, the run
 * goes on with the local result. A capsule always goes to the local store, and to the team as well as that goes.
 */
export function bestEffortBrain({
  team,
  local,
  log,
}: {
  team: ContextBrain;
  local: ContextBrain;
  log: Log;
}): ContextBrain {
  async function within<Result>(
    limitMs: number,
    caller: AbortSignal,
    what: string,
    run: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ result: Result } | null> {
    const limit = AbortSignal.timeout(limitMs);
    const signal = AbortSignal.any([limit, caller]);
    let giveUp = () => {};
    // The signal alone is no promise: an adapter may not listen to it.
    const overdue = new Promise<null>((resolve) => {
      giveUp = () => resolve(null);
      signal.addEventListener("abort", giveUp, { once: true });
    });
    try {
      const running = run(signal).then((result) => ({ result }));
      running.catch(() => {});
      const first = await Promise.race([running, overdue]);
      if (first === null) log.info({ what, limit_ms: limitMs }, "the team's brain did not answer in time");
      return first;
    } catch (error) {
      log.info({ what, error: error instanceof Error ? error.name : "unknown" }, "the team's brain did not answer");
      return null;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  return {
    async boot(goal, repo, signal) {
      const found = await within(brainLimitsMs.boot, signal, "boot", (limit) => team.boot(goal, repo, limit));
      return found?.result ?? local.boot(goal, repo, signal);
    },
    async recall(query, signal) {
      const found = await within(brainLimitsMs.recall, signal, "recall", (limit) => team.recall(query, limit));
      return found?.result ?? local.recall(query, signal);
    },
    async carry(capsule, signal) {
      await local.carry(capsule, signal);
      await within(brainLimitsMs.carry, signal, "carry", (limit) => team.carry(capsule, limit));
    },
  };
}
