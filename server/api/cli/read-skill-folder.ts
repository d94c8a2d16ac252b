import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const FrontMatter = z.object({ name: z.string(), description: z.string() });

export type SkillFile = { name: string; description: string; body: string };

/**
 * The skills of a folder: each `SKILL.md` with YAML front matter, in the folder itself or in folders below it. Links are
 * not followed. Fails naming the file whose front matter lacks `name` or `description`.
 */
export async function readSkillFolder(folder: string): Promise<SkillFile[]> {
  const files = await findSkillFiles(folder);
  if (files.length === 0) throw new Error(`No SKILL.md in ${folder} or below it.`);
  return Promise.all(files.map(async (file) => parseSkill(await readFile(file, "utf8"), file)));
}

async function findSkillFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await findSkillFiles(full)));
    else if (entry.isFile() && entry.name === "SKILL.md") found.push(full);
  }
  return found;
}

/** Splits front matter from body. Throws naming the file when the front matter is missing or incomplete. */
export function parseSkill(text: string, file: string): SkillFile {
  const parts = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text);
  const matter = parts?.[1];
  if (matter === undefined) throw new Error(`${file}: must start with front matter between two lines of ---.`);
  // Aliases can unfold to gigabytes; a skill's front matter has no need of them.
  const parsed = FrontMatter.safeParse(parse(matter, { maxAliasCount: 0 }));
  if (!parsed.success) throw new Error(`${file}: front matter needs name and description as texts.`);
  return { ...parsed.data, body: (parts?.[2] ?? "").trim() };
}
