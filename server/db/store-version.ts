import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeRows } from "./execute-rows.ts";

/** Which Postgres holds the store, and the newest migration that it has applied. */
export async function readStoreVersion(db: Database): Promise<{ engine: string; migration: string | null }> {
  const [engine = ""] = await executeRows(db, sql`select current_setting('server_version') as version`, (row) =>
    row.text("version"),
  );
  const [migration = null] = await executeRows(
    db,
    sql`select tag from drizzle.__drizzle_migrations order by created_at desc, id desc limit 1`,
    (row) => row.textOrNull("tag"),
  );
  return { engine: `Postgres ${engine}`, migration };
}
