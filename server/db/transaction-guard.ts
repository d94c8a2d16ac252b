import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The outer handle was used inside a transaction of the same store. The embedded store has one connection, so the
 * query would wait for the transaction that waits for the query; on Postgres it would escape the transaction unseen.
 */
export class OuterHandleInTransaction extends Error {
  override readonly name = "OuterHandleInTransaction";
  constructor() {
    super("The outer database handle was used inside a transaction. Use the handle that the transaction was given.");
  }
}

type OpenTransaction = { store: object; isOpen: boolean; outer: OpenTransaction | undefined };

const current = new AsyncLocalStorage<OpenTransaction>();

/** Throws `OuterHandleInTransaction` when the caller runs inside a transaction of `store` that has not ended. */
export function assertOutsideTransaction(store: object): void {
  for (let open = current.getStore(); open; open = open.outer) {
    if (open.store === store && open.isOpen) throw new OuterHandleInTransaction();
  }
}

/** Runs the callback of a transaction of `store` so that `assertOutsideTransaction` sees it. */
export async function markTransaction<T>(store: object, run: () => Promise<T>): Promise<T> {
  const open: OpenTransaction = { store, isOpen: true, outer: current.getStore() };
  try {
    return await current.run(open, run);
  } finally {
    // Work that was started inside and outlives the transaction may use the outer handle again.
    open.isOpen = false;
  }
}
