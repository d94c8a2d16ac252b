import type PgBoss from "pg-boss";
import type { Database } from "#server/db/database.ts";
import { executeText } from "#server/db/execute-text.ts";
import { jobSchema } from "#server/db/jobs.ts";
import type { JobQueue, Log } from "#server/operations/ports.ts";

/** Of one attempt, ms. Also the bound on how long a closing process waits for the job that it runs. */
const attemptLimitMs = 30_000;
/** After this, s, an attempt counts as dead, and its job is given to the next that asks. Well above the limit of an attempt. */
const attemptExpiresS = 90;
/** Between two looks at an empty queue, ms. Jobs of this process wake it, so this is for retries and for other processes. */
const idleMs = 60_000;
/** Whoever enqueues is inside of a transaction, and must have committed before anybody looks. */
const wakeAfterMs = 500;
const keepFailedS = 30 * 86_400;

/**
 * Jobs in the store itself (pg-boss, in a schema of its own). The library is loaded and its tables are made when the
 * first job is written or looked for, so that nobody else pays for it. A job outlives the process that asked for it; it
 * is done once, tried again as often as `retryLimit` says, and kept for 30 days when it failed.
 */
export function pgBossQueue<Job extends object>({
  db,
  log,
  name,
  retryLimit,
  read,
}: {
  db: Database;
  log: Log;
  name: string;
  /** Attempts after the first; the pauses between them start at 30 s and double. */
  retryLimit: number;
  /** Checks what was stored; null drops it. */
  read(data: unknown): Job | null;
}): JobQueue<Job> {
  let opening: Promise<PgBoss> | undefined;
  let wake = () => {};
  let hasWritten = false;

  function open(): Promise<PgBoss> {
    opening ??= openBoss().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function openBoss(): Promise<PgBoss> {
    const { default: Boss } = await import("pg-boss");
    const boss = new Boss({
      db: { executeSql: (text, values) => executeText(db, text, values) },
      schema: jobSchema,
      // No timers of its own: the embedded store has one connection, which belongs to the callers.
      supervise: false,
      schedule: false,
      archiveCompletedAfterSeconds: 3_600,
      archiveFailedAfterSeconds: keepFailedS,
      deleteAfterDays: 1,
    });
    boss.on("error", (error) => log.info({ error: error.message }, "the job queue reported an error"));
    await boss.start();
    await boss.createQueue(name, {
      ...{ name, policy: "short", expireInSeconds: attemptExpiresS },
      ...{ retryLimit, retryDelay: 30, retryBackoff: true },
    });
    return boss;
  }

  /** Does one job; false when there is none. */
  async function doNext(boss: PgBoss, handle: (job: Job, signal: AbortSignal) => Promise<void>, stop: AbortSignal) {
    const [job] = await boss.fetch<unknown>(name, { batchSize: 1, includeMetadata: true });
    if (job === undefined) return false;
    const data = read(job.data);
    try {
      if (data !== null) await withinLimit((signal) => handle(data, signal), stop);
      await boss.complete(name, job.id);
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : "unknown";
      log.info({ job: name, attempt: job.retryCount + 1, of: job.retryLimit + 1, reason }, "a background job failed");
      await boss.fail(name, job.id, { reason });
    }
    return true;
  }

  return {
    async prepare() {
      try {
        await open();
        return true;
      } catch (error) {
        log.error({ error: error instanceof Error ? error.message : "unknown" }, "the job queue could not be opened");
        return false;
      }
    },
    async enqueue(tx, jobs) {
      if (jobs.length === 0) return;
      const boss = await open();
      await boss.insert(
        jobs.map(({ key, job }) => ({ name, data: job, singletonKey: key })),
        { db: { executeSql: (text, values) => executeText(tx, text, values) } },
      );
      hasWritten = true;
      setTimeout(() => wake(), wakeAfterMs).unref();
    },
    async workOff(handle, signal) {
      try {
        while (hasWritten && !signal.aborted && (await doNext(await open(), handle, signal)));
      } catch (error) {
        log.error({ error: error instanceof Error ? error.message : "unknown" }, "background jobs failed");
      }
    },
    work(handle) {
      const stopping = new AbortController();
      stopping.signal.addEventListener("abort", () => wake(), { once: true });
      async function keep() {
        let faults = 0;
        for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
          const woken = new Promise<void>((resolve) => {
            wake = resolve;
          });
          try {
            const boss = await open();
            await boss.maintain();
            // Whoever started the server may have put right what made them fail.
            if (isFirst) await retryFailed(boss);
            while (!stopping.signal.aborted && (await doNext(boss, handle, stopping.signal)));
            faults = 0;
          } catch (error) {
            faults += 1;
            log.error({ error: error instanceof Error ? error.message : "unknown" }, "background jobs failed");
          }
          let timer: NodeJS.Timeout | undefined;
          const idle = new Promise<void>((resolve) => {
            // What failed is looked at again soon, then ever later.
            timer = setTimeout(resolve, faults === 0 ? idleMs : Math.min(idleMs, 500 * 2 ** faults));
            timer.unref();
          });
          if (!stopping.signal.aborted) await Promise.race([woken, idle]);
          clearTimeout(timer);
        }
      }
      const running = keep();
      return {
        async stop() {
          stopping.abort();
          await running;
        },
      };
    },
  };

  async function retryFailed(boss: PgBoss): Promise<void> {
    const { rows } = await executeText(db, `select id from ${jobSchema}.job where name = $1 and state = 'failed'`, [
      name,
    ]);
    const ids = rows.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
    if (ids.length > 0) await boss.retry(name, ids);
  }
}

/** An attempt ends with its limit even when what it runs does not listen. */
async function withinLimit(run: (signal: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(attemptLimitMs)]);
  let giveUp = () => {};
  const over = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error(stop.aborted ? "The server is stopping." : "The attempt took too long."));
    signal.addEventListener("abort", giveUp, { once: true });
  });
  over.catch(() => {});
  try {
    await Promise.race([run(signal), over]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
