import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packageRoot } from "#server/compose/package-root.ts";

export type MeasuredStart = {
  /** From the start of the process to the first answer of any kind, in ms. */
  firstAnswerMs: number;
  /** To the first answer that no leg is missing from, in ms. */
  completeAnswerMs: number;
  /** What the process holds then, in MB. */
  residentMegabytes: number;
  firstTier: number | null;
};

/** Starts the built server on the store that `environment` names, asks until it answers wholly, and stops it. */
export async function measureStart(
  environment: Readonly<Record<string, string>>,
  { body }: { body: unknown },
): Promise<MeasuredStart> {
  const port = await freePort();
  const started = performance.now();
  const server = spawn(process.execPath, [path.join(packageRoot(), "dist", "serve.mjs")], {
    cwd: packageRoot(),
    stdio: "ignore",
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      WHENCE_DEMO: "off",
      ...environment,
    },
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    const first = await askUntil(port, body, () => true);
    const firstAnswerMs = performance.now() - started;
    await askUntil(port, body, ({ degraded }) => degraded.length === 0);
    const completeAnswerMs = performance.now() - started;
    return { firstAnswerMs, completeAnswerMs, residentMegabytes: await residentOf(server.pid), firstTier: first.tier };
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

/** A quiet machine needs about 3 s, also with 100,000 memories; without kept indexes about 30 s. */
const startLimitMs = 180_000;

type Answer = { tier: number | null; degraded: unknown[] };

async function askUntil(port: number, body: unknown, isEnough: (answer: Answer) => boolean): Promise<Answer> {
  for (const until = performance.now() + startLimitMs; performance.now() < until; ) {
    const answer = await ask(port, body);
    if (answer && isEnough(answer)) return answer;
    await sleep(10);
  }
  throw new Error(`The server did not answer within ${startLimitMs / 1_000} s.`);
}

async function ask(port: number, body: unknown): Promise<Answer | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/memory/context`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (typeof answer !== "object" || answer === null || !("tier" in answer) || !("degraded" in answer)) return null;
    const { tier, degraded } = answer;
    return { tier: typeof tier === "number" ? tier : null, degraded: Array.isArray(degraded) ? degraded : [] };
  } catch {
    return null;
  }
}

async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
