/** How one task runner marks whose output a line is. */
export type TaskPrefixRule = {
  name: string;
  /** What prints it, with an example. */
  prints: string;
  /** Must match at the start of a line and name `task` (all that tells one stream from another) and may name `package`. */
  pattern: RegExp;
  /**
   * `always`: no compiler starts a line so. `repeated`: taken only where most lines of the output carry it, because a single line of that
   * shape may as well be `TypeError: …`. `time`: no task at all, merely removed.
   */
  trust: "always" | "repeated" | "time";
};

/** Ordered: the first rule that fits a line wins. Applied up to three times, since a time stamp may stand before a task. */
export const taskPrefixRules: readonly TaskPrefixRule[] = [
  {
    name: "github_run_log",
    prints: "gh run view --log: `build<tab>Run tests<tab>2026-07-01T10:00:00.0000000Z text`",
    pattern: /^(?<task>[^\t]{1,120}\t[^\t]{1,200})\t\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z ?/,
    trust: "always",
  },
  {
    name: "gitlab_time",
    prints: "GitLab job log: `2026-07-01T10:00:00.000000Z 01O text`",
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z [0-9a-f]{2}[OE][ +]/,
    trust: "time",
  },
  {
    name: "iso_time",
    prints: "GitHub Actions and docker logs -t: `2026-07-01T10:00:00.0000000Z text`",
    pattern: /^\[?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)\]? ?/,
    trust: "time",
  },
  {
    name: "buildkit",
    prints: "docker build: `#12 3.456 text`",
    pattern: /^#(?<task>\d{1,4}) \d{1,6}\.\d{1,3} ?/,
    trust: "always",
  },
  {
    name: "compose",
    prints: "docker compose: `api-1  | text`",
    pattern: /^(?<task>[a-z0-9][\w.-]{0,60}-\d{1,3})\s+\|(?: |$)/,
    trust: "always",
  },
  {
    name: "compose_service",
    prints:
      "docker compose up --no-log-prefix aside, older versions: `api_1  | text`, foreman: `10:00:00 web.1  | text`",
    pattern: /^(?:\d\d:\d\d:\d\d )?(?<task>[a-z][\w.-]{0,60})\s+\|(?: |$)/,
    trust: "repeated",
  },
  {
    name: "concurrently_index",
    prints: "concurrently: `[0] text`",
    pattern: /^\[(?<task>\d{1,3})\](?: |$)/,
    trust: "always",
  },
  {
    name: "scoped_bracket",
    prints: "yarn workspaces, concurrently with names: `[@acme/core]: text`",
    pattern: /^\[(?<task>(?<package>@[\w.-]{1,60}\/[\w.-]{1,100}))\]:?(?: |$)/,
    trust: "always",
  },
  {
    name: "named_bracket",
    prints: "concurrently and yarn workspaces: `[web] text`",
    pattern: /^\[(?<task>(?<package>[a-z][\w./-]{0,60}))\]:?(?: |$)/,
    trust: "repeated",
  },
  {
    name: "scoped_task",
    prints: "turbo with scopes: `@acme/web:build: text`",
    pattern: /^(?<task>(?<package>@[\w.-]{1,60}\/[\w.-]{1,100}):[A-Za-z][\w:.-]{0,60}):(?: |$)/,
    trust: "always",
  },
  {
    name: "scoped_package",
    prints: "lerna run, nx run-many --output-style=stream: `@acme/core: text`",
    pattern: /^(?<task>(?<package>@[\w.-]{1,60}\/[\w.-]{1,100})):(?: |$)/,
    trust: "always",
  },
  {
    name: "package_task",
    prints: "turbo: `web:build: text`",
    pattern: /^(?<task>(?<package>[a-z][\w-]{0,60}):[a-z][\w:.-]{0,60}):(?: |$)/,
    trust: "always",
  },
  {
    name: "folder_script",
    prints: "pnpm -r: `packages/api build: text`",
    pattern: /^(?<task>(?<package>(?:[\w@.-]{1,60}\/){1,6}[\w@.-]{1,60}) [a-z][\w:.-]{0,60})(?:: |:$|\$ )/,
    trust: "always",
  },
  {
    name: "root_script",
    prints: "pnpm -r, the root itself or a package beside it: `. build: text`, `web build: text`",
    pattern: /^(?<task>(?<package>\.|[a-z][\w.-]{0,60}) [a-z][\w:.-]{0,60})(?:: |:$|\$ )/,
    trust: "repeated",
  },
  {
    name: "package",
    prints: "lerna run, nx: `web: text`",
    pattern: /^(?<task>(?<package>[a-z][\w.-]{0,60})):(?: |$)/,
    trust: "repeated",
  },
];

/** Words that compilers, shells and test runners start lines with, and that no task is called. */
export const neverTasks: ReadonlySet<string> = new Set(
  (
    "error warning warn note info fatal help hint debug trace verbose failure failed fail pass passed ok err test tests suite stdout stderr file files all node internal npm " +
    "yarn pnpm npx bun deno make cmake ninja gcc cc clang ld lld cargo rustc go vet javac java python pip mvn gradle http https wasm data blob webpack vite eslint " +
    "biome tsc vitest jest mocha pytest expected received actual reason caused cause code location symbol required found usage summary total time duration error-code " +
    "hint note's remark success thread panic std root sh bash zsh git fatal-error i e w d n c"
  ).split(" "),
);
