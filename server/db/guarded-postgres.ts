import type postgres from "postgres";
import type { PostgresConnection, Statement } from "#server/db/postgres-connection.ts";
import { postgresErrorCode } from "#server/db/postgres-error-code.ts";
import type { PostgresPool } from "#server/db/postgres-pool.ts";
import { assertOutsideTransaction, markTransaction } from "#server/db/transaction-guard.ts";

/**
 * A client for Drizzle over `pool`. `template` is never connected: it lends its type, and its options hold how Drizzle
 * wants values read. Only `unsafe`, `begin` and `savepoint` are there to be called: Drizzle reaches the database through
 * nothing else. The outer handle throws `OuterHandleInTransaction` inside of its own transactions.
 */
export function guardPostgres(template: postgres.Sql, pool: PostgresPool): postgres.Sql {
  const unsafe = (...statement: Statement) => {
    assertOutsideTransaction(template);
    return pendingStatement((asValues) => pool.withConnection((connection) => connection.ask(statement, { asValues })));
  };
  const begin = async (run: TransactionBody) => {
    assertOutsideTransaction(template);
    return pool.withConnection((connection) =>
      runTransaction(connection, { template, run: (handle) => markTransaction(template, async () => run(handle)) }),
    );
  };
  return handleOf(template, { unsafe, begin });
}

const inFailedTransaction = "25P02";

type TransactionBody = (handle: postgres.Sql) => unknown;

type Scope = { template: postgres.Sql; run: TransactionBody };

/**
 * All of `run` or nothing. A statement that failed fails the transaction, also when `run` goes on after it: Postgres has
 * given it up by then, and would roll back at a commit without a word.
 */
async function runTransaction(connection: PostgresConnection, scope: Scope): Promise<unknown> {
  await connection.ask(["begin"]);
  try {
    // A connection that ends takes its transaction along at once, however long `run` would still compute.
    const answer = await connection.untilLost(() => runScope(connection, scope));
    await connection.ask(["commit"]);
    return answer;
  } catch (error) {
    // What cannot be rolled back must not be used again: its next user would find a transaction open.
    if (!connection.isLost) await connection.ask(["rollback"]).catch(() => connection.close());
    throw error;
  }
}

async function runScope(connection: PostgresConnection, { template, run }: Scope): Promise<unknown> {
  let isOver = false;
  let failed: { error: unknown } | undefined;
  let savepoints = 0;
  const ask = async (statement: Statement, asValues: boolean): Promise<unknown> => {
    if (isOver) throw new Error("A statement came after the end of its transaction, and was not run.");
    try {
      return await connection.ask(statement, { asValues });
    } catch (error) {
      failed ??= { error };
      throw error;
    }
  };
  const unsafe = (...statement: Statement) => pendingStatement((asValues) => ask(statement, asValues));
  const savepoint = async (inner: TransactionBody) => {
    savepoints += 1;
    const name = `s${savepoints}`;
    await ask([`savepoint ${name}`], false);
    try {
      return await runScope(connection, { template, run: inner });
    } catch (error) {
      await ask([`rollback to savepoint ${name}`], false);
      throw error;
    }
  };
  try {
    const answer = await run(handleOf(template, { unsafe, savepoint }));
    if (failed) throw failed.error;
    return answer;
  } catch (error) {
    // That the transaction is given up says nothing; why it was does.
    throw failed && postgresErrorCode(error) === inFailedTransaction ? failed.error : error;
  } finally {
    isOver = true;
  }
}

function handleOf(template: postgres.Sql, calls: Readonly<Record<string, unknown>>): postgres.Sql {
  return new Proxy(template, {
    get(target, key, receiver) {
      if (typeof key === "string" && key in calls) return calls[key];
      if (key === "options") return Reflect.get(target, key, receiver);
      // Anything else of the template would open a connection of its own.
      return undefined;
    },
  });
}

/** What Drizzle awaits: a statement that runs when it is asked for its rows, or for their `values`. */
function pendingStatement(run: (asValues: boolean) => Promise<unknown>) {
  return {
    values: () => run(true),
    // biome-ignore lint/suspicious/noThenProperty: a pending statement of the driver is awaited like a promise.
    then: (...reactions: Parameters<Promise<unknown>["then"]>) => run(false).then(...reactions),
  };
}
