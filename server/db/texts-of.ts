import { type SQL, sql } from "drizzle-orm";

/** Texts as one array of a statement, however many they are. */
export function textsOf(values: Iterable<string>): SQL {
  return sql`${sql.param([...values])}::text[]`;
}
