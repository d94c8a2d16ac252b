import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The path of nginx on this machine; null where there is none. */
export function findNginx(): string | null {
  const found = ["nginx", "/usr/sbin/nginx", "/opt/homebrew/bin/nginx"];
  return found.find((binary) => spawnSync(binary, ["-v"]).status === 0) ?? null;
}

export type Nginx = { port: number; stop(): Promise<void> };

/** nginx as a distribution sets it up, with nothing said about proxying but where to: it buffers, packs and gives up after 60 s. */
export async function startNginx(binary: string, { upstreamPort }: { upstreamPort: number }): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), "whence-nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((what) => `${what}_temp_path ${what};`);
  await writeFile(
    path.join(folder, "nginx.conf"),
    `worker_processes 1;
pid nginx.pid;
error_log error.log;
events {}
http {
  access_log off;
  gzip on;
  ${temporary.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${upstreamPort}; }
  }
}
`,
  );
  const nginx = spawn(
    binary,
    ["-p", folder, "-e", path.join(folder, "error.log"), "-c", path.join(folder, "nginx.conf"), "-g", "daemon off;"],
    { stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => nginx.once("close", () => resolve()));
  const stop = async () => {
    nginx.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let times = 0; times < 600; times++) {
    if (await accepts(port)) return { port, stop };
    if (nginx.exitCode !== null) break;
    await sleep(50);
  }
  const said = await readFile(path.join(folder, "error.log"), "utf8").catch(() => "");
  await stop();
  throw new Error(`nginx did not start: ${said}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
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
