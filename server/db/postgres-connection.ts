import type postgres from "postgres";
import { postgresErrorCode } from "#server/db/postgres-error-code.ts";

/** What is told of a connection that ended: the code is the driver's own, so that one table explains both. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  readonly code: "CONNECTION_CLOSED" | "CONNECT_TIMEOUT" | "CONNECTION_ENDED";
  constructor(code: ConnectionLost["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** What `unsafe` of the driver takes: the statement, its parameters, its options. */
export type Statement = readonly unknown[];

/** A client that holds one connection at most, and says when that has closed. */
export type MakeClient = (onclose: () => void) => postgres.Sql;

type Pending = PromiseLike<unknown> & { values(): PromiseLike<unknown> };

/**
 * One connection to Postgres. Used by one caller at a time, and never again once it has closed: postgres.js takes a closed
 * connection up again with what was left of the old one (see server/decisions/0017-a-lost-connection-is-thrown-away.md).
 */
export class PostgresConnection {
  readonly #client: postgres.Sql;
  readonly #waiting = new Set<(error: ConnectionLost) => void>();
  readonly #whenLost: () => void;
  #lost: ConnectionLost | undefined;
  readonly openedAt = performance.now();

  private constructor(makeClient: MakeClient, whenLost: () => void) {
    this.#whenLost = whenLost;
    this.#client = makeClient(() =>
      this.#lose(new ConnectionLost("CONNECTION_CLOSED", "The connection to Postgres was closed.")),
    );
  }

  /**
   * Connects, and resolves when the server has answered a first statement. `whenLost` is called once, when the connection
   * has ended, whoever ended it. Throws what stands in the way, after `limitMs` at the latest.
   */
  static async open(makeClient: MakeClient, limitMs: number, whenLost: () => void): Promise<PostgresConnection> {
    const connection = new PostgresConnection(makeClient, whenLost);
    // The driver tries for ever where something accepts a connection and closes it before a word was said.
    const limit = setTimeout(() => {
      connection.#lose(new ConnectionLost("CONNECT_TIMEOUT", `Postgres did not answer within ${limitMs} ms.`));
      void connection.close();
    }, limitMs);
    try {
      await connection.ask(["select 1"]);
      return connection;
    } catch (error) {
      void connection.close();
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Runs one statement; with `asValues` each row is an array. Throws `ConnectionLost` at once when the connection ends meanwhile. */
  async ask(statement: Statement, { asValues = false } = {}): Promise<unknown> {
    try {
      return await this.untilLost(() => {
        const pending: Pending = Reflect.apply(this.#client.unsafe, this.#client, statement);
        return asValues ? pending.values() : pending;
      });
    } catch (error) {
      // Only what the server itself refused says that the connection is sound. A reset fails the statement first, and
      // closes the connection a moment later: nobody is to be given it in between.
      if (postgresErrorCode(error) === undefined) void this.close();
      throw error;
    }
  }

  /** Resolves as `run` does, or throws `ConnectionLost` as soon as the connection has ended. Not run at all when it has. */
  untilLost<T>(run: () => PromiseLike<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#waiting.add(reject);
      run()
        .then(resolve, reject)
        .then(() => this.#waiting.delete(reject));
    });
  }

  /** Ends it at once, and what runs on it. */
  async close(): Promise<void> {
    this.#lose(new ConnectionLost("CONNECTION_ENDED", "The connection to Postgres was ended."));
    await this.#client.end({ timeout: 0 });
  }

  #lose(lost: ConnectionLost): void {
    if (this.#lost) return;
    this.#lost = lost;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const reject of waiting) reject(lost);
    this.#whenLost();
  }
}
