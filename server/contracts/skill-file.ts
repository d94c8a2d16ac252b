import { parse } from "yaml";
import { z } from "zod";

const FrontMatter = z.object({ name: z.string(), description: z.string() });

/** A `SKILL.md`: front matter with name and description, then the body. */
export type SkillFile = { name: string; description: string; body: string };

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
