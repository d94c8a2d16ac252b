import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createParserPool, type ParserPool } from "#server/adapters/syntax-tree/parser-pool.ts";
import { shippedGrammars } from "#server/adapters/syntax-tree/shipped-grammars.ts";
import {
  commitAll,
  gitAs,
  hostileRepositories,
  repositoryOf,
  temporaryFolder,
  writeFiles,
} from "#server/testing/case-repositories.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { changedFiles } from "./changed-files.ts";
import { identifyRepository } from "./identify-repository.ts";
import { indexRepository } from "./index-repository.ts";
import { openRepository } from "./open-repository.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const { folder, remove } = temporaryFolder();
const realPath = process.env.PATH ?? "";
let parser: ParserPool;

beforeAll(async () => {
  parser = createParserPool({ workerFile: await parseWorkerFile(), places: shippedGrammars(process.cwd()) });
});
afterEach(() => {
  process.env.PATH = realPath;
});
afterAll(async () => {
  await parser.close();
  remove();
});

/** A real git object made of any bytes, as a hostile server could send one. */
function objectOf(root: string, type: "tree" | "blob", bytes: Buffer): string {
  const args = ["-C", root, "hash-object", "-t", type, "-w", "--literally", "--stdin"];
  return execFileSync("git", args, { input: bytes, encoding: "utf8" }).trim();
}
const entry = (mode: string, name: string | Buffer, object: string) =>
  Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(object, "hex")]);
function commitTree(root: string, tree: string): void {
  const commit = gitAs(root, "commit-tree", tree, "-m", "made by hand").trim();
  gitAs(root, "update-ref", "HEAD", commit);
}

describe("C17: a repository that names programs", () => {
  test("starts none of them, in whichever way it is opened", async () => {
    const { roots, bare, marker } = hostileRepositories(folder);
    for (const root of roots) {
      const outcome = await indexRepository({ root, parser });
      if (!outcome.ok) throw new Error(outcome.failure.message);
      expect(outcome.value.snapshot.files.map(({ path }) => path)).toContain("x.ts");
      expect((await identifyRepository(root)).ok).toBe(true);
      const repository = await openRepository(root);
      const commits = gitAs(roots[0] ?? "", "rev-list", "HEAD")
        .trim()
        .split("\n");
      const changed = [];
      for await (const file of changedFiles(repository, { from: commits[1] ?? "", to: commits[0] ?? "" }))
        changed.push(file);
      expect(changed.map(({ path }) => path)).toContain(".gitattributes");
    }
    expect(await indexRepository({ root: bare, parser })).toMatchObject({
      ok: false,
      failure: { code: "FORBIDDEN", message: expect.stringContaining("bare repository") },
    });
    expect(existsSync(marker)).toBe(false);
  });

  test("the programs would have run in an ordinary shell, so the test above can fail", () => {
    const { roots, marker } = hostileRepositories(join(folder, "control"));
    try {
      execFileSync("git", ["-C", roots[0] ?? "", "status"], { stdio: "ignore" });
    } catch {
      // What it answers does not matter.
    }
    expect(existsSync(marker)).toBe(true);
  });

  test("a lazy fetch is not answered by its program either", async () => {
    const { roots, marker } = hostileRepositories(join(folder, "lazy"));
    const root = roots[0] ?? "";
    const missing = objectOf(root, "tree", entry("100644", "gone.ts", "1".repeat(40)));
    commitTree(root, missing);
    // Making that commit ran the hooks, as it would in any shell.
    rmSync(marker);
    const outcome = await indexRepository({ root, parser });
    expect(outcome.ok && outcome.value.snapshot.skipped).toEqual([
      { reason: "not_fetched", count: 1, examples: ["gone.ts"] },
    ]);
    expect(existsSync(marker)).toBe(false);
  });
});

describe("C17: a repository that points elsewhere", () => {
  test("by core.worktree is still read as itself", async () => {
    const elsewhere = repositoryOf(join(folder, "private"), { "secret.ts": "export const MARK_PRIVATE = 1\n" });
    const root = repositoryOf(join(folder, "pointing"), { "own.ts": "export const own = 1\n" });
    gitAs(root, "config", "core.worktree", elsewhere);
    const outcome = await indexRepository({ root, parser });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    expect(outcome.value.root).toBe(root);
    expect(outcome.value.snapshot.files.map(({ path }) => path)).toEqual(["own.ts"]);
    expect((await identifyRepository(root)).ok).toBe(true);
  });

  test("by a .git file that leads nowhere is refused in words", async () => {
    const root = join(folder, "nowhere");
    writeFiles(root, { ".git": "gitdir: ../missing\n", "a.ts": "" });
    const refused = { ok: false, failure: { code: "FORBIDDEN", message: expect.stringContaining("leads nowhere") } };
    expect(await indexRepository({ root, parser })).toMatchObject(refused);
    writeFiles(root, { ".git": "no git file at all\n" });
    expect(await indexRepository({ root, parser })).toMatchObject(refused);
  });
});

describe("C17: a repository of another user", () => {
  /** git's own switch for testing its check; the wrapper sets it, as it does not get through from here. */
  function pretendForeignOwner(): void {
    const bin = join(folder, "foreign-bin");
    mkdirSync(bin, { recursive: true });
    const real = execFileSync("sh", ["-c", "command -v git"], {
      env: { ...process.env, PATH: realPath },
      encoding: "utf8",
    }).trim();
    writeFileSync(join(bin, "git"), `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec ${real} "$@"\n`);
    chmodSync(join(bin, "git"), 0o755);
    process.env.PATH = `${bin}${delimiter}${realPath}`;
  }

  test("is refused in words that say how to allow it", async () => {
    const root = repositoryOf(join(folder, "foreign"), { "a.ts": "" });
    pretendForeignOwner();
    expect(await indexRepository({ root, parser })).toMatchObject({
      ok: false,
      failure: { code: "FORBIDDEN", message: expect.stringMatching(/another user.*safe\.directory/) },
    });
  });

  test("is opened when the user's own settings trust that folder, and only that one", async () => {
    const [trusted, other] = ["trusted", "other"].map((name) => repositoryOf(join(folder, name), { "a.ts": "" }));
    writeFiles(folder, { "user.gitconfig": `[safe]\n\tdirectory = ${trusted}\n` });
    vi.stubEnv("GIT_CONFIG_GLOBAL", join(folder, "user.gitconfig"));
    pretendForeignOwner();
    try {
      expect((await indexRepository({ root: trusted ?? "", parser })).ok).toBe(true);
      expect((await indexRepository({ root: other ?? "", parser })).ok).toBe(false);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("a repository cannot declare itself trusted", async () => {
    const root = repositoryOf(join(folder, "self-trusting"), { "a.ts": "" });
    gitAs(root, "config", "safe.directory", "*");
    pretendForeignOwner();
    expect((await indexRepository({ root, parser })).ok).toBe(false);
  });
});

describe("trees made by hand", () => {
  test("names that lead out of a checkout are listed and are no nodes", async () => {
    const root = repositoryOf(join(folder, "unsafe"), { "ok.ts": "export const ok = 1\n" });
    const blob = gitAs(root, "rev-parse", "HEAD:ok.ts").trim();
    const inner = objectOf(root, "tree", entry("100644", "config", blob));
    const tree = objectOf(
      root,
      "tree",
      Buffer.concat([
        entry("40000", "..", inner),
        entry("40000", ".GIT", inner),
        entry("100644", "/etc/passwd", blob),
        entry("100644", "a/../../x.ts", blob),
        entry("100644", "ok.ts", blob),
        entry("100644", "ok.ts", blob),
      ]),
    );
    commitTree(root, tree);
    const outcome = await indexRepository({ root, parser });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    const { snapshot } = outcome.value;
    expect(snapshot.nodes.map(({ id }) => id)).toEqual(["dir:", "file:ok.ts"]);
    expect(snapshot.skipped).toEqual([
      { reason: "unsafe_path", count: 4, examples: ["../config", ".GIT/config", "/etc/passwd", "a/../../x.ts"] },
      { reason: "duplicate_path", count: 1, examples: ["ok.ts"] },
    ]);
  });

  test("a tree bomb is refused with the limit, in bounded time and memory", async () => {
    const root = repositoryOf(join(folder, "bomb"), { "ok.ts": "" });
    let object = gitAs(root, "rev-parse", "HEAD:ok.ts").trim();
    let mode = "100644";
    for (let level = 0; level < 9; level += 1) {
      const entries = Array.from({ length: 10 }, (_, index) => entry(mode, `d${index}`, object));
      object = objectOf(root, "tree", Buffer.concat(entries));
      mode = "40000";
    }
    commitTree(root, object);
    expect(await indexRepository({ root, parser })).toMatchObject({
      ok: false,
      failure: { code: "TOO_LARGE", message: expect.stringContaining("500000 files") },
    });
  });
});

describe("C13: indexing beside a developer who commits", () => {
  test("fails no commit and leaves no lock, while each run sees one whole commit", async () => {
    const root = repositoryOf(join(folder, "busy"), {
      "a.ts": "export const v0 = 0\n",
      "b.ts": "export const v0 = 0\n",
    });
    let isDone = false;
    const indexing = (async () => {
      let runs = 0;
      while (!isDone) {
        const outcome = await indexRepository({ root, parser });
        if (!outcome.ok) throw new Error(outcome.failure.message);
        // Each commit changes both files alike, so a run between two commits would show two different names.
        const names = outcome.value.snapshot.files.map((file) => file.symbols.map(({ name }) => name).join());
        expect(new Set(names).size).toBe(1);
        runs += 1;
      }
      return runs;
    })();
    const { execFile } = await import("node:child_process");
    const { promisify } = await import("node:util");
    const run = promisify(execFile);
    const identity = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"];
    for (let round = 1; round <= 30; round += 1) {
      writeFiles(root, { "a.ts": `export const v${round} = 0\n`, "b.ts": `export const v${round} = 0\n` });
      await run("git", ["-C", root, "add", "-A"]);
      await run("git", ["-C", root, ...identity, "commit", "-q", "-m", `round ${round}`]);
    }
    isDone = true;
    expect(await indexing).toBeGreaterThan(0);
    expect(existsSync(join(root, ".git/index.lock"))).toBe(false);
    expect(gitAs(root, "rev-list", "--count", "HEAD").trim()).toBe("31");
    expect(gitAs(root, "status", "--porcelain")).toBe("");
  });
});

test("changed files name each change with its exact path", async () => {
  const root = repositoryOf(join(folder, "changes"), { "a\nb.ts": "1\n", "gone.ts": "2\n", "same.ts": "3\n" });
  const from = gitAs(root, "rev-parse", "HEAD").trim();
  execFileSync("rm", [join(root, "gone.ts")]);
  writeFiles(root, { "a\nb.ts": "changed\n", "-new.ts": "4\n" });
  commitAll(root, "change");
  const to = gitAs(root, "rev-parse", "HEAD").trim();
  const changed = [];
  for await (const file of changedFiles(await openRepository(root), { from, to })) changed.push(file);
  expect(changed).toEqual([
    { change: "added", path: "-new.ts", objectId: gitAs(root, "rev-parse", "HEAD:-new.ts").trim() },
    { change: "changed", path: "a\nb.ts", objectId: gitAs(root, "rev-parse", "HEAD:a\nb.ts").trim() },
    { change: "deleted", path: "gone.ts", objectId: null },
  ]);
});
