import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";

const Journal = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), tag: z.string(), when: z.number() })),
});

/** A copy of the product's migrations, with more after (or, by `when`, among) them. The caller removes the folder. */
export async function extendMigrations(added: readonly { tag: string; sql: string; when?: number }[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "whence-migrations-"));
  await cp(migrationsFolder, folder, { recursive: true });
  const journalFile = path.join(folder, "meta", "_journal.json");
  const journal = Journal.parse(JSON.parse(await readFile(journalFile, "utf8")));
  for (const { tag, sql, when } of added) {
    const last = journal.entries.at(-1);
    const entry = {
      version: "7",
      breakpoints: true,
      idx: (last?.idx ?? -1) + 1,
      tag,
      when: when ?? (last?.when ?? 0) + 1,
    };
    journal.entries.push(entry);
    await writeFile(path.join(folder, `${tag}.sql`), sql);
  }
  await writeFile(journalFile, JSON.stringify(journal));
  return folder;
}
