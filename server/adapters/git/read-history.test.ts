import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { coChangePartners, vanishedPartners } from "#server/domain/code-context/co-change.ts";
import { type HistoryCommit, type TracedHistory, traceHistory } from "#server/domain/code-context/commit-history.ts";
import {
  commitAll,
  gitAs,
  hostileRepositories,
  oddNamesRepository,
  repositoryOf,
  temporaryFolder,
  writeFiles,
} from "#server/testing/case-repositories.ts";
import { listTree } from "./list-tree.ts";
import { openRepository } from "./open-repository.ts";
import { readHistory } from "./read-history.ts";
import { readRepositoryState } from "./read-repository-state.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const { folder, remove } = temporaryFolder();
afterAll(remove);

async function mine(root: string, known?: ReadonlyMap<string, HistoryCommit>) {
  const repository = await openRepository(root);
  const state = await readRepositoryState(repository);
  const commits = await readHistory(repository, { state, ...(known ? { known } : {}) });
  const paths: string[] = [];
  for await (const { path } of listTree(repository, state.commit)) if (path !== null) paths.push(path);
  return { commits, state, traced: traceHistory(commits, paths) };
}
const partnersOf = (traced: TracedHistory, path: string) =>
  coChangePartners(traced, path).map((partner) => [partner.path, partner.shared]);

/** C04: a -> b -> c, a moved folder, two names swapped, a changed case, and names that were used again. */
function renamesRepository(root: string): string {
  const files: Record<string, string> = {
    "a.ts": 'export function alpha() {\n  return "alpha"\n}\n',
    "partner.ts": 'export function partner() {\n  return "partner"\n}\n',
    "left.ts": "left side\nleft\nleft\n",
    "right.ts": "right side\nright\nright\n",
    "Case.ts": "one\n",
    "gone.ts": "gone soon\n",
  };
  for (let at = 1; at <= 30; at += 1)
    files[`old/m${at}.ts`] = `export const value${at} = ${at}\nexport const other${at} = 1\n`;
  repositoryOf(root, files);
  const touch = (turn: number, ...paths: string[]) => {
    for (const path of paths) files[path] = `${files[path] ?? ""}// ${turn}\n`;
    writeFiles(root, Object.fromEntries(paths.map((path) => [path, files[path] ?? ""])));
    commitAll(root, `touch ${paths.join(" and ")} (${turn})`);
  };
  const move = (from: string, to: string) => {
    gitAs(root, "mv", from, to);
    commitAll(root, `move ${from} to ${to}`);
    files[to] = files[from] ?? "";
  };
  for (const turn of [1, 2, 3]) touch(turn, "a.ts", "partner.ts", "gone.ts");
  move("a.ts", "b.ts");
  for (const turn of [4, 5]) touch(turn, "b.ts", "partner.ts");
  move("b.ts", "c.ts");
  touch(6, "c.ts", "partner.ts");
  for (const turn of [1, 2]) touch(turn, "old/m1.ts", "old/m2.ts");
  gitAs(root, "mv", "old", "packages");
  commitAll(root, "move the folder");
  for (const one of ["m1", "m2"]) files[`packages/${one}.ts`] = files[`old/${one}.ts`] ?? "";
  touch(3, "packages/m1.ts", "packages/m2.ts");
  gitAs(root, "mv", "left.ts", "tmp.ts");
  gitAs(root, "mv", "right.ts", "left.ts");
  gitAs(root, "mv", "tmp.ts", "right.ts");
  commitAll(root, "swap left and right");
  move("Case.ts", "case.ts");
  gitAs(root, "rm", "-q", "gone.ts");
  commitAll(root, "delete gone");
  writeFiles(root, { "a.ts": 'export const quite = "different"\n', "gone.ts": "new\n" });
  commitAll(root, "new files under old names");
  return root;
}

describe("C04: a history that moves", () => {
  const root = renamesRepository(join(folder, "renames"));

  test("stands under today's names, through chains of renames, moved folders and swaps", async () => {
    const { traced } = await mine(root);
    expect(partnersOf(traced, "c.ts")).toEqual([["partner.ts", 6]]);
    expect(partnersOf(traced, "packages/m1.ts")).toContainEqual(["packages/m2.ts", 3]);
    expect(partnersOf(traced, "a.ts")).toEqual([]);
    expect(partnersOf(traced, "gone.ts")).toEqual([]);
    expect(vanishedPartners(traced, "c.ts")).toContainEqual({ path: "gone.ts", shared: 3 });
    for (const path of traced.files.keys()) expect(path).not.toMatch(/^old\/|^b\.ts$|^Case\.ts$/);
    expect(traced.files.get("case.ts")?.commits).toHaveLength(1);
    expect(traced.files.get("right.ts")?.commits.at(-1)).toBe(traced.files.get("left.ts")?.commits.at(-1));
  });

  test("is read again only where it is new", async () => {
    const { commits } = await mine(root);
    const known = new Map(commits.map((commit) => [commit.id, { ...commit, time: 1 }]));
    expect((await mine(root, known)).commits.every(({ time }) => time === 1)).toBe(true);
    writeFiles(root, { "c.ts": "// once more\n" });
    commitAll(root, "one more");
    const after = (await mine(root, known)).commits;
    expect(after.map(({ time }) => time === 1)).toEqual([false, ...commits.map(() => true)]);
    expect(after.slice(1).map(({ id }) => id)).toEqual(commits.map(({ id }) => id));
  });

  test("C05: a shallow clone says so, claims nothing from where it was cut, and is whole once completed", async () => {
    const clone = join(folder, "shallow");
    gitAs(folder, "clone", "-q", "--depth", "3", `file://${root}`, clone);
    const cut = await mine(clone);
    expect(cut.state.isShallow).toBe(true);
    expect(cut.commits).toHaveLength(2);
    expect(Math.max(...cut.commits.map(({ size }) => size))).toBeLessThan(5);
    gitAs(clone, "fetch", "-q", "--unshallow");
    const whole = await mine(clone, new Map(cut.commits.map((commit) => [commit.id, commit])));
    expect(whole.state).toMatchObject({ isShallow: false, commit: cut.state.commit });
    expect(whole.commits).toEqual((await mine(root)).commits);
  });

  test("C05: a partial clone answers without reaching for what it lacks", async () => {
    gitAs(root, "config", "uploadpack.allowFilter", "true");
    const clone = join(folder, "partial");
    execFileSync("git", ["clone", "-q", "--filter=blob:none", "--no-checkout", `file://${root}`, clone], {
      env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
    const { state, traced } = await mine(clone);
    expect(state.isPartial).toBe(true);
    expect(partnersOf(traced, "packages/m1.ts")).toContainEqual(["packages/m2.ts", 3]);
  });
});

test("C01, C02, C23: every odd name is one path from its first commit to its last", async () => {
  const root = oddNamesRepository(join(folder, "odd-names"));
  for (const turn of [1, 2, 3]) {
    writeFiles(root, { "café.ts": `// ${turn}\n`, "日本語/索引.ts": `// ${turn}\n`, "line\nbreak.ts": `// ${turn}\n` });
    commitAll(root, `pair ${turn}`);
  }
  const { traced } = await mine(root);
  expect(partnersOf(traced, "café.ts")).toEqual([
    ["line\nbreak.ts", 3],
    ["日本語/索引.ts", 3],
  ]);
  for (const path of ["tab\there.ts", "-dash.ts", "a => b.ts", "src/app/(site)/[slug]/page.tsx", "src/*.ts"]) {
    expect(traced.files.get(path)?.commits).toHaveLength(1);
  }
});

test("C17: mining the history of a hostile repository starts none of its programs", async () => {
  const { roots, marker } = hostileRepositories(join(folder, "hostile"));
  for (const root of roots) expect((await mine(root)).commits.length).toBeGreaterThan(0);
  expect(existsSync(marker)).toBe(false);
});

test("C13: commits made while history is read succeed, and no lock is left", async () => {
  const root = repositoryOf(join(folder, "busy"), { "a.ts": "export const a = 1\n" });
  let isCommitting = true;
  const reading = (async () => {
    let rounds = 0;
    while (isCommitting) {
      await mine(root);
      rounds += 1;
    }
    return rounds;
  })();
  for (let turn = 0; turn < 8; turn += 1) {
    await new Promise((done) => setTimeout(done, 5));
    writeFiles(root, { "a.ts": `export const a = ${turn}\n` });
    commitAll(root, `turn ${turn}`);
  }
  isCommitting = false;
  expect(await reading).toBeGreaterThan(0);
  expect((await mine(root)).commits).toHaveLength(9);
  expect(readdirSync(join(root, ".git")).filter((name) => name.endsWith(".lock"))).toEqual([]);
});
