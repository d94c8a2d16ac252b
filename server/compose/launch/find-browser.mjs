import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { runStep } from "./run-step.mjs";
import { root } from "./set-up.mjs";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const cache = path.join(root, "node_modules", ".cache", "whence");
const say = (line) => process.stdout.write(`${line}\n`);

/**
 * The browser for the tests: the machine's own Chromium; on a Debian machine, as root, it is installed; elsewhere
 * Playwright's own browser is. Where Debian's packages are at hand its headless shell takes the place of the whole
 * browser. Returns a path, or null when Playwright finds its browser by itself.
 */
export async function findBrowser() {
  const whole = await findChromium();
  if (whole === null) return null;
  return (await findHeadlessShell()) ?? whole;
}

async function findChromium() {
  const present = installed.find((file) => existsSync(file));
  if (present) return present;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    say("Installing Chromium for the browser tests …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await runStep("apt-get", ["update", "-qq"], { env });
    await runStep("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { env });
    const found = installed.find((file) => existsSync(file));
    if (found) return found;
  }
  await runStep(
    process.execPath,
    [path.join(root, "node_modules", "@playwright", "test", "cli.js"), "install", "chromium"],
    {
      cwd: root,
    },
  );
  return null;
}

/**
 * Debian's headless shell, which Playwright prefers too where it brings its own: the same engine without the windows
 * around a page, for less than half of the processor's time. It is unpacked beside the project and not installed, because
 * its version would pull the machine's Chromium along. Null where it is not to be had: the whole browser does as well.
 */
async function findHeadlessShell() {
  const home = path.join(cache, "headless-shell");
  const shell = path.join(home, "usr", "lib", "chromium", "chromium-headless-shell");
  if (existsSync(shell)) return shell;
  if (!existsSync("/usr/bin/apt-get") || !existsSync("/usr/bin/dpkg")) return null;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, "headless-shell-"));
  try {
    say("Fetching Debian's headless shell for the browser tests (once) …");
    await runStep("apt-get", ["download", "-qq", "chromium-headless-shell", "chromium-common"], { cwd: folder });
    const packages = (await readdir(folder)).filter((name) => name.endsWith(".deb"));
    for (const name of packages) {
      await runStep("dpkg", ["-x", name, "unpacked"], { cwd: folder });
    }
    const unpacked = path.join(folder, "unpacked");
    // It says its version only if every library that it needs is there.
    await runStep(path.join(unpacked, "usr", "lib", "chromium", "chromium-headless-shell"), ["--version"], {});
    await rename(unpacked, home);
    return shell;
  } catch (error) {
    say(`The whole browser is used: ${error.message}`);
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
