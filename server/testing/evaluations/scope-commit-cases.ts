import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openRepository } from "#server/adapters/git/open-repository.ts";
import { readHistory } from "#server/adapters/git/read-history.ts";
import { readRepositoryState } from "#server/adapters/git/read-repository-state.ts";
import { readGit } from "#server/adapters/git/run-git.ts";
import type { ScopeCase } from "./scope-cases.ts";

/** Commits looked through for cases. */
const depth = 3_000;

/** The newest commits of a repository that change one to four files of the wanted kind, as cases at their parents. */
export async function commitCases(
  folder: string,
  count: number,
  isWanted: (path: string) => boolean,
): Promise<ScopeCase[]> {
  const place = mkdtempSync(join(tmpdir(), "whence-scope-"));
  const gitFolder = existsSync(join(folder, ".git")) ? join(folder, ".git") : folder;
  writeFileSync(join(place, ".git"), `gitdir: ${gitFolder}\n`);
  try {
    const repository = await openRepository(place);
    const state = await readRepositoryState(repository);
    const cases: ScopeCase[] = [];
    for (const commit of await readHistory(repository, { state, depth })) {
      if (cases.length >= count) break;
      const changed = commit.changes.filter(({ kind, path }) => kind === "changed" && isWanted(path));
      if (changed.length === 0 || changed.length > 4 || commit.size > 12 || commit.terms.length < 3) continue;
      const raw = await readGit({ directory: place, command: "cat-file", options: ["commit", commit.id] });
      const [head = "", ...body] = raw.toString("utf8").split("\n\n");
      const parent = /^parent ([0-9a-f]+)$/m.exec(head)?.[1];
      if (parent === undefined) continue;
      cases.push({
        id: `${basename(folder)}@${commit.id.slice(0, 12)}`,
        set: "real commits",
        repository: basename(folder),
        commit: parent,
        task: body.join("\n\n").trim(),
        taskWithoutFiles: null,
        gold: changed.map(({ path }) => path),
      });
    }
    return cases;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
