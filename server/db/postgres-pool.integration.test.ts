import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { projects } from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { openPostgres } from "#server/db/open-postgres.ts";
import { PostgresConnection } from "#server/db/postgres-connection.ts";
import { createTestDatabase } from "#server/testing/stores.ts";

/**
 * What a connection that ends must not do: stop the process, hang, answer with another's rows, or let a statement of its
 * transaction run outside of it. The connections go over a relay that can break them.
 */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let relay: Relay;
let store: ReturnType<typeof openPostgres>;
let db: Database;
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);

beforeAll(async () => {
  database = await createTestDatabase();
  relay = await startRelay(Number(new URL(database.url).port));
});
beforeEach(async () => {
  const through = new URL(database.url);
  through.port = String(relay.port);
  store = openPostgres(through.href);
  db = store.db;
  uncaught.length = 0;
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
});
afterEach(async () => {
  await store.close();
  await sleep(20);
  process.off("uncaughtException", note);
  process.off("unhandledRejection", note);
  expect(uncaught).toEqual([]);
});
afterAll(async () => {
  await relay.close();
  await database.drop();
});

/** Ten at once and more, so that every connection is used; each must get its own number. */
async function answersOfItsOwn(count = 30): Promise<void> {
  const asked = Array.from({ length: count }, (_, number) => number);
  const answers = await Promise.all(asked.map((number) => numberOf(sql`select ${number}::int as number`)));
  expect(answers).toEqual(asked);
}

async function numberOf(query: Parameters<typeof executeRows>[1]): Promise<number | undefined> {
  const [row] = await executeRows(db, query, (found) => found.number("number"));
  return row;
}

const breaks: [string, () => void | Promise<void>][] = [
  ["reset", () => relay.breakAll("reset")],
  ["closed", () => relay.breakAll("close")],
  ["ended by the server", () => endBackends()],
];

const everyone = Array.from({ length: 10 }, (_, number) => number);

test.each(breaks)(
  "statements whose connection is %s fail, and those after them are answered, each with its own rows",
  async (_, breakAll) => {
    const asked = everyone.map((number) =>
      // Without parameters, so that the driver would send the next one behind it.
      db.execute(sql.raw(`select pg_sleep(60), ${number} as number`)).then(
        () => "answered",
        // At once, as an operation goes on that can do without one of its parts.
        () => numberOf(sql.raw(`select ${100 + number} as number`)),
      ),
    );
    await sleepersInAll(10);
    await breakAll();
    expect(await Promise.all(asked)).toEqual(everyone.map((number) => 100 + number));
    await answersOfItsOwn();
  },
);

test.each(breaks)(
  "a transaction whose connection is %s leaves nothing, whatever it still asks for",
  async (_, breakAll) => {
    await db.delete(projects);
    const createdAt = new Date("2026-11-29T12:00:00Z");
    const add = (tx: Database, projectId: string) =>
      tx.insert(projects).values({ workspaceId: "w", projectId, createdAt });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late: Promise<string>[] = [];
    const transactions = everyone.map((number) =>
      inTransaction(db, async (tx) => {
        await add(tx, `before-${number}`);
        // Half of them wait for the server, half compute.
        if (number % 2 === 0) return tx.execute(sql`select pg_sleep(60)`);
        const after = released.then(() => add(tx, `after-${number}`));
        late.push(
          after.then(
            () => "written",
            () => "refused",
          ),
        );
        return after;
      }).then(
        () => "committed",
        () => "failed",
      ),
    );
    await sleepersInAll(5);
    while (late.length < 5) await sleep(10);
    // They wait for the connections of the transactions, and make the pool connect anew.
    const waiting = Promise.all(everyone.map((number) => numberOf(sql`select ${number}::int as number`)));
    await breakAll();
    // A transaction fails with its connection, while what it runs still computes; its late statements then reach nothing.
    expect(await Promise.all(transactions)).toEqual(Array(10).fill("failed"));
    expect(await waiting).toEqual(everyone);
    release();
    expect(await Promise.all(late)).toEqual(Array(5).fill("refused"));
    expect(await db.$count(projects)).toBe(0);
    await answersOfItsOwn();
  },
);

test("while the server cannot be reached every statement fails, and it answers when it is back", async () => {
  await answersOfItsOwn();
  await relay.listen(false);
  const asked = await Promise.allSettled(Array.from({ length: 15 }, () => numberOf(sql`select 1 as number`)));
  expect(asked.map(({ status }) => status)).toEqual(Array(15).fill("rejected"));
  await relay.listen(true);
  await answersOfItsOwn();
});

test("what accepts a connection and closes it without a word is given up after the limit", async () => {
  const mute = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const address = mute.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const makeClient = (onclose: () => void) =>
    postgres({ host: "127.0.0.1", port, max: 1, fetch_types: false, onclose });
  const opened = PostgresConnection.open(makeClient, 300, () => {});
  await expect(opened).rejects.toMatchObject({ code: "CONNECT_TIMEOUT" });
  await new Promise((resolve) => mute.close(resolve));
});

test("a transaction that goes on after a statement has failed is not committed, and is told what failed", async () => {
  await db.delete(projects);
  const attempt = inTransaction(db, async (tx) => {
    await tx.insert(projects).values({ workspaceId: "w", projectId: "p", createdAt: new Date("2026-11-29T12:00:00Z") });
    await tx.execute(sql`select 1/0`).catch(() => {});
  });
  await expect(attempt).rejects.toThrow(/division by zero/);
  expect(await db.$count(projects)).toBe(0);
});

test("a statement that comes after the end of its transaction is not run", async () => {
  let kept: Database | undefined;
  await inTransaction(db, async (tx) => {
    kept = tx;
  });
  await expect(kept?.execute(sql`select 1`)).rejects.toThrow();
});

test("texts of an array come back as they were bound", async () => {
  const texts = ["a\\b", 'q"x', "", "a,b", "{x}", "null", " s ", "é\n"];
  const asked = db.execute(sql`select ${sql.param(texts)}::text[] as texts, ${sql.param([])}::text[] as none`);
  expect(await asked).toMatchObject([{ texts, none: [] }]);
});

/** Waits until this many statements sleep in the server. */
async function sleepersInAll(count: number): Promise<void> {
  const beside = openPostgres(database.url);
  for (;;) {
    const [row] = await executeRows(
      beside.db,
      sql`select count(*) as sleeping from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
      (found) => found.number("sleeping"),
    );
    if (row === count) break;
    await sleep(20);
  }
  await beside.close();
}

async function endBackends(): Promise<void> {
  const beside = openPostgres(database.url);
  await beside.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
  await beside.close();
}

type Relay = {
  port: number;
  breakAll(how: "reset" | "close"): void;
  listen(isListening: boolean): Promise<void>;
  close(): Promise<void>;
};

async function startRelay(target: number): Promise<Relay> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(target, "127.0.0.1");
    open.add(socket);
    socket.pipe(upstream).pipe(socket);
    socket.on("error", () => upstream.destroy()).on("close", () => open.delete(socket) && upstream.destroy());
    upstream.on("error", () => socket.destroy()).on("close", () => socket.end());
  });
  const listenOn = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listenOn(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const breakAll = (how: "reset" | "close") => {
    for (const socket of open) how === "reset" ? socket.resetAndDestroy() : socket.destroy();
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      breakAll("close");
    });
  return { port, breakAll, listen: (isListening) => (isListening ? listenOn(port) : stop()), close: stop };
}
