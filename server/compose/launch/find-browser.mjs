import { existsSync } from "node:fs";
import path from "node:path";
import { runStep } from "./run-step.mjs";
import { root } from "./set-up.mjs";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * The browser for the tests: the machine's own Chromium; on a Debian machine, as root, it is installed; elsewhere
 * Playwright's own browser is. Returns a path, or null when Playwright finds its browser by itself.
 */
export async function findBrowser() {
  const present = installed.find((file) => existsSync(file));
  if (present) return present;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    process.stdout.write("Installing Chromium for the browser tests …\n");
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
