import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export type Child = {
  pid: number;
  /** Every line it has printed so far. */
  readonly lines: readonly string[];
  /** What it has written to its error output so far. */
  readonly errors: string;
  /** The first line, already printed or still to come, that starts with `start`. Throws when the child ends without it. */
  lineWith(start: string): Promise<string>;
  /** Writes a line to its input. */
  say(line: string): void;
  signal(name: NodeJS.Signals): void;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
};

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = path.join(root, "node_modules", ".cache", "whence", "children");

const bundles = new Map<string, Promise<string>>();

/** Bundles a TypeScript entry, given relative to the root, into a module that Node can run. Packages stay outside. */
export function bundleChild(entry: string): Promise<string> {
  const bundled = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, bundled);
  return bundled;
}

async function bundle(entry: string): Promise<string> {
  // A folder of its own for each process: two workers may bundle the same entry at once.
  const outdir = path.join(cache, `${path.basename(entry, ".ts")}.${process.pid}`);
  await mkdir(outdir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir,
    outExtension: { ".js": ".mjs" },
    // As the product is bundled: a command loads what it needs and nothing else.
    splitting: true,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error",
  });
  return path.join(outdir, `${path.basename(entry, ".ts")}.mjs`);
}

const running = new Set<ChildProcess>();

/** Starts `entry` (with `environment` beside its own; a `*.child.ts`, relative to the root) in a process of its own. `endChildren` ends what is left. */
export async function runChild(
  entry: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const script = await bundleChild(entry);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  running.add(child);
  if (child.pid === undefined) throw new Error(`${entry} could not be started`);
  const lines: string[] = [];
  let errors = "";
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    tell();
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  // Writing to a child that has just been killed is part of the tests.
  child.stdin.on("error", () => {});
  let end: number | NodeJS.Signals | undefined;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("close", (code, signal) => {
      running.delete(child);
      end = code ?? signal ?? -1;
      resolve(end);
      tell();
    });
  });
  return {
    pid: child.pid,
    lines,
    get errors() {
      return errors;
    },
    lineWith: (start) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = lines.find((printed) => printed.startsWith(start));
          if (line === undefined && end === undefined) return;
          listeners.delete(look);
          if (line !== undefined) return resolve(line);
          reject(new Error(`${entry} ended (${end}) without "${start}": ${errors || lines.join("\n")}`));
        };
        listeners.add(look);
        look();
      }),
    say: (line) => child.stdin.write(`${line}\n`),
    signal: (name) => child.kill(name),
    ended,
  };
}

/** Ends every child of this file that still runs, also a suspended one. For `afterEach`. */
export async function endChildren(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) child.kill("SIGKILL");
  await Promise.all(ends);
}
