/**
 * The lines that a runner adds around the output of a command. GitHub Actions, GitLab, Jenkins and docker compose cannot run
 * here, so their decoration is written as they write it; turbo, nx, lerna and pnpm are run for real (see record.mjs) and need none.
 *
 * Input everywhere: `lines` as `{ at: Date, text }` without line ends, `shown` (the command line), `exit`, `repo`, `path`.
 * Output: the whole log as one string.
 */

const ESC = "\u001b";

function join(lines) {
  return `${lines.join("\n")}\n`;
}

/** GitHub writes seven fractional digits; the clock here has three, so the rest counts the lines within the log. */
function githubStamp(at, place) {
  const fraction = String((place * 13 + 101) % 10000).padStart(4, "0");
  return at.toISOString().replace("Z", `${fraction}Z`);
}

/** Lines that the problem matchers of setup-node (tsc, ESLint's stylish reporter) and setup-go turn into annotations. */
const matchedLines = [
  /^\S.*\(\d+,\d+\): (error|warning) TS\d+: /,
  /^\S.*:\d+:\d+ - (error|warning) TS\d+: /,
  /^\s+\d+:\d+\s+(error|warning)\s+\S/,
  /^\s*\.{0,2}[/\\].+\.go:\d+:\d+: ()/,
];

/**
 * Workflow commands in the output are swallowed by the runner and shown as `##[error]`, `##[group]` and so on;
 * a line that a problem matcher knows is kept whole behind the same mark.
 */
function githubLine(text) {
  const command = /^::(error|warning|notice|debug|group|endgroup)(?: .*?)?::(.*)$/.exec(text);
  if (command) {
    const [, kind, message] = command;
    return `##[${kind}]${message.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%")}`;
  }
  const plain = text.replaceAll(/\u001b\[[0-9;]*m/g, "");
  for (const pattern of matchedLines) {
    const matched = pattern.exec(plain);
    if (matched) return `##[${matched[1] || "error"}]${text}`;
  }
  return text;
}

function githubStep({ lines, shown, exit }) {
  const start = lines[0]?.at ?? new Date(0);
  const end = lines.at(-1)?.at ?? start;
  const before = [
    `##[group]Run ${shown}`,
    `${ESC}[36;1m${shown}${ESC}[0m`,
    "shell: /usr/bin/bash -e {0}",
    "##[endgroup]",
  ];
  const after = exit === 0 ? [] : [`##[error]Process completed with exit code ${exit}.`];
  return [
    ...before.map((text) => ({ at: start, text })),
    ...lines.map(({ at, text }) => ({ at, text: githubLine(text) })),
    ...after.map((text) => ({ at: end, text })),
  ];
}

function githubJob(run) {
  const { repo, path } = run;
  const start = run.lines[0]?.at ?? new Date(0);
  const end = run.lines.at(-1)?.at ?? start;
  const earlier = (seconds) => new Date(start.getTime() - seconds * 1000);
  const before = [
    [9, "Current runner version: '2.328.0'"],
    [9, "##[group]Operating System"],
    [9, "Ubuntu"],
    [9, "24.04.3"],
    [9, "LTS"],
    [9, "##[endgroup]"],
    [9, "##[group]GITHUB_TOKEN Permissions"],
    [9, "Contents: read"],
    [9, "Metadata: read"],
    [9, "##[endgroup]"],
    [9, "Secret source: Actions"],
    [9, "Prepare workflow directory"],
    [8, "Prepare all required actions"],
    [8, "Getting action download info"],
    [7, "Download action repository 'actions/checkout@v4' (SHA:08eba0b27e820071cde6df949e0beb9ba4906955)"],
    [6, "Complete job name: check"],
    [5, "##[group]Run actions/checkout@v4"],
    [5, "with:"],
    [5, `  repository: acme/${repo}`],
    [5, "  token: ***"],
    [5, "  fetch-depth: 1"],
    [5, "##[endgroup]"],
    [4, `Syncing repository: acme/${repo}`],
    [4, "##[group]Getting Git version info"],
    [4, `Working directory is '${path}'`],
    [4, "[command]/usr/bin/git version"],
    [4, "git version 2.51.0"],
    [4, "##[endgroup]"],
    [3, `Deleting the contents of '${path}'`],
    [3, "##[group]Initializing the repository"],
    [3, `[command]/usr/bin/git init ${path}`],
    [3, `Initialized empty Git repository in ${path}/.git/`],
    [2, `[command]/usr/bin/git remote add origin https://github.com/acme/${repo}`],
    [2, "##[endgroup]"],
  ].map(([seconds, text]) => ({ at: earlier(seconds), text }));
  const after = [
    "Post job cleanup.",
    "[command]/usr/bin/git version",
    "git version 2.51.0",
    String.raw`[command]/usr/bin/git config --local --name-only --get-regexp http\.https\:\/\/github\.com\/\.extraheader`,
    "http.https://github.com/.extraheader",
    "[command]/usr/bin/git config --local --unset-all http.https://github.com/.extraheader",
    "Cleaning up orphan processes",
  ].map((text) => ({ at: new Date(end.getTime() + 900), text }));
  return [...before, ...githubStep(run), ...after];
}

function gitlabFrame({ lines, shown, exit, path }) {
  const start = lines[0]?.at ?? new Date(0);
  const end = lines.at(-1)?.at ?? start;
  const seconds = (date) => Math.floor(date.getTime() / 1000);
  const open = (name, at, title) =>
    `section_start:${seconds(at)}:${name}\r${ESC}[0K${ESC}[0K${ESC}[36;1m${title}${ESC}[0;m${ESC}[0;m`;
  const close = (name, at) => `section_end:${seconds(at)}:${name}\r${ESC}[0K`;
  const frame = [
    [start, `${ESC}[0KRunning with gitlab-runner 18.2.1 (cc489270)${ESC}[0;m`],
    [start, `${ESC}[0K  on acme-docker-3 t3_kZq9Xy, system ID: s_4d0c5f1b2a97${ESC}[0;m`],
    [start, open("prepare_executor", start, 'Preparing the "docker" executor')],
    [start, `${ESC}[0KUsing Docker executor with image node:22-bookworm ...${ESC}[0;m`],
    [start, close("prepare_executor", start)],
    [start, open("get_sources", start, "Getting source from Git repository")],
    [start, `${ESC}[32;1mFetching changes with git depth set to 20...${ESC}[0;m`],
    [start, `Reinitialized existing Git repository in ${path}/.git/`],
    [start, `${ESC}[32;1mChecking out 7c1f0d2e as detached HEAD (ref is main)...${ESC}[0;m`],
    [
      start,
      `${close("get_sources", start)}${open("step_script", start, 'Executing "step_script" stage of the job script')}`,
    ],
    [start, `${ESC}[32;1m$ ${shown}${ESC}[0;m`],
    ...lines.map(({ at, text }) => [at, text]),
    [end, close("step_script", end)],
    [end, open("cleanup_file_variables", end, "Cleaning up project directory and file based variables")],
    [end, close("cleanup_file_variables", end)],
    [
      end,
      exit === 0 ? `${ESC}[32;1mJob succeeded${ESC}[0;m` : `${ESC}[31;1mERROR: Job failed: exit code ${exit}${ESC}[0;m`,
    ],
  ];
  return frame.map(([at, text]) => ({ at, text }));
}

function jenkins({ lines, shown, exit, path }) {
  return join([
    "Started by an SCM change",
    "[Pipeline] Start of Pipeline",
    "[Pipeline] node",
    `Running on agent-2 in ${path}`,
    "[Pipeline] {",
    "[Pipeline] stage",
    "[Pipeline] { (Check)",
    "[Pipeline] sh",
    `+ ${shown}`,
    ...lines.map(({ text }) => text),
    "[Pipeline] }",
    "[Pipeline] // stage",
    "[Pipeline] }",
    "[Pipeline] // node",
    "[Pipeline] End of Pipeline",
    ...(exit === 0 ? ["Finished: SUCCESS"] : [`ERROR: script returned exit code ${exit}`, "Finished: FAILURE"]),
  ]);
}

function compose({ lines, exit, repo }) {
  const name = `${repo}-1`;
  const other = "db-1".padEnd(name.length);
  const own = (text) => `${ESC}[36m${name}  | ${ESC}[0m${text}`;
  const database = (text) => `${ESC}[33m${other}  | ${ESC}[0m${text}`;
  const stamp = (lines[0]?.at ?? new Date(0)).toISOString().replace("T", " ").replace("Z", " UTC");
  return join([
    `Attaching to db-1, ${name}`,
    database(`${stamp} [1] LOG:  listening on IPv4 address "0.0.0.0", port 5432`),
    ...lines.slice(0, 1).map(({ text }) => own(text)),
    database(`${stamp} [1] LOG:  database system is ready to accept connections`),
    ...lines.slice(1).map(({ text }) => own(text)),
    `${name} exited with code ${exit}`,
  ]);
}

const writers = {
  none: ({ lines }) => join(lines.map(({ text }) => text)),
  nx: ({ lines }) => join(lines.map(({ text }) => text)),
  lerna: ({ lines }) => join(lines.map(({ text }) => text)),
  turbo: ({ lines }) => join(lines.map(({ text }) => text)),
  "pnpm-workspace": ({ lines }) => join(lines.map(({ text }) => text)),
  "github-step": (run) => join(githubStep(run).map(({ at, text }, place) => `${githubStamp(at, place)} ${text}`)),
  // The archive that GitHub offers for download starts with a byte order mark.
  "github-job": (run) =>
    `\uFEFF${join(githubJob(run).map(({ at, text }, place) => `${githubStamp(at, place)} ${text}`))}`,
  // `gh run view --log-failed` puts job and step before each line.
  "github-cli": (run) =>
    join(githubStep(run).map(({ at, text }, place) => `check\tRun ${run.shown}\t${githubStamp(at, place)} ${text}`)),
  gitlab: (run) => join(gitlabFrame(run).map(({ text }) => text)),
  // GitLab 17 and later: time, stream number, O or E, and a space (a plus sign would continue a line).
  "gitlab-timestamps": (run) =>
    join(
      gitlabFrame(run).map(
        ({ at, text }, place) =>
          `${at.toISOString().replace("Z", `${String((place * 3 + 11) % 1000).padStart(3, "0")}Z`)} ${place < 10 ? "00" : "01"}O ${text}`,
      ),
    ),
  jenkins,
  compose,
};

/** Fails with an error when the runner is unknown: a log without its decoration would be labelled wrongly. */
export function writeAsRunner(runner, run) {
  const writer = writers[runner];
  if (!writer) throw new Error(`No such runner: ${runner}`);
  return writer(run);
}
