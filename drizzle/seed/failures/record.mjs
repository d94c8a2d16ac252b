/**
 * Records true outputs of real failures: copies each broken project of `failures.json` into ordinary-looking folders, runs the
 * real tool there three times under other conditions, and stores what a person would see in `logs/<id>/run-N.log`.
 *
 *   node drizzle/seed/failures/record.mjs              every failure
 *   node drizzle/seed/failures/record.mjs ID [ID…]     only these
 *
 * It needs root on a Linux machine, because paths in a true log are the paths where the tool ran: it makes the folders of
 * `ownedFolders`, refuses to start where one is there already, and removes them at the end.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { conditions, conditionsFor, ownedFolders } from "./recorder/conditions.mjs";
import { writeAsRunner } from "./recorder/runners.mjs";
import { startService } from "./recorder/services.mjs";
import { installToolset, linkPackages, placeNode, placeTool } from "./recorder/toolsets.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const cacheDir = join(tmpdir(), "whence-failures");
const catalogue = JSON.parse(readFileSync(join(here, "failures.json"), "utf8"));
const faketime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/** Bytes; a log above this would make the repository heavy without telling more. */
const maxLogBytes = 40_000;
const timeLimitMs = 240_000;
/** Long enough for some output, short enough to end before the command does. */
const cancelAfterMs = 1_800;
const nodeOfRun = ["node-20", "node-22", "node-24"];
const variantOfRun = ["a", "b", "a"];
/** Containers name no language, so that tools of the C library quote and draw in ASCII there. */
const localeOfRun = ["C.UTF-8", "C.UTF-8", "C"];

function toolsetDir(name) {
  const dependencies = catalogue.toolsets[name];
  if (!dependencies) throw new Error(`failures.json names no toolset ${name}.`);
  return installToolset({ name, dependencies, cacheDir });
}

/** The toolset's name for this variant: `vitest` means `vitest-a` or `vitest-b`, `turbo` only itself. */
function toolsetFor(name, variant) {
  return catalogue.toolsets[name] ? name : `${name}-${variant}`;
}

function versionsOf(name) {
  return Object.entries(catalogue.toolsets[name]).map(([dependency, version]) => `${dependency} ${version}`);
}

/** How tools of the machine tell their version; tools from npm are in the catalogue's toolsets. */
const versionCommands = {
  bash: ["bash", "--version"],
  clang: ["clang", "--version"],
  cmake: ["cmake", "--version"],
  curl: ["curl", "--version"],
  docker: ["docker", "--version"],
  flake8: ["flake8", "--version"],
  "g++": ["g++", "--version"],
  gcc: ["gcc", "--version"],
  git: ["git", "--version"],
  go: ["go", "version"],
  gradle: ["gradle", "--version"],
  java: ["java", "--version"],
  javac: ["javac", "--version"],
  kubectl: ["kubectl", "version", "--client"],
  make: ["make", "--version"],
  mvn: ["mvn", "-B", "--version"],
  mypy: ["mypy", "--version"],
  openssl: ["openssl", "version"],
  psql: ["psql", "--version"],
  python3: ["python3", "--version"],
  ruff: ["ruff", "--version"],
  shellcheck: ["shellcheck", "--version"],
  ssh: ["bash", "-c", "ssh -V 2>&1"],
  terraform: ["terraform", "version"],
};

/** The line of the version command's output that holds a number; `path` because a run may have another Python. */
function machineVersion(needs, path) {
  const command = versionCommands[needs];
  if (!command) return [];
  const environment = { ...process.env, PATH: path, TF_CLI_CONFIG_FILE: "", CHECKPOINT_DISABLE: "1" };
  const output = execFileSync(command[0], command.slice(1), {
    encoding: "utf8",
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const line = output.split("\n").find((text) => /\d+\.\d+/.test(text) && !text.startsWith("openjdk"));
  return [(line ?? output.split("\n")[0]).trim()];
}

const pass = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"];

function environmentOf({ condition, serviceEnv, path, failure, locale }) {
  const { home, runner, colour, terminal } = condition;
  const env = {
    PATH: path,
    HOME: home,
    USER: home.split("/").at(-1),
    LANG: locale,
    TERM: terminal ? "xterm-256color" : "dumb",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
    NEXT_TELEMETRY_DISABLED: "1",
    TURBO_TELEMETRY_DISABLED: "1",
    NX_DAEMON: "false",
    NX_NO_CLOUD: "true",
    DO_NOT_TRACK: "1",
    CHECKPOINT_DISABLE: "1",
    GOPROXY: "off",
    GOFLAGS: "-mod=mod",
    GOCACHE: join(cacheDir, "go-cache"),
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? "/root/.rustup",
    PYTHONDONTWRITEBYTECODE: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    PIP_NO_INDEX: "1",
    ...serviceEnv,
    ...failure.env,
  };
  for (const name of pass) if (process.env[name]) env[name] = process.env[name];
  if (runner.startsWith("github")) Object.assign(env, { CI: "true", GITHUB_ACTIONS: "true" });
  if (runner.startsWith("gitlab")) Object.assign(env, { CI: "true", GITLAB_CI: "true" });
  if (runner === "jenkins") Object.assign(env, { JENKINS_URL: "http://localhost:8080/", BUILD_NUMBER: "212" });
  if (colour && !terminal) {
    const forced = {
      FORCE_COLOR: "1",
      CLICOLOR_FORCE: "1",
      CARGO_TERM_COLOR: "always",
      PY_COLORS: "1",
      npm_config_color: "always",
    };
    Object.assign(env, forced, { MYPY_FORCE_COLOR: "1", TERM: "xterm-256color" });
  }
  return env;
}

/** PATH for a run, and what is put on it: Node, the single tools, and the system's own folders. */
function pathOf({ failure, condition, run, variant }) {
  const node = placeNode({
    toolsetDir: toolsetDir(failure.node?.[run - 1] ?? nodeOfRun[run - 1]),
    home: condition.home,
  });
  const folders = [node.binDir];
  const versions = [`node ${node.version}`];
  for (const tool of failure.tools ?? []) {
    const name = toolsetFor(tool, variant);
    folders.unshift(placeTool({ toolsetDir: toolsetDir(name), name }));
    versions.push(...versionsOf(name));
  }
  if (failure.needs === "cargo" || failure.needs === "rustc") {
    const channel = variant === "a" ? "stable" : "nightly";
    const cargo = execFileSync("rustup", ["which", "--toolchain", channel, "cargo"], { encoding: "utf8" }).trim();
    folders.unshift(dirname(cargo));
    versions.push(execFileSync(cargo, ["--version"], { encoding: "utf8" }).trim());
  }
  if (failure.needs === "python3" && failure.python !== "system" && variant === "b" && process.env.PYENV_ROOT) {
    folders.unshift(placePython());
  }
  const path = [...folders, "/usr/local/bin", "/usr/bin", "/bin"].join(":");
  return { path, versions: [...versions, ...machineVersion(failure.needs, path)] };
}

/** A second Python, laid where GitHub's setup-python has it. */
function placePython() {
  const version = execFileSync("pyenv", ["version-name"], { encoding: "utf8" }).trim();
  const root = `/opt/hostedtoolcache/Python/${version}/x64`;
  if (!existsSync(root)) {
    mkdirSync(dirname(root), { recursive: true });
    execFileSync("cp", ["-al", join(process.env.PYENV_ROOT, "versions", version), root]);
  }
  return `${root}/bin`;
}

/** Runners of a workspace of npm: what stands in their file, and the command that runs a script of every package. */
const npmRunners = {
  turbo: (script) => ({
    config: { ui: "stream", tasks: { [script]: { cache: false } } },
    command: ["node_modules/.bin/turbo", "run", script],
  }),
  nx: (script) => ({
    config: { neverConnectToCloud: true, analytics: false },
    command: ["node_modules/.bin/nx", "run-many", "-t", script, "--output-style=stream"],
  }),
  lerna: (script) => ({
    config: { version: "1.4.0", useNx: false },
    command: ["node_modules/.bin/lerna", "run", script, "--stream"],
  }),
};

/** The folder around the project where a workspace runner needs one. Answers the command that it runs. */
function wrapInWorkspace({ condition, failure, workDir, repo }) {
  const { root, runner } = condition;
  const write = (file, value) =>
    writeFileSync(join(root, file), typeof value === "string" ? value : JSON.stringify(value, null, 2));
  const manifest = JSON.parse(readFileSync(join(workDir, "package.json"), "utf8"));
  manifest.name = `@acme/${repo}`;
  writeFileSync(join(workDir, "package.json"), JSON.stringify(manifest, null, 2));
  if (npmRunners[runner]) {
    const { config, command } = npmRunners[runner](failure.script);
    write("package.json", { name: "acme", private: true, packageManager: "npm@10.8.2", workspaces: ["apps/*"] });
    write("package-lock.json", {
      name: "acme",
      lockfileVersion: 3,
      requires: true,
      packages: { "": { name: "acme", workspaces: ["apps/*"] } },
    });
    write(`${runner}.json`, config);
    linkPackages({ toolsetDir: toolsetDir(runner), workDir: root });
    return command;
  }
  write("package.json", { name: "acme", private: true });
  write("pnpm-workspace.yaml", "packages:\n  - apps/*\n");
  return ["pnpm", "-r", "run", failure.script];
}

/** Runs the command with standard output and standard error on one pipe, so that their order is the order of writing. */
function runCommand({ command, cwd, env, terminal, daysAgo, clock, limitMs }) {
  const faked = daysAgo > 0 && clock !== "real" && existsSync(faketime);
  const shiftMs = faked ? daysAgo * 86_400_000 : 0;
  const argv = terminal ? ["/usr/bin/python3", join(here, "recorder/terminal.py"), ...command] : command;
  const clockEnv = faked ? { LD_PRELOAD: faketime, FAKETIME: `-${daysAgo}d`, FAKETIME_DONT_FAKE_MONOTONIC: "1" } : {};
  const script = 'exec 2>&1; exec "$@"';
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/bash", ["-c", script, "bash", ...argv], {
      cwd,
      env: { ...env, ...clockEnv },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    const limit = setTimeout(() => process.kill(-child.pid, "SIGKILL"), limitMs);
    const chunks = [];
    child.stdout.on("data", (bytes) => chunks.push({ at: new Date(Date.now() - shiftMs), bytes }));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(limit);
      const exit = code ?? 128 + (signal === "SIGKILL" ? 9 : signal === "SIGABRT" ? 6 : signal === "SIGSEGV" ? 11 : 15);
      resolve({ exit, lines: linesOf(chunks), startedAt: chunks[0]?.at ?? new Date(Date.now() - shiftMs) });
    });
  });
}

/** A line gets the time at which its end arrived. */
function linesOf(chunks) {
  const text = chunks.map(({ bytes }) => bytes.toString("latin1")).join("");
  const whole = Buffer.from(text, "latin1").toString("utf8");
  const ends = [];
  let bytes = 0;
  for (const chunk of chunks) {
    bytes += chunk.bytes.length;
    ends.push({ until: bytes, at: chunk.at });
  }
  let place = 0;
  let chunk = 0;
  const lines = whole.replace(/\n$/, "").split("\n");
  return lines.map((line) => {
    place += Buffer.byteLength(line) + 1;
    while (chunk < ends.length - 1 && ends[chunk].until < place) chunk += 1;
    return { at: ends[chunk]?.at ?? new Date(0), text: line };
  });
}

/** A whole log, or the part of it that people sometimes have: the last lines alone, or what a cancelled job left. */
function shapedLog({ failure, condition, run }) {
  if (failure.shape === "footer") {
    const marker = "the output stood here";
    const log = writeAsRunner(condition.runner, { ...run, lines: [{ at: run.startedAt, text: marker }] });
    return log.slice(log.indexOf("\n", log.indexOf(marker)) + 1);
  }
  const log = writeAsRunner(condition.runner, run);
  if (failure.shape === "cancelled")
    return log.replace(/Process completed with exit code \d+\./, "The operation was canceled.");
  return log;
}

function quoted(argument) {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

async function recordRun({ failure, run, conditionName, logDir }) {
  const condition = conditions[conditionName];
  if (!condition) throw new Error(`${failure.id}: no such condition ${conditionName}.`);
  const repo = failure.repo ?? "shop";
  const workDir = condition.path.replaceAll("REPO", repo);
  const variant = variantOfRun[run - 1];
  const locale = localeOfRun[run - 1];
  rmSync(condition.root ?? workDir, { recursive: true, force: true });
  mkdirSync(workDir, { recursive: true });
  mkdirSync(condition.home, { recursive: true });
  cpSync(join(here, "projects", failure.id), workDir, { recursive: true });

  const versions = [];
  for (const package_ of failure.packages ? [failure.packages].flat() : []) {
    const name = toolsetFor(package_, variant);
    linkPackages({ toolsetDir: toolsetDir(name), workDir });
    versions.push(...versionsOf(name));
  }
  const tools = [
    ...(failure.tools ?? []),
    ...(condition.runner === "pnpm-workspace" && !failure.tools?.includes("pnpm") ? ["pnpm"] : []),
  ];
  const placed = pathOf({ failure: { ...failure, tools }, condition, run, variant });
  const service = await startService({
    name: failure.service,
    variant,
    toolsetDir: failure.service === "postgres" && variant === "b" ? toolsetDir("postgres-18") : undefined,
  });
  try {
    const env = environmentOf({ condition, serviceEnv: service.env, path: placed.path, failure, locale });
    if (failure.setup) execFileSync("/bin/bash", ["-ec", failure.setup], { cwd: workDir, env, stdio: "pipe" });
    const command = condition.root ? wrapInWorkspace({ condition, failure, workDir, repo }) : failure.command;
    const result = await runCommand({
      command,
      cwd: condition.root ?? workDir,
      env,
      terminal: condition.terminal,
      daysAgo: condition.daysAgo,
      clock: failure.clock,
      limitMs: failure.shape === "cancelled" ? cancelAfterMs : timeLimitMs,
    });
    const shown = command.map(quoted).join(" ");
    let log = shapedLog({ failure, condition, run: { ...result, shown, repo, path: workDir } });
    if (condition.crlf) log = log.replaceAll("\n", "\r\n");
    check({ failure, log, exit: result.exit, conditionName, wrapped: Boolean(condition.root) });
    mkdirSync(logDir, { recursive: true });
    writeFileSync(join(logDir, `run-${run}.log`), log);
    const facts = {
      failure: failure.id,
      run,
      condition: conditionName,
      runner: condition.runner,
      path: workDir,
      path_kind: condition.pathKind,
      colour: condition.colour,
      terminal: condition.terminal,
      locale,
      line_ends: condition.crlf || condition.terminal ? "crlf" : "lf",
      command: shown,
      exit_code: result.exit,
      versions: [...versions, ...placed.versions],
      recorded_at: result.startedAt.toISOString(),
    };
    writeFileSync(join(logDir, `run-${run}.json`), `${JSON.stringify(facts, null, 2)}\n`);
  } finally {
    await service.stop();
    rmSync(condition.root ?? workDir, { recursive: true, force: true });
    rmSync(join(dirname(workDir), "shop.git"), { recursive: true, force: true });
  }
}

/** Stops the recording when a log is not what the catalogue promises, or names a folder that no user has. */
function check({ failure, log, exit, conditionName, wrapped }) {
  const where = `${failure.id} under ${conditionName}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is removed
  const plain = log.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "");
  for (const expected of [failure.expect].flat()) {
    if (!new RegExp(expected).test(plain))
      throw new Error(`${where}: the output holds no ${expected}\n${plain.slice(-3000)}`);
  }
  const right = wrapped ? exit !== 0 : exit === failure.exit;
  if (!right && failure.exit !== undefined)
    throw new Error(`${where}: exit code ${exit}, not ${failure.exit}\n${plain.slice(-3000)}`);
  const leak = [cacheDir, here, "/root/", process.env.WHENCE_RECORDER_SECRETS].find(
    (text) => text && log.includes(text),
  );
  if (leak) throw new Error(`${where}: the output names ${leak}\n${plain.slice(0, 3000)}`);
  if (Buffer.byteLength(log) > maxLogBytes) throw new Error(`${where}: ${Buffer.byteLength(log)} bytes are too many`);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !catalogue.failures.some((failure) => failure.id === id));
if (unknown.length > 0) throw new Error(`failures.json has no ${unknown.join(", ")}.`);
const taken = ownedFolders.filter((folder) => existsSync(folder));
if (taken.length > 0) throw new Error(`These folders are there already and would be removed: ${taken.join(", ")}`);

const broken = [];
try {
  for (const [place, failure] of catalogue.failures.entries()) {
    if (wanted.length > 0 && !wanted.includes(failure.id)) continue;
    const folder = failure.kind === "none" ? "logs-none" : "logs";
    const names = conditionsFor({ ...failure, workspace: Boolean(failure.script) }, place);
    for (const [index, conditionName] of names.entries()) {
      try {
        await recordRun({ failure, run: index + 1, conditionName, logDir: join(here, folder, failure.id) });
      } catch (error) {
        broken.push(failure.id);
        console.error(`✗ ${error.message}\n${error.stderr ?? ""}`);
      }
    }
    console.log(`${broken.includes(failure.id) ? "✗" : "✓"} ${failure.id}`);
  }
} finally {
  for (const folder of ownedFolders) rmSync(folder, { recursive: true, force: true });
}
if (broken.length > 0) {
  console.error(`Not recorded as promised: ${[...new Set(broken)].join(", ")}`);
  process.exitCode = 1;
}
