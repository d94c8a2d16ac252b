import type postgres from "postgres";
import { assertOutsideTransaction, markTransaction } from "#server/db/transaction-guard.ts";

/**
 * Wraps a postgres.js client so that its outer handle throws `OuterHandleInTransaction` inside of its own transactions.
 * Only `unsafe` and `begin` are guarded: Drizzle reaches the database through nothing else.
 */
export function guardPostgres(client: postgres.Sql): postgres.Sql {
  const begin = new Proxy(client.begin, {
    apply(original, self, given: unknown[]) {
      assertOutsideTransaction(client);
      const run = given.at(-1);
      if (typeof run !== "function") return Reflect.apply(original, self, given);
      const marked = (handle: unknown) => markTransaction(client, async () => run(handle));
      return Reflect.apply(original, self, [...given.slice(0, -1), marked]);
    },
  });
  const unsafe = new Proxy(client.unsafe, {
    apply(original, self, given: unknown[]) {
      assertOutsideTransaction(client);
      return Reflect.apply(original, self, given);
    },
  });
  return new Proxy(client, {
    get(target, key, receiver) {
      if (key === "begin") return begin;
      if (key === "unsafe") return unsafe;
      return Reflect.get(target, key, receiver);
    },
  });
}
