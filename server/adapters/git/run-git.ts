import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { delimiter, dirname, isAbsolute, resolve } from "node:path";
import { GitPath, RepositoryFolder, Revision } from "./git-arguments.ts";
import { GitFailure } from "./git-failure.ts";

/**
 * The one place that starts git. A repository may be hostile, so every call
 *
 * - uses no shell, takes no optional lock, opens no pager, asks nothing, and reaches no network
 * - reads neither the system's nor the user's configuration, and overrides each key of the repository's own that names
 *   a program; an `include.path` in it can add nothing that these do not override again
 * - ignores replacement objects, so that an object id always means the same bytes
 * - starts outside the repository, so that a `git.exe` lying in it is never the one found
 * - takes values only through `git-arguments.ts`, behind `--end-of-options`
 * - ends the child when it falls silent, prints too much, or is no longer wanted
 */

/** Commands whose output contains names. Without `-z` git would quote them, and a newline in one would make two. */
type NamingCall = {
  command: "ls-tree" | "diff-tree" | "config";
  options: readonly ["-z", ...string[]];
};
type PlainCall = {
  command: "rev-parse" | "rev-list" | "cat-file" | "symbolic-ref" | "version" | "apply";
  options: readonly string[];
};

export type GitCall = (NamingCall | PlainCall) & {
  /** Folder inside the repository. */
  directory: string;
  /** The user's own configuration says that this folder's foreign owner is trusted. */
  isTrusted?: boolean;
  /** Read the user's configuration; only for asking whom the user trusts. */
  readsUserConfig?: boolean;
  revisions?: readonly string[];
  /** Literal paths below the top. */
  paths?: readonly string[];
  /** Text for the child's input, made only as fast as the child takes it. */
  input?: Iterable<string>;
  signal?: AbortSignal | undefined;
  /** Bytes of output after which the child is ended; 64 MiB unless said. */
  maxOutputBytes?: number;
};

/** Longest time that git may stay silent while its output is waited for, ms. */
export const gitSilenceMs = 60_000;

const defaultOutputBytes = 64 * 1_048_576;
const keptErrorBytes = 16_384;

/** Keys that could start a program, write, prompt or reach out. The last value given to git wins over every file. */
const overrides: readonly string[] = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.sshCommand=false",
  "core.gitProxy=none",
  "core.pager=cat",
  "core.editor=false",
  "core.askPass=",
  "core.alternateRefsCommand=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.untrackedCache=false",
  "core.quotePath=false",
  "core.precomposeUnicode=false",
  "credential.helper=",
  "diff.external=",
  "gpg.program=false",
  "log.showSignature=false",
  "submodule.recurse=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "advice.graftFileDeprecated=false",
  "protocol.allow=never",
  "safe.bareRepository=explicit",
];

/** Output in the pieces in which it arrives. Throws `GitFailure`; ends the child however the reading ends. */
export async function* streamGit(call: GitCall): AsyncGenerator<Buffer, void, undefined> {
  if (call.signal?.aborted === true) throw new GitFailure("cancelled", "The call was cancelled.");
  const child = startGit(call);
  const { stdout, stderr, stdin } = child;
  let errorText = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    if (errorText.length < keptErrorBytes) errorText += text;
  });
  const ended = new Promise<{ code: number | null; missing: boolean }>((done) => {
    child.once("error", (error) => done({ code: null, missing: "code" in error && error.code === "ENOENT" }));
    child.once("close", (code) => done({ code, missing: false }));
  });

  let stopped: "silent" | "too_much" | "cancelled" | null = null;
  const stop = (because: "silent" | "too_much" | "cancelled") => {
    stopped ??= because;
    child.kill("SIGKILL");
    stdout.destroy();
  };
  const cancel = () => stop("cancelled");
  call.signal?.addEventListener("abort", cancel, { once: true });
  feed(stdin, call.input ?? []);

  const limit = call.maxOutputBytes ?? defaultOutputBytes;
  let received = 0;
  let timer = setTimeout(() => stop("silent"), gitSilenceMs);
  try {
    try {
      for await (const chunk of stdout) {
        clearTimeout(timer);
        if (!Buffer.isBuffer(chunk)) throw new TypeError("git's output arrived decoded");
        received += chunk.length;
        if (received > limit) {
          stop("too_much");
          break;
        }
        yield chunk;
        timer = setTimeout(() => stop("silent"), gitSilenceMs);
      }
    } catch (error) {
      if (stopped === null) throw error;
    }
    const { code, missing } = await ended;
    if (missing) throw new GitFailure("missing", "git was not found on this machine.");
    if (stopped !== null) throw stoppedFailure(call.command, stopped, limit);
    if (code !== 0) throw new GitFailure("failed", `git ${call.command} ended with code ${code}.`, errorText);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", cancel);
    child.kill("SIGKILL");
    stdout.destroy();
  }
}

/** Whole output as bytes, for calls whose answer is small. */
export async function readGit(call: GitCall): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamGit(call)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Output cut at NUL characters; a record is at most `maxOutputBytes` long, and the last one needs no NUL. */
export async function* streamGitRecords(call: GitCall): AsyncGenerator<Buffer, void, undefined> {
  let open: Buffer[] = [];
  for await (const chunk of streamGit(call)) {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const piece = chunk.subarray(start, end);
      yield open.length === 0 ? piece : Buffer.concat([...open, piece]);
      open = [];
      start = end + 1;
    }
    if (start < chunk.length) open.push(chunk.subarray(start));
  }
  if (open.length > 0) yield Buffer.concat(open);
}

function startGit(call: GitCall): ChildProcessWithoutNullStreams {
  const directory = resolve(RepositoryFolder.parse(call.directory));
  const revisions = (call.revisions ?? []).map((revision) => Revision.parse(revision));
  const paths = (call.paths ?? []).map((path) => GitPath.parse(path));
  const values =
    revisions.length === 0 && paths.length === 0
      ? []
      : ["--end-of-options", ...revisions, ...(endsRevisions(call.command) ? ["--"] : []), ...paths];
  const trusted = call.isTrusted === true ? [`safe.directory=*`] : [];
  const args = [
    "--no-pager",
    "--no-optional-locks",
    "--no-replace-objects",
    "--literal-pathspecs",
    ...[...overrides, ...trusted].flatMap((pair) => ["-c", pair]),
    "-C",
    directory,
    call.command,
    ...call.options,
    ...values,
  ];
  return spawn("git", args, {
    cwd: dirname(process.execPath),
    env: childEnvironment(call.readsUserConfig === true),
    shell: false,
    windowsHide: true,
    stdio: "pipe",
  });
}

/** Commands in which `--` parts commits from paths; in the others it would itself be taken for a path. */
function endsRevisions(command: GitCall["command"]): boolean {
  return command === "diff-tree" || command === "rev-list";
}

/** Nothing is inherited but where programs and temporary files lie: a `GIT_*` or `LD_*` of the caller changes nothing. */
function childEnvironment(readsUserConfig: boolean): NodeJS.ProcessEnv {
  const {
    PATH = "",
    SystemRoot,
    TMPDIR,
    TEMP,
    HOME,
    USERPROFILE,
    XDG_CONFIG_HOME,
    GIT_CONFIG_GLOBAL,
    NODE_ENV,
  } = process.env;
  const path = PATH.split(delimiter).filter((folder) => isAbsolute(folder));
  return {
    NODE_ENV,
    PATH: path.join(delimiter),
    ...present({ SystemRoot, TMPDIR, TEMP }),
    ...(readsUserConfig
      ? present({ HOME, USERPROFILE, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL })
      : { GIT_CONFIG_GLOBAL: "/dev/null" }),
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GIT_NO_LAZY_FETCH: "1",
    // A list of one protocol that does not exist: unlike protocol.allow, the repository's own keys cannot widen it.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
  };
}

function present(variables: Record<string, string | undefined>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) if (value !== undefined) set[name] = value;
  return set;
}

function feed(stdin: ChildProcessWithoutNullStreams["stdin"], input: Iterable<string>): void {
  // A child that ends early closes its input; what that means is told by its code, not by this pipe.
  stdin.on("error", () => {});
  const pieces = input[Symbol.iterator]();
  const write = () => {
    for (let next = pieces.next(); ; next = pieces.next()) {
      if (next.done === true) {
        stdin.end();
        return;
      }
      if (!stdin.write(next.value)) {
        stdin.once("drain", write);
        return;
      }
    }
  };
  write();
}

function stoppedFailure(command: string, stopped: "silent" | "too_much" | "cancelled", limit: number): GitFailure {
  if (stopped === "silent") {
    return new GitFailure("timed_out", `git ${command} was silent for ${gitSilenceMs / 1_000} s and was ended.`);
  }
  if (stopped === "cancelled") return new GitFailure("cancelled", "The call was cancelled.");
  return new GitFailure("too_much_output", `git ${command} printed more than ${limit} bytes and was ended.`);
}
