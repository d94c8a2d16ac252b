import { randomBytes } from "node:crypto";
import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { afterAll, beforeAll, describe, inject } from "vitest";
import * as schema from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { startInMemory } from "#server/db/embedded-store.ts";
import { openPostgres } from "#server/db/open-postgres.ts";
import { executeAsOwner } from "#server/testing/execute-as-owner.ts";
import { templateDatabase } from "#server/testing/prepare-stores.ts";

export type TestStore = {
  readonly kind: "embedded" | "postgres";
  /** Migrated and, at first, empty. Usable within tests and hooks, not while the suite is described. */
  readonly db: Database;
  /** Empties every table. */
  clear(): Promise<void>;
};

type OpenTestStore = { db: Database; close(): Promise<void> };

/**
 * Runs one suite against the embedded engine and against a real Postgres. Each gets a store of its own, shared by the
 * tests of the suite and gone after it.
 */
export function describeEachStore(name: string, suite: (store: TestStore) => void): void {
  for (const kind of ["embedded", "postgres"] as const) {
    describe(`${name} (${kind})`, () => {
      let open: OpenTestStore | undefined;
      beforeAll(async () => {
        open = await openTestStore(kind);
      });
      afterAll(() => open?.close());
      suite({
        kind,
        get db() {
          if (!open) throw new Error("The store is open within tests and hooks only.");
          return open.db;
        },
        async clear() {
          await clearTables(this.db);
        },
      });
    });
  }
}

/** A fresh, migrated store for one test; the caller closes it. */
export async function openTestStore(kind: TestStore["kind"]): Promise<OpenTestStore> {
  if (kind === "embedded") {
    const pg = await startInMemory(inject("storeTemplate").file);
    return { db: drizzle({ client: pg, schema, casing: "snake_case" }), close: () => pg.close() };
  }
  const { url, drop } = await createTestDatabase();
  const { db, close } = openPostgres(url);
  return { db, close: () => close().then(drop) };
}

/** A fresh database on the Postgres of this run: a copy of the migrated one, or empty. The caller drops it. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await executeAsOwner(server, `create database ${name} ${isEmpty ? "" : `template ${templateDatabase}`}`);
  return {
    url: new URL(`/${name}`, server).href,
    drop: () => executeAsOwner(server, `drop database ${name} with (force)`),
  };
}

/**
 * Empties every table. Deletes, because truncating gives each of them, and each of their indexes, a new file: for the few
 * rows of a test that takes eight times as long. Rows go in any order, so nothing that watches over them is asked.
 */
export async function clearTables(db: Database): Promise<void> {
  const names = Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : []));
  const deletes = names.map((name) => `delete from "${name}";`).join(" ");
  await db.execute(
    sql.raw(`do $$ begin perform set_config('session_replication_role', 'replica', true); ${deletes} end $$`),
  );
}
