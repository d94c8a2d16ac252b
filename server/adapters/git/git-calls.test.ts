import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Commands that print names of files, refs or settings. */
const naming =
  /^(?:ls-tree|ls-files|ls-remote|diff|diff-tree|diff-index|diff-files|log|show|status|config|for-each-ref|grep|check-ignore|check-attr|whatchanged|name-rev|worktree|submodule)$/;

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && path !== "server/testing") yield* sourceFiles(path);
    else if (/(?<!\.test)\.(?:ts|tsx|mts|mjs)$/.test(entry.name)) yield path;
  }
}

type Call = { file: string; command: string; text: string };

/** Every call of git as it is written: from `command: "…"` to the end of the object that it stands in. */
function gitCalls(file: string, source: string): Call[] {
  return [...source.matchAll(/\bcommand: "([a-z-]+)"/g)].map((match) => {
    let depth = 0;
    let end = match.index;
    while (end < source.length && depth >= 0) {
      const character = source[end] ?? "";
      if ("{[(".includes(character)) depth += 1;
      if ("}])".includes(character)) depth -= 1;
      end += 1;
    }
    const start = source.lastIndexOf("{", match.index);
    return { file, command: match[1] ?? "", text: source.slice(start, end) };
  });
}

const withoutDash = ({ command, text }: Call) => naming.test(command) && !/options: (?:readonly )?\[\s*"-z"/.test(text);

describe("C01: every git call that lists names is NUL-separated", () => {
  const files = [...sourceFiles("server")].filter((file) => file.startsWith("server/adapters/git/"));
  const calls = files.flatMap((file) => gitCalls(file, readFileSync(join(root, file), "utf8")));

  test("in the sources", () => {
    expect(calls.map(({ command }) => command)).toEqual(expect.arrayContaining(["ls-tree", "diff-tree", "config"]));
    expect(calls.filter(withoutDash)).toEqual([]);
  });

  test("and a call without -z would be found", () => {
    const bad = 'streamGit({ directory, command: "ls-files", options: ["--stage"], signal });';
    expect(gitCalls("x.ts", bad).filter(withoutDash)).toHaveLength(1);
    const good = 'streamGit({ command: "ls-files", options: ["-z", "--stage"] });';
    expect(gitCalls("x.ts", good).filter(withoutDash)).toEqual([]);
  });
});

describe("C16, C17: one place starts git", () => {
  test("no other source does", () => {
    const starts = /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork)\(\s*["'`]git\b/;
    const found = ["server", "app", "components", "drizzle"]
      .flatMap((folder) => [...sourceFiles(folder)])
      .filter((file) => starts.test(readFileSync(join(root, file), "utf8")));
    expect(found).toEqual(["server/adapters/git/run-git.ts"]);
  });
});
