import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { repositoryOf, temporaryFolder } from "#server/testing/case-repositories.ts";
import hostileValues from "#server/testing/cases/C16-args.json" with { type: "json" };
import { GitPath, RepositoryFolder, Revision } from "./git-arguments.ts";
import { GitFailure } from "./git-failure.ts";
import { identifyRepository } from "./identify-repository.ts";
import { readGit, streamGit } from "./run-git.ts";

vi.setConfig({ testTimeout: 60_000 });

const { folder, remove } = temporaryFolder();
const root = repositoryOf(join(folder, "plain"), { "a.ts": "export const a = 1\n", "src/b.ts": "" });
const realPath = process.env.PATH ?? "";
afterEach(() => {
  process.env.PATH = realPath;
});
afterAll(remove);

const failureOf = async (answer: Promise<unknown>) => {
  try {
    await answer;
    return null;
  } catch (error) {
    return error;
  }
};

/** Puts a program called git in front of the real one. */
function replaceGit(script: string): void {
  const bin = join(folder, `bin-${Math.random().toString(36).slice(2)}`);
  mkdirSync(bin);
  const real = execFileSync("sh", ["-c", "command -v git"], {
    env: { ...process.env, PATH: realPath },
    encoding: "utf8",
  }).trim();
  writeFileSync(join(bin, "git"), `#!/bin/sh\n${script.replaceAll("REAL", real)}\n`);
  chmodSync(join(bin, "git"), 0o755);
  process.env.PATH = `${bin}${delimiter}${realPath}`;
}

describe("C16: values that could be options", () => {
  const marker = "/tmp/pwn-marker";

  test.each(hostileValues.values)("%j never reaches git as a commit", async (value) => {
    expect(Revision.safeParse(value).success).toBe(false);
    const call = { directory: root, command: "ls-tree", options: ["-z", "-r"], revisions: [value] } as const;
    expect(await failureOf(readGit(call))).toBeInstanceOf(Error);
  });

  test.each(hostileValues.values)("%j as a path is refused, or names nothing", async (value) => {
    const commit = execFileSync("git", ["-C", root, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    const call = {
      directory: root,
      command: "ls-tree",
      options: ["-z", "-r"],
      revisions: [commit],
      paths: [value],
    } as const;
    if (GitPath.safeParse(value).success) expect((await readGit(call)).toString()).toBe("");
    else expect(await failureOf(readGit(call))).toBeInstanceOf(Error);
    if (value.startsWith("-") || value.includes("\u0000")) expect(GitPath.safeParse(value).success).toBe(false);
  });

  test.each(hostileValues.values)("%j as a repository is refused in words", async (value) => {
    const outcome = await identifyRepository(value);
    expect(outcome).toMatchObject({ ok: false, failure: { code: "FORBIDDEN" } });
    if (value.startsWith("-") || value.includes("\u0000"))
      expect(RepositoryFolder.safeParse(value).success).toBe(false);
  });

  test("and none of them leaves a file behind", () => {
    expect(existsSync(marker)).toBe(false);
    expect(existsSync(join(root, marker))).toBe(false);
  });
});

describe("C13, C17: how git is started", () => {
  test("with its own environment: nothing of the caller's gets through, and nothing can ask", async () => {
    replaceGit('echo "$@" >&2; env; exec REAL "$@"');
    process.env.GIT_DIR = "/nowhere";
    process.env.GIT_SSH_COMMAND = "evil";
    process.env.LD_PRELOAD = "";
    try {
      const seen = (await readGit({ directory: root, command: "version", options: [] })).toString();
      for (const line of [
        "LC_ALL=C",
        "GIT_OPTIONAL_LOCKS=0",
        "GIT_TERMINAL_PROMPT=0",
        "GIT_CONFIG_NOSYSTEM=1",
        "GIT_ALLOW_PROTOCOL=none",
      ]) {
        expect(seen.split("\n")).toContain(line);
      }
      expect(seen).not.toMatch(/^(?:GIT_DIR|GIT_SSH_COMMAND|HOME|LD_PRELOAD)=/m);
    } finally {
      delete process.env.GIT_DIR;
      delete process.env.GIT_SSH_COMMAND;
      delete process.env.LD_PRELOAD;
    }
  });

  test("never from the repository's own folder", async () => {
    replaceGit("pwd");
    const folderOfChild = (await readGit({ directory: root, command: "version", options: [] })).toString().trim();
    expect(folderOfChild.startsWith(folder)).toBe(false);
  });

  test("a machine without git says so", async () => {
    process.env.PATH = join(folder, "empty-bin");
    expect(await failureOf(readGit({ directory: root, command: "version", options: [] }))).toMatchObject({
      kind: "missing",
    });
  });

  test("an old git is refused with both versions", async () => {
    replaceGit('case "$*" in *version*) echo "git version 2.20.1";; *) exec REAL "$@";; esac');
    expect(await identifyRepository(root)).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/2\.30 or newer.*2\.20\.1/) },
    });
  });

  test("output beyond the limit ends the child", async () => {
    replaceGit("yes");
    const failure = await failureOf(
      readGit({ directory: root, command: "version", options: [], maxOutputBytes: 100_000 }),
    );
    expect(failure).toMatchObject({ kind: "too_much_output" });
  });

  test("a child that falls silent is ended", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      replaceGit(`echo $$ >"${folder}/silent.pid"; exec sleep 1000`);
      const failing = failureOf(readGit({ directory: root, command: "version", options: [] }));
      await vi.advanceTimersByTimeAsync(61_000);
      expect(await failing).toMatchObject({ kind: "timed_out" });
    } finally {
      vi.useRealTimers();
    }
  });

  test("a reader that stops early ends the child", async () => {
    replaceGit(`echo $$ >"${folder}/early.pid"; exec yes`);
    for await (const chunk of streamGit({ directory: root, command: "version", options: [] })) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    const pid = Number(execFileSync("cat", [join(folder, "early.pid")], { encoding: "utf8" }));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 5_000 });
  });

  test("an aborted call ends the child and is told apart from a failure", async () => {
    replaceGit("exec sleep 1000");
    const controller = new AbortController();
    const failing = failureOf(readGit({ directory: root, command: "version", options: [], signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    expect(await failing).toMatchObject({ kind: "cancelled" });
    expect(
      await failureOf(readGit({ directory: root, command: "version", options: [], signal: controller.signal })),
    ).toMatchObject({ kind: "cancelled" });
  });

  test("what git itself says is kept apart from what people are shown", async () => {
    const commit = "0".repeat(40);
    const failure = await failureOf(
      readGit({ directory: root, command: "rev-list", options: [], revisions: [commit] }),
    );
    expect(failure).toBeInstanceOf(GitFailure);
    expect(failure).toMatchObject({ kind: "failed", message: "git rev-list ended with code 128." });
  });
});

test("a literal path with pattern characters names itself only", async () => {
  const odd = repositoryOf(join(folder, "literal"), { "src/[ab].ts": "1", "src/a.ts": "2" });
  const commit = execFileSync("git", ["-C", odd, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  const listed = await readGit({
    directory: odd,
    command: "ls-tree",
    options: ["-z", "-r", "--name-only"],
    revisions: [commit],
    paths: ["src/[ab].ts"],
  });
  expect(listed.toString()).toBe("src/[ab].ts\0");
  rmSync(odd, { recursive: true });
});
