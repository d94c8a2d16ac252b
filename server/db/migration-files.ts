import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** One generated migration as it stands in its folder. */
export type MigrationFile = {
  /** Its file name without `.sql`, for example `0000_init`. */
  tag: string;
  /** Time of generation in ms since the epoch; migrations run in this order. */
  when: number;
  /** sha256 of its text with LF line ends, in hex. */
  hash: string;
  statements: string[];
};

const Journal = z.object({ entries: z.array(z.object({ tag: z.string().regex(/^[\w-]+$/), when: z.number() })) });

/**
 * The migrations of `folder` in the order of its journal. `folder` may be the source folder or a copy beside a bundle.
 * Throws with the path when the journal or a file it names is missing.
 */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const { entries } = Journal.parse(JSON.parse(await readFile(path.join(folder, "meta", "_journal.json"), "utf8")));
  return Promise.all(
    entries.map(async ({ tag, when }) => {
      // A checkout that turned LF into CRLF has not edited the migration.
      const text = (await readFile(path.join(folder, `${tag}.sql`), "utf8")).replaceAll("\r\n", "\n");
      const hash = createHash("sha256").update(text).digest("hex");
      const statements = text.split("--> statement-breakpoint").filter((statement) => statement.trim() !== "");
      return { tag, when, hash, statements };
    }),
  );
}

/** Names a state of the schema: 16 hex digits over all migrations. The name of a template store carries it. */
export function schemaKeyOf(files: readonly MigrationFile[]): string {
  return createHash("sha256")
    .update(files.map(({ hash }) => hash).join("\n"))
    .digest("hex")
    .slice(0, 16);
}
