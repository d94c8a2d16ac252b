import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { DatabaseUnreachable } from "#server/db/describe-unreachable.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { openPostgres } from "#server/db/open-postgres.ts";
import { postgresErrorCode } from "#server/db/postgres-error-code.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { createTestDatabase } from "#server/testing/stores.ts";

const open = (databaseUrl: string) =>
  openDatabase({ databaseUrl }, { migrationsFolder, whenceVersion: "0.0.0-test", startedAt: new Date() });

test("a statement over its limit is cancelled by the server, an idle transaction is ended, and the pool goes on", async () => {
  const { url, drop } = await createTestDatabase();
  // Long enough for what a driver asks of a new connection on a busy machine.
  const limits = { statementMs: 3_000, transactionMs: 1_000 };
  const { db, close } = openPostgres(url, limits);
  const slow = await db.execute(sql`select pg_sleep(60)`).catch((error: unknown) => error);
  expect(postgresErrorCode(slow)).toBe("57014");
  const idle = inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1`);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await tx.execute(sql`select 1`);
  });
  await expect(idle).rejects.toThrow();
  expect(await db.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
  await close();
  await drop();
});

test("an unusable DATABASE_URL is refused with its address, never its password, and with what to do", async () => {
  const server = inject("postgresUrl");
  const wrongPassword = new URL(server);
  wrongPassword.password = "s3cret-of-mine";
  const nobodyThere = new URL(server);
  nobodyThere.port = "1";
  const cases = [
    { url: wrongPassword.href, says: /user or password are wrong/ },
    { url: nobodyThere.href, says: /no Postgres listens at that host and port/ },
    { url: new URL("/no_such_database", server).href, says: /the database does not exist/ },
    { url: "postgres://whence@no-such-host.invalid/whence", says: /host name is not known/ },
  ];
  for (const { url, says } of cases) {
    const error = await open(url).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DatabaseUnreachable);
    expect(String(error)).toMatch(says);
    expect(String(error)).toMatch(/What to do: /);
    expect(String(error)).toContain(new URL(url).hostname);
    expect(String(error)).not.toContain("s3cret-of-mine");
  }
});
