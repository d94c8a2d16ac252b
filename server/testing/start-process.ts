import { type ChildProcess, spawn } from "node:child_process";

export type Ended = { code: number | null; out: string; err: string };

export type StartedProcess = {
  pid: number;
  child: ChildProcess;
  /** What it has printed so far. */
  out(): string;
  /** What it has written to its error output so far. */
  err(): string;
  ended: Promise<Ended>;
  /** What the first line says that matches; throws when the process ends without it. */
  saying(pattern: RegExp): Promise<string>;
};

/** Far above what is promised: a busy machine may be slow, and what hangs never ends. */
const wideBoundMs = 180_000;
const running = new Set<ChildProcess>();

/** Starts a Node script with exactly this environment, its input open until somebody ends it. `endProcesses` ends what is left. */
export function startProcess(
  args: readonly string[],
  { cwd, environment }: { cwd: string; environment: Readonly<Record<string, string>> },
): StartedProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ["pipe", "pipe", "pipe"],
    env: { NODE_ENV: "production", PATH: process.env.PATH ?? "", ...environment },
  });
  running.add(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  // Writing to a process that has just ended is part of the tests.
  child.stdin.on("error", () => {});
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code) => {
      running.delete(child);
      resolve({ code, out, err });
    }),
  );
  const limit = setTimeout(() => child.kill("SIGKILL"), wideBoundMs);
  void ended.then(() => clearTimeout(limit));
  return {
    pid: child.pid ?? 0,
    child,
    out: () => out,
    err: () => err,
    ended,
    saying: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(out)?.[1];
          if (found !== undefined) resolve(found);
        };
        child.stdout.on("data", look);
        look();
        void ended.then(() => reject(new Error(`ended without ${pattern}: ${err || out}`)));
      }),
  };
}

/** Ends every process of this file that still runs, also a suspended one. */
export async function endProcesses(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) child.kill("SIGKILL");
  await Promise.all(ends);
}
