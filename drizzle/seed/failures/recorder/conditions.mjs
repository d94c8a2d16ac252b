/**
 * The conditions that a failure is recorded under. Each condition is one kind of place where people meet a log:
 * whose machine, which folder, whether a terminal is attached, and which runner writes the lines.
 *
 * `terminal`: the command runs under a pseudo terminal, which is where colours, progress and CRLF come from by themselves.
 * `colour`: colours are forced by environment although no terminal is attached, as many CI set-ups do.
 * `daysAgo`: how far the clock of the run is set back, so that no two runs share a date.
 */
export const conditions = {
  "laptop-terminal": {
    home: "/Users/ada",
    path: "/Users/ada/code/REPO",
    terminal: true,
    colour: true,
    runner: "none",
    daysAgo: 103,
    pathKind: "macOS home",
  },
  "laptop-plain": {
    home: "/home/ben",
    path: "/home/ben/projects/REPO",
    terminal: false,
    colour: false,
    runner: "none",
    daysAgo: 61,
    pathKind: "Linux home",
  },
  "laptop-crlf": {
    home: "/home/chris",
    path: "/home/chris/src/acme/REPO",
    terminal: false,
    colour: false,
    crlf: true,
    runner: "none",
    daysAgo: 88,
    pathKind: "Linux home, pasted with CRLF",
  },
  "github-step": {
    home: "/home/runner",
    path: "/home/runner/work/REPO/REPO",
    terminal: false,
    colour: false,
    runner: "github-step",
    daysAgo: 37,
    pathKind: "GitHub-hosted runner",
  },
  "github-job": {
    home: "/home/runner",
    path: "/home/runner/work/REPO/REPO",
    terminal: false,
    colour: true,
    runner: "github-job",
    daysAgo: 19,
    pathKind: "GitHub-hosted runner",
  },
  "github-cli": {
    home: "/home/runner",
    path: "/home/runner/work/REPO/REPO",
    terminal: false,
    colour: false,
    runner: "github-cli",
    daysAgo: 44,
    pathKind: "GitHub-hosted runner",
  },
  gitlab: {
    home: "/home/node",
    path: "/builds/acme/REPO",
    terminal: false,
    colour: true,
    runner: "gitlab",
    daysAgo: 12,
    pathKind: "GitLab builds folder",
  },
  "gitlab-timestamps": {
    home: "/home/node",
    path: "/builds/acme/REPO",
    terminal: false,
    colour: false,
    runner: "gitlab-timestamps",
    daysAgo: 5,
    pathKind: "GitLab builds folder",
  },
  jenkins: {
    home: "/var/lib/jenkins",
    path: "/var/lib/jenkins/workspace/REPO_main",
    terminal: false,
    colour: false,
    runner: "jenkins",
    daysAgo: 71,
    pathKind: "Jenkins workspace",
  },
  compose: {
    home: "/home/node",
    path: "/app/REPO",
    terminal: false,
    colour: true,
    runner: "compose",
    daysAgo: 26,
    pathKind: "container folder",
  },
  turbo: {
    home: "/home/dora",
    path: "/home/dora/src/acme/apps/REPO",
    root: "/home/dora/src/acme",
    terminal: false,
    colour: false,
    runner: "turbo",
    daysAgo: 30,
    pathKind: "workspace folder",
  },
  nx: {
    home: "/home/dora",
    path: "/home/dora/src/acme/apps/REPO",
    root: "/home/dora/src/acme",
    terminal: false,
    colour: false,
    runner: "nx",
    daysAgo: 14,
    pathKind: "workspace folder",
  },
  lerna: {
    home: "/home/dora",
    path: "/home/dora/src/acme/apps/REPO",
    root: "/home/dora/src/acme",
    terminal: false,
    colour: false,
    runner: "lerna",
    daysAgo: 52,
    pathKind: "workspace folder",
  },
  "pnpm-workspace": {
    home: "/home/dora",
    path: "/home/dora/src/acme/apps/REPO",
    root: "/home/dora/src/acme",
    terminal: false,
    colour: false,
    runner: "pnpm-workspace",
    daysAgo: 9,
    pathKind: "workspace folder",
  },
};

/** Folders that the recorder makes outside the temporary folder. It refuses to start when one of them is there already. */
export const ownedFolders = [
  "/Users",
  "/builds",
  "/app",
  "/home/ben",
  "/home/chris",
  "/home/runner",
  "/home/node",
  "/home/dora",
  "/var/lib/jenkins",
  "/opt/hostedtoolcache",
  "/opt/runtimes",
];

const local = ["laptop-terminal", "laptop-plain", "laptop-crlf"];
const github = ["github-step", "github-job", "github-cli"];
const other = ["gitlab", "jenkins", "compose", "gitlab-timestamps"];
const otherForNode = ["gitlab", "turbo", "jenkins", "pnpm-workspace", "compose", "gitlab-timestamps"];

/**
 * Three conditions for a failure: one at a person's desk, one from GitHub Actions, one from another runner.
 * They rotate with the place in the catalogue, so that every tool meets every kind of log.
 */
export function conditionsFor(failure, place) {
  if (failure.conditions) return failure.conditions;
  const third = failure.workspace ? otherForNode : other;
  return [local[place % local.length], github[place % github.length], third[place % third.length]];
}
