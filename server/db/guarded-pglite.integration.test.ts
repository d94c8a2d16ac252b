import { expect, inject, test } from "vitest";
import { startInMemory } from "#server/db/embedded-store.ts";
import { TransactionTimeLimit, WaitTimeLimit, withoutTransactionLimit } from "#server/db/guarded-pglite.ts";

const limitMs = 200;
const never = () => new Promise<never>(() => {});

test("a transaction that never ends is rolled back after its limit, and what waited for it runs", async () => {
  const pg = await startInMemory(inject("storeTemplate").file, limitMs);
  await pg.exec("create table notes (note text)");
  const stuck = pg.transaction(async (tx) => {
    await tx.query("insert into notes values ('stuck')");
    await never();
  });
  await expect(stuck).rejects.toThrow(TransactionTimeLimit);
  expect((await pg.query("select * from notes")).rows).toEqual([]);
  await pg.close();
});

test("a handle that outlives its transaction is of no use any more", async () => {
  const pg = await startInMemory(inject("storeTemplate").file, limitMs);
  await pg.exec("create table notes (note text)");
  let late: () => Promise<unknown> = never;
  await pg.transaction(async (tx) => {
    late = () => tx.query("insert into notes values ('late')");
  });
  await expect(late()).rejects.toThrow(/closed/);
  expect((await pg.query("select * from notes")).rows).toEqual([]);
  await pg.close();
});

test("a statement that waited for too long is given up with a clear error, and is not run later", async () => {
  const pg = await startInMemory(inject("storeTemplate").file, limitMs);
  await pg.exec("create table notes (note text)");
  let finish = () => {};
  const long = withoutTransactionLimit(() =>
    pg.transaction(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    ),
  );
  await expect(pg.query("insert into notes values ('waited')")).rejects.toThrow(WaitTimeLimit);
  finish();
  await long;
  expect((await pg.query("select * from notes")).rows).toEqual([]);
  await pg.close();
});
