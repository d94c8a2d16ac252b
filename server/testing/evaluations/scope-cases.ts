import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One localisation task: a text, the commit before the change, and the source files that the change touched. */
export type ScopeCase = {
  id: string;
  set: string;
  repository: string;
  commit: string;
  task: string;
  /** The same text without names of files, where the set has one. */
  taskWithoutFiles: string | null;
  gold: string[];
};

type Row = {
  id: string;
  repo: string;
  parent_sha: string;
  task: string;
  task_nofile?: string;
  gold_files: string[];
};

/** Cases of a folder: every `commits*.jsonl` and `swebench_lite*.jsonl` in it. */
export function loadScopeCases(folder: string): ScopeCase[] {
  return readdirSync(folder)
    .filter((name) => /^(?:commits|swebench_lite).*\.jsonl$/.test(name))
    .sort()
    .flatMap((name) =>
      readFileSync(join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line): Row => JSON.parse(line))
        .map((row) => ({
          id: row.id,
          set: name.startsWith("commits") ? "Commits" : "SWE-bench Lite",
          repository: row.repo,
          commit: row.parent_sha,
          task: row.task,
          taskWithoutFiles: row.task_nofile ?? null,
          gold: row.gold_files,
        })),
    );
}

/** Whether a clone of a folder, bare or not, holds objects. */
export function isRepository(folder: string): boolean {
  return existsSync(join(folder, "HEAD")) || existsSync(join(folder, ".git"));
}

/** Whether a task names one of its files: by path, by name, or by its name without the ending if that is distinctive. */
export function namesItsFile({ task, gold }: ScopeCase): boolean {
  return gold.some((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const bare = name.replace(/\.[^.]+$/, "");
    return task.includes(name) || task.includes(path) || (/[_-]|[a-z][A-Z]/.test(bare) && task.includes(bare));
  });
}
