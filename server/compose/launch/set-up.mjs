import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "./run-step.mjs";

/** This file runs before anything is installed, so it needs nothing but Node. */

export const root = fileURLToPath(new URL("../../..", import.meta.url));

const say = (line) => process.stdout.write(`${line}\n`);

export function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 9)) return;
  throw new Error(`Node ${process.versions.node} is too old: Whence needs 20.9 or newer.`);
}

/** Installs the packages when they are missing or the lock file has changed since. */
export async function installPackages() {
  const lock = fileHash("package-lock.json");
  const stamp = path.join(root, "node_modules", ".whence-installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  say("Installing packages (once, about a minute) …");
  await runStep("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root });
  writeFileSync(stamp, lock);
}

/** Builds dashboard, server, command line and the store template, unless the sources are those of the last build. */
export async function build() {
  const stamp = path.join(root, "dist", "build-stamp");
  const sources = sourcesHash();
  if (
    existsSync(stamp) &&
    existsSync(path.join(root, ".next", "BUILD_ID")) &&
    readFileSync(stamp, "utf8") === sources
  ) {
    return;
  }
  say("Building (once for each version, about a minute) …");
  rmSync(stamp, { force: true });
  await runStep(process.execPath, [path.join(root, "server", "compose", "launch", "bundle.mjs")], { cwd: root });
  await runStep(process.execPath, [path.join(root, "node_modules", "next", "dist", "bin", "next"), "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
}

function sourcesHash() {
  const hash = createHash("sha256").update(process.version).update(fileHash("package-lock.json"));
  for (const name of ["package.json", "tsconfig.json", "next.config.mjs", "postcss.config.mjs"]) {
    hash.update(fileHash(name));
  }
  for (const folder of ["app", "components", "server", "drizzle", "public"]) {
    for (const file of filesIn(path.join(root, folder))) hash.update(file).update(readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

function* filesIn(folder) {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") yield* filesIn(full);
    else if (entry.isFile()) yield path.relative(root, full);
  }
}

function fileHash(name) {
  const file = path.join(root, name);
  return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : "";
}
