import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { assertOutsideTransaction, markTransaction } from "#server/db/transaction-guard.ts";

/** A transaction of the embedded store stayed open for too long, and was rolled back so that others can go on. */
export class TransactionTimeLimit extends Error {
  override readonly name = "TransactionTimeLimit";
  constructor(limitMs: number) {
    super(`A transaction of the embedded store was open for more than ${limitMs} ms and was rolled back.`);
  }
}

/** A statement waited for too long for the transaction before it, and was not run. */
export class WaitTimeLimit extends Error {
  override readonly name = "WaitTimeLimit";
  constructor(limitMs: number) {
    super(`The embedded store was busy for more than ${limitMs} ms. The statement was given up and has not been run.`);
  }
}

/**
 * PGlite has one connection, and everything waits in one queue for it. This adds what the queue lacks: the outer handle
 * inside a transaction throws instead of waiting for ever, a transaction that never ends is rolled back, and a wait has
 * an end. `statement_timeout` has no effect in PGlite (no timer interrupts WebAssembly), so one long statement is not
 * cut off; measured with `select pg_sleep(1)` under a limit of 200 ms.
 */
export class GuardedPGlite extends PGlite {
  readonly #limitMs: number;

  constructor(options: PGliteOptions, limitMs: number) {
    super(options);
    this.#limitMs = limitMs;
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

  override async transaction<T>(callback: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => markTransaction(this, () => withinLimit(this.#limitMs, () => callback(tx))));
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
