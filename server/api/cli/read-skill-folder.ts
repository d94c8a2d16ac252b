import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseSkill, type SkillFile } from "#server/contracts/skill-file.ts";

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
