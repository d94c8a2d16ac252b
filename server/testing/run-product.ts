import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "#server/compose/package-root.ts";

const dist = path.join(packageRoot(), "dist");
export const serveFile = path.join(dist, "serve.mjs");
export const cliFile = path.join(dist, "whence.mjs");

/** Far above what is promised: a busy machine may be slow, and what hangs never ends. */
const wideBoundMs = 180_000;

export type Product = {
  pid: number;
  child: ChildProcess;
  out(): string;
  err(): string;
  ended: Promise<{ code: number | null; out: string; err: string }>;
  /** What the first line says that matches; throws when the process ends without it. */
  saying(pattern: RegExp): Promise<string>;
};

const running = new Set<ChildProcess>();

/** Starts the built server or command line on `dataDir`, in the folder that holds it, with nothing else set. `endProducts` ends what is left. */
export function startProduct(script: string, args: readonly string[], dataDir: string): Product {
  if (!existsSync(script)) throw new Error("Run `npm run build` first.");
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("WHENCE_") && name !== "DATABASE_URL" && name !== "NODE_OPTIONS",
  );
  const child = spawn(process.execPath, [script, ...args], {
    cwd: path.dirname(dataDir),
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...Object.fromEntries(inherited),
      NODE_ENV: "production",
      PORT: "0",
      WHENCE_DATA_DIR: dataDir,
      WHENCE_DEMO: "off",
    },
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
  child.stdin.on("error", () => {});
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
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

export const whence = (dataDir: string, ...args: string[]) => startProduct(cliFile, args, dataDir).ended;

/** Ends every process that still runs, also a suspended one. For `afterEach` or `afterAll`. */
export async function endProducts(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) child.kill("SIGKILL");
  await Promise.all(ends);
}
