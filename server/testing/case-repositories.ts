import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Small repositories with awkward content, one builder per reported case. They are built in a temporary folder with
 * fixed dates and without anybody's settings, so a test sees the same objects everywhere.
 */

let clock = 1_750_000_000;

/** A temporary folder with its real path, and the function that removes it. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "whence-case-")));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

/** git as a developer would run it in their own shell, with settings of its own. */
export function gitAs(folder: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Sample Author",
      GIT_AUTHOR_EMAIL: "author@example.invalid",
      GIT_COMMITTER_NAME: "Sample Author",
      GIT_COMMITTER_EMAIL: "author@example.invalid",
      GIT_AUTHOR_DATE: `${clock} +0000`,
      GIT_COMMITTER_DATE: `${clock} +0000`,
      GIT_ALLOW_PROTOCOL: "file",
    },
  });
}

/** Commits everything in the folder, one hour after the commit before. */
export function commitAll(folder: string, message: string): void {
  clock += 3_600;
  gitAs(folder, "add", "-A");
  gitAs(folder, "-c", "commit.gpgsign=false", "commit", "-q", "--allow-empty", "-m", message);
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A new repository with one commit of these files. */
export function repositoryOf(folder: string, files: Record<string, string>): string {
  mkdirSync(folder, { recursive: true });
  gitAs(folder, "-c", "init.defaultBranch=main", "init", "-q");
  gitAs(folder, "config", "core.precomposeunicode", "false");
  writeFiles(folder, files);
  commitAll(folder, "start");
  return folder;
}

export const oddNames = [
  "café.ts",
  "данные.ts",
  "日本語/索引.ts",
  "tab\there.ts",
  "line\nbreak.ts",
  'quote".ts',
  "-dash.ts",
  "dir b/inner b/x.ts",
  "trail .ts",
  "ends-with-blank ",
  "a => b.ts",
  "{old => new}/c.ts",
  "back\\slash.ts",
  "src/app/(site)/[slug]/page.tsx",
  "src/{a,b}.ts",
  "src/!x.ts",
  "src/*.ts",
  "src/q?.ts",
  "emoji-\u{1F600}.ts",
  "$(id).ts",
  "percent%2F.ts",
  "hash#1.ts",
] as const;

/** C01, C02, C23. Each file declares one function whose number is the name's place in `oddNames`. */
export function oddNamesRepository(folder: string): string {
  return repositoryOf(
    folder,
    Object.fromEntries(oddNames.map((name, index) => [name, `export function f${index}() { return ${index} }\n`])),
  );
}

/** C14, C22. Links to a file and a folder outside, through a parent, inside the tree, and to nothing. */
export function linksRepository(folder: string): { root: string; outside: string } {
  const root = join(folder, "links");
  const outside = join(folder, "links-outside");
  writeFiles(outside, {
    "secret.ts": 'export const MARK_OUTSIDE_FILE = "must never be shown"\n',
    "dir/deep.ts": 'export const MARK_OUTSIDE_DIR = "must never be shown"\n',
  });
  repositoryOf(root, { "real/sub/in.ts": "export const inside = 1\n" });
  mkdirSync(join(root, "nested"));
  symlinkSync("../links-outside/secret.ts", join(root, "to-file.ts"));
  symlinkSync("../links-outside/dir", join(root, "to-dir"));
  symlinkSync("../../links-outside", join(root, "nested/parent"));
  symlinkSync("real", join(root, "linked-real"));
  symlinkSync("missing-target", join(root, "dangling.ts"));
  commitAll(root, "links");
  return { root, outside };
}

/** C17. Three repositories whose settings start a program that leaves `marker` behind. */
export function hostileRepositories(folder: string): { roots: string[]; bare: string; marker: string } {
  const root = join(folder, "hostile");
  const marker = join(folder, "RAN.txt");
  const program = join(root, "hook.sh");
  repositoryOf(root, { "x.ts": "export const x = 1\n" });
  writeFiles(root, { ".gitattributes": "*.ts diff=evil filter=evil\n" });
  commitAll(root, "attributes");
  writeFiles(root, {
    "x.ts": "export const x = 1\n// more\n",
    "hook.sh": `#!/bin/sh\necho "$0 $*" >>"${marker}"\ncat 2>/dev/null || true\n`,
    "more.cfg": `[core]\n\tgitProxy = ${program}\n\tfsmonitor = ${program}\n\tpager = ${program}\n[diff]\n\texternal = ${program}\n`,
  });
  chmodSync(program, 0o755);
  mkdirSync(join(root, "hooks"));
  for (const hook of ["post-index-change", "pre-commit", "post-checkout", "reference-transaction"]) {
    cpSync(program, join(root, "hooks", hook));
  }
  const settings: [string, string][] = [
    ["core.hooksPath", join(root, "hooks")],
    ...[
      "core.fsmonitor",
      "core.sshCommand",
      "core.pager",
      "pager.log",
      "pager.ls-tree",
      "core.editor",
      "core.askPass",
    ].map((key): [string, string] => [key, program]),
    ["core.alternateRefsCommand", program],
    ["diff.external", program],
    ["diff.evil.textconv", program],
    ["filter.evil.clean", program],
    ["filter.evil.smudge", program],
    ["filter.evil.process", program],
    ["alias.ls-tree", `!${program}`],
    ["alias.log", `!${program}`],
    ["gpg.program", program],
    ["log.showSignature", "true"],
    ["credential.helper", `!${program}`],
    ["remote.origin.url", `ext::${program} %S`],
    ["remote.origin.promisor", "true"],
    ["remote.origin.uploadpack", program],
    ["extensions.partialClone", "origin"],
    ["core.repositoryFormatVersion", "1"],
    ["protocol.ext.allow", "always"],
    ["protocol.allow", "always"],
    ["include.path", join(root, "more.cfg")],
  ];
  for (const [key, value] of settings) gitAs(root, "config", key, value);

  const byFile = join(folder, "hostile-gitfile");
  writeFiles(byFile, { ".git": `gitdir: ${join(root, ".git")}\n` });
  const bare = join(folder, "hostile-bare", "inner");
  cpSync(join(root, ".git"), bare, { recursive: true });
  writeFileSync(
    join(bare, "config"),
    `[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${program}\n\trepositoryformatversion = 0\n`,
  );
  rmSync(marker, { force: true });
  return { roots: [root, byFile], bare, marker };
}

/** C19. 30 real files, one bundle of 3.5 MB in one line under an innocent name, a minified library, a lock file. */
export function bundleRepository(folder: string): string {
  const files: Record<string, string> = { ".gitignore": ".cache/\n" };
  for (let index = 1; index <= 30; index += 1) {
    files[`src/h${index}.ts`] = `export function handler${index}(input: string) {\n  return input + ${index}\n}\n`;
  }
  const pieces: string[] = [];
  for (let length = 0; length < 3_500_000; ) {
    const piece = `function a${pieces.length.toString(16)}(b,c){return b+c*${pieces.length % 9_999}};`;
    pieces.push(piece);
    length += piece.length;
  }
  files["dist/app.js"] = pieces.join("");
  files["public/vendor/jquery.min.js"] = `!function(e,t){${"var q=1;".repeat(9_000)}}();`;
  const locked = Array.from({ length: 4_000 }, (_, index) => `"node_modules/p${index}":{"version":"1.0.${index}"}`);
  files["package-lock.json"] = `{"lockfileVersion":3,"packages":{${locked.join(",")}}}`;
  for (let index = 0; index < 200; index += 1) files[`.cache/profile/f${index}.js`] = `var cached${index} = 1;\n`;
  return repositoryOf(folder, files);
}

/** C20. One name in decomposed form, and one name in both forms. */
export function normalFormsRepository(folder: string): string {
  const names = ["résumé.ts".normalize("NFD"), "señal.ts".normalize("NFC"), "señal.ts".normalize("NFD")];
  return repositoryOf(
    folder,
    Object.fromEntries(names.map((name, index) => [name, `export const bytes${index} = 1\n`])),
  );
}

/** C11. Two folders called `app` without a remote; a hub with a fresh clone, a stale one, and a second working tree. */
export function remoteRepositories(folder: string): Record<"one" | "two" | "fresh" | "stale" | "tree", string> {
  const one = repositoryOf(join(folder, "one", "app"), { "index.ts": "export const side = 'one'\n" });
  const two = repositoryOf(join(folder, "two", "app"), { "index.ts": "export const side = 'two'\n" });
  const hub = join(folder, "hub.git");
  gitAs(folder, "-c", "init.defaultBranch=main", "init", "-q", "--bare", hub);
  const fresh = repositoryOf(join(folder, "fresh"), { "v.ts": "export const v = 1\n" });
  gitAs(fresh, "remote", "add", "origin", hub);
  gitAs(fresh, "push", "-q", "-u", "origin", "HEAD");
  const stale = join(folder, "stale");
  gitAs(folder, "clone", "-q", hub, stale);
  writeFiles(fresh, { "v.ts": "export const v = 2\n" });
  commitAll(fresh, "v2");
  for (const clone of [fresh, stale])
    gitAs(clone, "remote", "set-url", "origin", "https://git.example.invalid/team/app.git");
  const tree = join(folder, "tree-b");
  gitAs(fresh, "worktree", "add", "-q", tree, "-b", "feature-b");
  return { one, two, fresh, stale, tree };
}
