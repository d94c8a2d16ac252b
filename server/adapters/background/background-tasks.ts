import type { Background, Log } from "#server/operations/ports.ts";

/** How long one task may take, and how long a closing process waits for what still runs, ms. */
const limits = { task: 15_000, closing: 3_000 } as const;

/** Runs what nobody waits for, each within a time limit. `settle` gives running tasks a moment before the process closes. */
export function backgroundTasks(log: Log): { background: Background; settle(): Promise<void> } {
  const running = new Set<Promise<void>>();
  return {
    background(what, run) {
      const signal = AbortSignal.timeout(limits.task);
      const task: Promise<void> = Promise.resolve()
        .then(() => run(signal))
        .catch((error: unknown) => {
          log.info({ what, error: error instanceof Error ? error.name : "unknown" }, "a background task failed");
        })
        .finally(() => running.delete(task));
      running.add(task);
    },
    async settle() {
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limits.closing);
      });
      await Promise.race([Promise.all(running), enough]);
      clearTimeout(timer);
    },
  };
}
