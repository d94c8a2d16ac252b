import { AsyncLocalStorage } from "node:async_hooks";
import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { assertOutsideTransaction, markTransaction } from "#server/db/transaction-guard.ts";

/** A transaction of the embedded store stayed open for too long, and was rolled back so that others can go on. */
export class TransactionTimeLimit extends Error {
  override readonly name = "TransactionTimeLimit";
  constructor(limitMs: number) {
    super(`A transaction of the embedded store was open for more than ${limitMs} ms and was rolled back.`);
  }
}

/** A statement waited for too long for what runs before it, and was not run. */
export class WaitTimeLimit extends Error {
  override readonly name = "WaitTimeLimit";
  constructor(limitMs: number) {
    super(`The embedded store was busy for more than ${limitMs} ms. The statement was given up and has not been run.`);
  }
}

/** Postgres gave up inside this process (PANIC): a full disk, a lost folder. Nothing can run on it any more; what was acknowledged is safe. */
export class EngineStopped extends Error {
  override readonly name = "EngineStopped";
  readonly log: readonly string[];
  constructor(panic: string, log: readonly string[]) {
    super(`The embedded store has stopped: ${panic}`);
    this.log = log;
  }
}

/** What Postgres wrote to its log, newest last: the only explanation when it fails. */
const logLinesKept = 200;

const unlimited = new AsyncLocalStorage<true>();

/** Runs what may hold a transaction open for as long as it takes: a migration, a dump, a restore. */
export function withoutTransactionLimit<T>(run: () => Promise<T>): Promise<T> {
  return unlimited.run(true, run);
}

/**
 * PGlite has one connection, and everything waits in one queue for it. This adds what is missing there:
 * - the outer handle inside a transaction throws, instead of waiting for ever;
 * - a transaction that never ends is rolled back, and a wait has an end;
 * - after a PANIC every statement throws `EngineStopped`. PGlite would run it, and that never returns: it loops in
 *   WebAssembly and freezes the process (measured on a full disk).
 *
 * `statement_timeout` has no effect in PGlite, since no timer interrupts WebAssembly (measured: `pg_sleep(1)` under a
 * limit of 200 ms sleeps its second). A single long statement is therefore not cut off.
 */
export class GuardedPGlite extends PGlite {
  readonly #limitMs: number;
  readonly #engine: Engine;
  /** Resolves if the engine stops by itself; never after `close`. */
  readonly stopped: Promise<EngineStopped>;

  constructor(options: PGliteOptions, limitMs: number) {
    const engine = new Engine();
    const keep = (line: string) => engine.keep(line);
    super({ ...options, relaxedDurability: false, onStderr: keep, onStdout: keep });
    this.#limitMs = limitMs;
    this.#engine = engine;
    this.stopped = engine.stopped;
  }

  get log(): readonly string[] {
    return this.#engine.log;
  }

  /** Every use of the outer handle passes here once; statements of an open transaction do not. */
  override async _runExclusiveTransaction<T>(run: () => Promise<T>): Promise<T> {
    assertOutsideTransaction(this);
    const limitMs = this.#limitMs;
    return new Promise<T>((resolve, reject) => {
      let isGivenUp = false;
      const wait = setTimeout(() => {
        isGivenUp = true;
        reject(new WaitTimeLimit(limitMs));
      }, limitMs);
      const runUnlessGivenUp = async (): Promise<T> => {
        clearTimeout(wait);
        if (isGivenUp) throw new WaitTimeLimit(limitMs);
        return run();
      };
      super._runExclusiveTransaction(runUnlessGivenUp).then(resolve, reject);
    });
  }

  /** Every statement passes here, also those of an open transaction. */
  override async _runExclusiveQuery<T>(run: () => Promise<T>): Promise<T> {
    return super._runExclusiveQuery(async () => {
      this.#engine.assertRunning();
      return run();
    });
  }

  override async transaction<T>(callback: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) =>
      markTransaction(this, () =>
        unlimited.getStore() ? callback(tx) : withinLimit(this.#limitMs, () => callback(tx)),
      ),
    );
  }

  override async close(): Promise<void> {
    // A stopped engine cannot be shut down; what it holds goes with the process.
    if (!this.#engine.isStopped) await super.close();
  }
}

class Engine {
  readonly log: string[] = [];
  readonly stopped: Promise<EngineStopped>;
  #tell: (stop: EngineStopped) => void = () => {};
  #stop: EngineStopped | undefined;

  constructor() {
    this.stopped = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  get isStopped(): boolean {
    return this.#stop !== undefined;
  }

  keep(line: string): boolean {
    this.log.push(line);
    if (this.log.length > logLinesKept) this.log.shift();
    const panic = /\bPANIC: {2}(.*)/.exec(line)?.[1];
    if (panic !== undefined && !this.#stop) {
      this.#stop = new EngineStopped(panic, this.log);
      this.#tell(this.#stop);
    }
    // PGlite is not to print it.
    return false;
  }

  assertRunning(): void {
    if (this.#stop) throw this.#stop;
  }
}

async function withinLimit<T>(limitMs: number, run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TransactionTimeLimit(limitMs)), limitMs);
  });
  try {
    return await Promise.race([run(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
