import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export type RunningServer = { url: string; stop(): Promise<void> };

export const packageFolder = fileURLToPath(new URL("..", import.meta.url));
/** Creating a store and loading the demo takes seconds on an idle machine, and minutes on a busy one. */
const startWithinMs = 240_000;

/** The environment without what the tests themselves are told by: the server refuses variables that it does not know. */
function serverEnvironment(dataDir: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("WHENCE_") && name !== "DATABASE_URL" && name !== "HOST",
  );
  return { ...Object.fromEntries(inherited), NODE_ENV: "production", PORT: "0", WHENCE_DATA_DIR: dataDir };
}

/**
 * The production server on a free port: over a store of its own that holds the demo, or over the Postgres given, which
 * gets no demo.
 */
export async function startServer({ databaseUrl }: { databaseUrl?: string } = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-e2e-"));
  const server = spawn(process.execPath, [path.join(packageFolder, "dist", "serve.mjs")], {
    cwd: packageFolder,
    env: { ...serverEnvironment(dataDir), ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), startWithinMs);
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      const found = /Serving on (http:\S+)/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
