import { type PatternSieve, patternSieve } from "#server/domain/text/pattern-sieve.ts";

/**
 * What a path names once the machine is taken out of it.
 * `repository`: relative to the repository root. `library`: inside an installed package, starting with the package's name.
 * `runtime`: part of a language runtime. `temporary`: a scratch file with a random name. `system`: an absolute path of the machine.
 */
export type RepositoryPath = {
  kind: "repository" | "library" | "runtime" | "temporary" | "system";
  path: string;
  /** How much of the front of the written path is not part of `path`, in UTF-16 units; 0 where the path was rewritten inside. */
  dropped: number;
};

/** What a log says about its checkout: folders that tools work in, longest first, and the names of the packages that are built. */
export type Checkout = { folders: readonly string[]; packages: readonly string[] };

export const unknownCheckout: Checkout = { folders: [], packages: [] };

type Rooted = { name: string; pattern: RegExp; project: "none" | "one" | "two" };

/**
 * Places where a machine keeps a checkout, most particular first. The pattern covers what is always there; `project` says how many folders
 * (group, project) follow before the repository root. Sources: the documentation of each CI product, and the homes of the usual systems.
 */
const checkouts: Rooted[] = [
  {
    name: "github runner",
    pattern:
      /^(?:\/home\/runner|\/Users\/runner|\/__w|\/runner|\/[a-z]:?\/a|\/home\/runner\/actions-runner\/_work)\/(?:work\/)?([^/]+)\/\1(?=\/|$)/,
    project: "none",
  },
  {
    name: "self-hosted runner",
    pattern: /^(?:\/[^/]+){0,4}\/(?:_work|actions-runner\/_work)\/(?:[0-9]+\/[a-z](?=\/|$)|([^/]+)\/\1(?=\/|$))/,
    project: "none",
  },
  { name: "github container", pattern: /^\/github\/workspace(?=\/|$)/, project: "none" },
  { name: "azure agent", pattern: /^\/home\/vsts\/work\/[0-9]+\/s(?=\/|$)/, project: "none" },
  {
    name: "jenkins",
    pattern:
      /^\/(?:var\/lib\/jenkins|var\/jenkins_home|var\/jenkins|home\/jenkins(?:\/agent)?|jenkins|data\/jenkins)\/workspace(?=\/|$)/i,
    project: "one",
  },
  { name: "gitlab token folder", pattern: /^\/builds\/[\w-]{8,}\/[0-9]+(?=\/)/, project: "two" },
  { name: "gitlab", pattern: /^(?:\/home\/gitlab-runner)?\/builds(?=\/)/, project: "two" },
  { name: "bitbucket", pattern: /^\/opt\/atlassian\/pipelines\/agent\/build(?=\/|$)/, project: "none" },
  {
    name: "buildkite",
    pattern: /^\/(?:var\/lib\/buildkite-agent|buildkite|var\/buildkite)\/builds\/[^/]+\/[^/]+\/[^/]+(?=\/|$)/,
    project: "none",
  },
  { name: "circleci", pattern: /^\/(?:home\/circleci|root)\/(?:project|repo)(?=\/|$)/, project: "none" },
  {
    name: "codebuild",
    pattern: /^\/codebuild\/output\/src[0-9]+\/src(?:\/(?:github\.com|bitbucket\.org)\/[^/]+\/[^/]+)?(?=\/|$)/,
    project: "none",
  },
  { name: "drone", pattern: /^\/drone\/src(?=\/|$)/, project: "none" },
  { name: "travis", pattern: /^\/home\/travis\/build\/[^/]+\/[^/]+(?=\/|$)/, project: "none" },
  { name: "codespace", pattern: /^\/workspaces(?=\/)/, project: "one" },
  {
    name: "container",
    pattern:
      /^\/(?:usr\/src\/app|home\/node\/app|workspace|app|code|repo|project|var\/task|home\/site\/wwwroot|opt\/app)(?=\/)/,
    project: "none",
  },
  { name: "home", pattern: /^(?:\/mnt\/[a-z])?\/(?:home|Users)\/[^/]+(?=\/)/i, project: "one" },
  { name: "root's home", pattern: /^\/root(?=\/)/, project: "one" },
  { name: "server", pattern: /^\/(?:srv|var\/www|opt\/build)(?=\/)/, project: "one" },
];

/** Folders that people keep checkouts in, under a home folder. */
const parents = new Set([
  "src",
  "code",
  "dev",
  "work",
  "workspace",
  "workspaces",
  "projects",
  "project",
  "repos",
  "repo",
  "git",
  "github",
  "gitlab",
  "documents",
  "desktop",
  "sources",
  "source",
  "go",
  "github.com",
  "gitlab.com",
  "bitbucket.org",
  "ideaprojects",
  "ghq",
  "developer",
  "sites",
  "tmp",
  "builds",
  "build",
]);

/** Folders that stand at the top of repositories. Where the root is not known, a path is cut at the first of them. */
const tops = new Set([
  "src",
  "lib",
  "test",
  "tests",
  "__tests__",
  "spec",
  "e2e",
  "packages",
  "apps",
  "app",
  "server",
  "client",
  "cmd",
  "internal",
  "pkg",
  "crates",
  "modules",
  "services",
  "components",
  "scripts",
  "tools",
  "examples",
  "docs",
  "dist",
  "build",
  "public",
  "config",
  "migrations",
  "prisma",
  "include",
  "api",
  "frontend",
  "web",
  "www",
  "mobile",
  "core",
  "common",
  "shared",
  "ui",
  "android",
  "ios",
  "functions",
  "workers",
  "libs",
  "pages",
  "plugins",
  "backend",
]);

/** Whether repositories usually have a folder of this name at their top, so that it says nothing about where the root is. */
export function isTopFolder(name: string): boolean {
  return tops.has(name);
}

const temporary =
  /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/dev\/shm|\/var\/folders\/[^/]+\/[^/]+\/T|\/(?:Users|home)\/[^/]+\/AppData\/Local\/Temp|\/(?:Windows\/Temp|Temp)|\/home\/runner\/work\/_temp|\/[a-z]:?\/a\/_temp|\/__w\/_temp)\//i;
const looksRandom = /^(?=.*[0-9A-Z])[\w.-]*$|[-_.][a-z0-9]{6,}$|^tmp/;
const runtimes: [RegExp, string][] = [
  [/^.*?\/rustc\/(?:[0-9a-f]{40}|[\w.-]+)\//, "rustc/"],
  [/^.*?\/toolchains\/[^/]+\/lib\/rustlib\/src\/rust\//, "rustc/"],
  [/^.*?\/(?:usr\/local\/go|hostedtoolcache\/go\/[^/]+\/[^/]+|usr\/lib\/go(?:-[0-9.]+)?|sdk\/go[0-9.]+)\/src\//, "go/"],
  [/^.*?\/python[0-9](?:\.[0-9]{1,2})?\/(?=[^/])(?!site-packages|dist-packages)/, "python/"],
  [/^(?:node:)?internal\/|^node:/, "node:"],
];
const libraries: [RegExp, string][] = [
  [/^.*\/node_modules\/(?!\.)/, "node_modules/"],
  [/^.*\/(?:site-packages|dist-packages)\//, "site-packages/"],
  [/^.*?\/\.cargo\/(?:registry\/src|git\/checkouts)\/[^/]+\//, "cargo/"],
  [/^.*?\/pkg\/mod\/(?:cache\/download\/)?/, "gomod/"],
  [/^.*?\/(?:gems|bundler\/gems)\/(?=[^/]+-[0-9])/, "gems/"],
  [/^.*?\/\.m2\/repository\//, "m2/"],
  [/^.*?\/\.gradle\/caches\/(?:modules-2\/files-2\.1|transforms-[0-9]+\/[0-9a-f]{32}\/transformed)\//, "gradle/"],
  [/^.*?\/\.nuget\/packages\//i, "nuget/"],
  [/^.*?\/vendor\/(?=bundle\/|(?:github\.com|golang\.org|composer)\/)/, "vendor/"],
  [/^.*?\/_actions\//, "_actions/"],
  // The revision and the folders below it change with each release of the browser.
  [/^.*?\/ms-playwright\/(?=\w)/, "ms-playwright/"],
];

/** Made with the first path. The bits follow one another: libraries, runtimes, temporary folders, checkouts. */
let places: { sieve: PatternSieve; possible: Int32Array } | undefined;
const firstRuntime = libraries.length;
const temporaryAt = firstRuntime + runtimes.length;
const firstCheckout = temporaryAt + 1;

/** Tells by one pass over a path which of some forty patterns can match it: mostly none or one. The answer holds until the next call. */
function placesIn(path: string): Int32Array {
  if (!places) {
    const patterns = [
      ...libraries.map(([pattern]) => pattern),
      ...runtimes.map(([pattern]) => pattern),
      temporary,
      ...checkouts.map(({ pattern }) => pattern),
    ];
    const sieve = patternSieve(patterns.map((pattern) => [pattern]));
    places = { sieve, possible: new Int32Array(sieve.words) };
  }
  places.sieve.sift(path, places.possible);
  return places.possible;
}

function isPossible(possible: Int32Array, index: number): boolean {
  return ((possible[index >> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

const rewrittenBefore =
  /^(?!node_modules\/\.)(node_modules|site-packages|cargo|gomod|gems|m2|gradle|nuget|_actions|ms-playwright|rustc|python)\//;

/**
 * Takes the machine out of a path: home folders, CI workspaces, drive letters, `file:` URLs, temporary folders, package stores.
 * A relative path keeps its folders; an absolute one whose root is not certain begins at the first folder that repositories have at their top.
 * Linear in the path.
 */
export function repositoryPath(written: string, checkout: Checkout = unknownCheckout): RepositoryPath {
  const path = posixPath(written);
  for (const folder of checkout.folders) {
    if (path.startsWith(`${folder}/`)) return rooted(written, path.slice(folder.length + 1));
  }
  // What was rewritten before stays.
  const own = rewrittenBefore.exec(path)?.[1];
  if (own !== undefined) return rewritten(own === "rustc" || own === "python" ? "runtime" : "library", path);
  const possible = placesIn(path);
  for (let index = 0; index < firstRuntime; index++) {
    const store = isPossible(possible, index) ? libraries[index] : undefined;
    if (!store?.[0].test(path)) continue;
    const [pattern, prefix] = store;
    const rest = path.replace(pattern, "");
    // One store inside another: the innermost says which package it is. A store's pattern ends before or at a slash, so that what the path
    // cannot hold its end cannot hold either.
    const isNested = libraries.some(([other], at) => isPossible(possible, at) && other.test(`/${rest}`));
    const inner = isNested ? repositoryPath(`/${rest}`) : undefined;
    return inner?.kind === "library" ? inner : rewritten("library", prefix + withoutVersions(rest));
  }
  for (let index = firstRuntime; index < temporaryAt; index++) {
    const runtime = isPossible(possible, index) ? runtimes[index - firstRuntime] : undefined;
    if (runtime?.[0].test(path)) return rewritten("runtime", runtime[1] + path.replace(runtime[0], ""));
  }
  if (!path.startsWith("/")) return relative(written, path);
  if (isPossible(possible, temporaryAt) && temporary.test(path)) return scratch(written, path);
  for (const name of checkout.packages) {
    const at = path.lastIndexOf(`/${name}/`);
    if (at >= 0) return rooted(written, path.slice(at + name.length + 2));
  }
  for (let index = 0; index < checkouts.length; index++) {
    const known = isPossible(possible, firstCheckout + index) ? checkouts[index] : undefined;
    const found = known?.pattern.exec(path);
    if (known && found) return rooted(written, fromTop(belowProject(path.slice(found[0].length + 1), known.project)));
  }
  const segments = path.slice(1).split("/");
  const top = segments.findIndex((segment, index) => index > 0 && index < segments.length - 1 && tops.has(segment));
  if (top > 0 && !systemFolder.test(segments[0] ?? "")) return rooted(written, segments.slice(top).join("/"));
  return { kind: "system", path: withoutVersions(path), dropped: 0 };
}

const systemFolder = /^(?:usr|bin|sbin|etc|lib|lib64|opt|System|Library|Applications|nix|proc|dev|sys|Program Files)$/;

/** What of a path tells where in the code a frame is: from the first folder that repositories have at their top, else the file. */
export function placeInCode(path: string): string {
  const top = firstTop(path);
  return path.slice(top >= 0 ? top : path.lastIndexOf("/") + 1);
}

/** Where the first folder begins that repositories have at their top, among the first `most` folders of a path; -1 where none does. */
function firstTop(path: string, most = Number.POSITIVE_INFINITY): number {
  let start = 0;
  for (let index = 0; index < most; index++) {
    const end = path.indexOf("/", start);
    if (end < 0) return -1;
    if (tops.has(path.slice(start, end))) return start;
    start = end + 1;
  }
  return -1;
}

function relative(written: string, path: string): RepositoryPath {
  if (!path.startsWith("node_modules/")) return rooted(written, path);
  const own = withoutVersions(path).replace(/^node_modules\/\.pnpm\/[^/]+\/node_modules\//, "node_modules/");
  return rewritten("library", own);
}

/** Groups nest and home folders hold folders of projects, so that a folder or two may stand before the root. */
function fromTop(path: string): string {
  const top = firstTop(path, 3);
  return top > 0 ? path.slice(top) : path;
}

/** What a path holds that is not yet in the form that `posixPath` gives it; most hold nothing of it. */
const unsettled = /[\\:%]|\/\/|\/\.{1,2}\/|^\.\//;

/** Forward slashes, no drive letter, no `file:` or bundler scheme, no position or query. */
function posixPath(written: string): string {
  if (!unsettled.test(written)) return written;
  const slashed = written.replaceAll("\\", "/").replace(/^\/\/[?.]\//, "");
  return withoutDetours(slashed)
    .replace(
      /^(?:file:\/{2,3}(?:localhost\/)?|webpack(?:-internal)?:\/{2,3}(?:[\w@.-]{0,80}\/(?=\.\/))?(?:\([\w-]{1,40}\)\/)?|rsc:\/{1,3}|vm:|app:\/{2,3})/,
      (scheme) => (scheme.startsWith("file:") ? "/" : ""),
    )
    .replace(/\/(?:\.\/)+/g, "/")
    .replace(/(?<!:)\/{2,}/g, "/")
    .replace(/^\/?([A-Za-z]):\//, (_, drive: string) => `/${drive.toLowerCase()}:/`)
    .replace(
      /^\/[a-z]:\/(?=(?:Users|home|builds|agent|_work|Windows|Temp|a|s|w|jenkins|actions-runner|workspace|src|projects?|code|dev|repos?)\/)/i,
      (drive) => (isRunnerDrive(written) ? drive : "/"),
    )
    .replace(/^(?:\.\/)+/, "")
    .replace(/%20/g, " ");
}

/** `a/../b` is `b`. */
function withoutDetours(path: string): string {
  if (!path.includes("/../")) return path;
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    const last = kept.at(-1);
    if (segment === ".." && last !== undefined && last !== ".." && last !== "") kept.pop();
    else kept.push(segment);
  }
  return kept.join("/");
}

function isRunnerDrive(written: string): boolean {
  return /^(?:file:\/{2,3})?[A-Za-z]:[\\/]a[\\/]/.test(written);
}

function belowProject(rest: string, project: Rooted["project"]): string {
  if (project === "none") return rest;
  const segments = rest.split("/");
  const last = segments.length - 1;
  let at = 0;
  if (project === "two") at = 2;
  else {
    while (at < last - 1 && parents.has((segments[at] ?? "").toLowerCase())) at += 1;
    at += 1;
  }
  // A path that ends at the project is the project, unless it is plainly a file.
  return at <= last
    ? segments.slice(at).join("/")
    : /\.\w{1,10}$/.test(segments[last] ?? "")
      ? (segments[last] ?? "")
      : "";
}

/** Folders that pytest numbers by run, below which each test has its own. */
const numberedRun = /^pytest-of-[^/]+\/pytest-[0-9]+\//;

function scratch(written: string, path: string): RepositoryPath {
  const inside = path.replace(temporary, "");
  const ofTest = inside.replace(numberedRun, "");
  if (ofTest !== inside && ofTest !== "") return rooted(written, ofTest);
  const segments = inside.split("/");
  const last = segments.length - 1;
  const top = segments.findIndex((segment, index) => index > 0 && index < last && tops.has(segment));
  if (top > 0) return rooted(written, segments.slice(top).join("/"));
  const name = segments[last] ?? "";
  if (last === 0) return { kind: "temporary", path: `<tmp>${/\.[A-Za-z]{1,5}$/.exec(name)?.[0] ?? ""}`, dropped: 0 };
  const project = last >= 2 && looksRandom.test(segments[0] ?? "") ? 2 : 1;
  return rooted(written, segments.slice(project).join("/"));
}

function rooted(written: string, path: string): RepositoryPath {
  if (path.startsWith("node_modules/")) return relative(written, path);
  const kept = path === "" ? "." : path;
  return { kind: "repository", path: kept, dropped: written.endsWith(kept) ? written.length - kept.length : 0 };
}

function rewritten(kind: RepositoryPath["kind"], path: string): RepositoryPath {
  return { kind, path, dropped: 0 };
}

/** How each version in a path begins. */
const anyVersion = /[@/-]v?[0-9]/;

/** Versions in the folders of a package store are those of the installation: only the major one says which package it is. */
function withoutVersions(path: string): string {
  if (!anyVersion.test(path)) return path;
  return path
    .replace(/^(\w{1,60})-[0-9]{3,6}\/chrom.*$/, "$1")
    .replace(/(?<=[\w])@v?([0-9]+)\.[0-9][\w.+-]*(?:_[\w@.+-]*)?(?:\([^)]*\))*(?=\/|$)/g, "@$1")
    .replace(/(?<=[A-Za-z_])-([0-9]+)\.[0-9]+[\w.]*(?=\/|$)(?!\.\w{1,4}$)/g, "-$1")
    .replace(/\/v?([0-9]+)\.[0-9]+\.[0-9]+[\w.-]*(?=\/)/g, "/$1");
}
