import { ConnectionLost, type MakeClient, PostgresConnection } from "#server/db/postgres-connection.ts";

export type PostgresPool = {
  /** Runs `use` with a connection that nobody else uses meanwhile; waits for one when all are taken. */
  withConnection<T>(use: (connection: PostgresConnection) => Promise<T>): Promise<T>;
  /** Refuses new callers, waits `graceSeconds` for those that are there, and ends every connection. Idempotent. */
  end(graceSeconds: number): Promise<void>;
};

export type PoolOptions = {
  size: number;
  /** How long a connection may take to be made, in ms. */
  openLimitMs: number;
  /** A connection that is older is replaced when it is given back, in ms: so a server that has moved is found again. */
  retireAfterMs: number;
};

type Waiter = { take(connection: PostgresConnection): void; fail(error: unknown): void };

/** At most `size` connections, made when they are wanted and thrown away when they end. */
export function postgresPool(makeClient: MakeClient, { size, openLimitMs, retireAfterMs }: PoolOptions): PostgresPool {
  /** Last given back, first taken: it is the one with the warmest statements. */
  const idle: PostgresConnection[] = [];
  const all = new Set<PostgresConnection>();
  const waiters: Waiter[] = [];
  let opening = 0;
  let taken = 0;
  let isEnding = false;
  let ended: Promise<void> | undefined;
  let tellQuiet = () => {};

  function openOne(): void {
    opening += 1;
    let opened: PostgresConnection | undefined;
    PostgresConnection.open(makeClient, openLimitMs, () => opened && forget(opened)).then(
      (connection) => {
        opening -= 1;
        opened = connection;
        if (!connection.isLost) all.add(connection);
        giveBack(connection);
      },
      (error: unknown) => {
        opening -= 1;
        // Whoever waits longest is told; the others may still be served by what is given back, or try for themselves.
        waiters.shift()?.fail(error);
        serveWaiters();
      },
    );
  }

  function serveWaiters(): void {
    while (waiters.length > 0 && idle.length > 0) {
      const connection = idle.pop();
      if (connection) waiters.shift()?.take(connection);
    }
    while (opening < waiters.length && all.size + opening < size) openOne();
  }

  function giveBack(connection: PostgresConnection): void {
    if (connection.isLost) {
      serveWaiters();
      return;
    }
    const isOld = performance.now() - connection.openedAt > retireAfterMs;
    if (isOld && waiters.length === 0) {
      void connection.close();
      return;
    }
    idle.push(connection);
    serveWaiters();
  }

  function forget(connection: PostgresConnection): void {
    all.delete(connection);
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
    serveWaiters();
  }

  const take = () =>
    new Promise<PostgresConnection>((resolve, reject) => {
      waiters.push({ take: resolve, fail: reject });
      serveWaiters();
    });

  async function endAll(graceSeconds: number): Promise<void> {
    isEnding = true;
    if (taken > 0) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, graceSeconds * 1_000);
        tellQuiet = () => {
          clearTimeout(limit);
          resolve();
        };
      });
    }
    const refusal = new ConnectionLost("CONNECTION_ENDED", "The connections to Postgres were ended.");
    for (const waiter of waiters.splice(0)) waiter.fail(refusal);
    await Promise.all([...all].map((connection) => connection.close()));
  }

  return {
    async withConnection(use) {
      if (isEnding) throw new ConnectionLost("CONNECTION_ENDED", "The connections to Postgres were ended.");
      taken += 1;
      try {
        const connection = await take();
        try {
          return await use(connection);
        } finally {
          giveBack(connection);
        }
      } finally {
        taken -= 1;
        if (taken === 0) tellQuiet();
      }
    },
    end(graceSeconds) {
      ended ??= endAll(graceSeconds);
      return ended;
    },
  };
}
