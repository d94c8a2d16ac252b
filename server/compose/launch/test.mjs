import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "./find-browser.mjs";
import { runStep } from "./run-step.mjs";
import { build, installPackages, refuseOldNode, root } from "./set-up.mjs";

/**
 * `npm test`: from a fresh clone to the verdict. Installs what is missing (browser and test Postgres included), then
 * runs checks, unit, integration and browser tests. Each part runs also when an earlier one failed, so that one run
 * tells everything. Ends with the line `N passed, N failed`.
 */
const say = (line) => process.stdout.write(`${line}\n`);
const reports = mkdtempSync(path.join(tmpdir(), "whence-test-"));
const totals = { passed: 0, failed: 0, skipped: 0 };
const bin = (name) => path.join(root, "node_modules", ...name.split("/"));
const node = (script, args, env = {}) =>
  runStep(process.execPath, [bin(script), ...args], { cwd: root, env: { ...process.env, ...env } });

async function part(title, run, countOf) {
  say(`\n── ${title}`);
  const started = Date.now();
  let isGreen = true;
  try {
    await run();
  } catch (error) {
    isGreen = false;
    say(error.message);
  }
  const counts = countOf?.() ?? (isGreen ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  // A part that broke off without naming a failed test has failed all the same.
  if (!isGreen && counts.failed === 0) counts.failed = 1;
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  totals.skipped += counts.skipped ?? 0;
  say(`   ${counts.passed} passed, ${counts.failed} failed in ${Math.round((Date.now() - started) / 1000)} s`);
}

function readReport(name) {
  const file = path.join(reports, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

function vitestCounts(name) {
  const report = readReport(name);
  return (
    report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests ?? 0 }
  );
}

function playwrightCounts() {
  const stats = readReport("e2e.json")?.stats;
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

/** The MCP conformance suite and its Node: a package apart, and missing where the platform has none; its tests say so. */
async function installConformance() {
  const folder = path.join(root, "server", "testing", "conformance-package");
  const lock = readFileSync(path.join(folder, "package-lock.json"), "utf8");
  const stamp = path.join(folder, "node_modules", ".whence-installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  say("Installing the MCP conformance suite (once) …");
  await runStep("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  writeFileSync(stamp, lock);
}

async function vitest(project) {
  const output = path.join(reports, `${project}.json`);
  await node("vitest/vitest.mjs", [
    "run",
    "--config",
    "server/testing/vitest.config.ts",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${output}`,
  ]);
}

refuseOldNode();
await installPackages();
await part("format and lint", () => node("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]));
await part("build", build);
await part("types", () => node("typescript/bin/tsc", ["--noEmit", "-p", "."]));
await part(
  "unit tests",
  () => vitest("unit"),
  () => vitestCounts("unit.json"),
);
await part(
  "integration tests",
  async () => {
    await installConformance();
    await vitest("integration");
  },
  () => vitestCounts("integration.json"),
);
await part(
  "browser tests",
  async () => {
    const browser = await findBrowser();
    await node("@playwright/test/cli.js", ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, "e2e.json"),
      ...(browser ? { WHENCE_TEST_BROWSER: browser } : {}),
    });
  },
  playwrightCounts,
);
rmSync(reports, { recursive: true, force: true });
say(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}`);
process.exit(totals.failed === 0 ? 0 : 1);
