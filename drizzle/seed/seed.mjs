import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { root } from "../../server/compose/launch/set-up.mjs";

/**
 * `npm run seed -- NAME`: a store of its own in `.local/seed/NAME`, filled with one scenario, and the pages to look at.
 * A scenario is a file in `scenarios/`; there is no list to add it to.
 */
const folder = path.join(root, "drizzle", "seed", "scenarios");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => path.basename(file, ".ts"))
  .sort();
const say = (line) => process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { day: { type: "string" }, serve: { type: "boolean" } },
});
const [name] = positionals;
if (name === undefined || !names.includes(name)) {
  say("npm run seed -- NAME [--day 2026-07-02] [--serve]\n");
  for (const known of names) say(`  ${known.padEnd(16)} ${summaryOf(known)}`);
  process.exit(name === undefined ? 0 : 2);
}

const dataDir = path.join(root, ".local", "seed", name);
rmSync(dataDir, { recursive: true, force: true });
const { scenario, seedStore } = await bundled(name);
const links = await seedStore(scenario, { dataDir, day: values.day, report: say });
const port = process.env.PORT || "3210";
say(`\n${scenario.summary}\n`);
for (const { path: to, shows } of links) say(`  http://127.0.0.1:${port}${to}\n      ${shows}`);
const shown = path.relative(process.cwd(), dataDir);
if (values.serve) {
  const env = { ...process.env, WHENCE_DATA_DIR: dataDir, WHENCE_DEMO: "off" };
  say("");
  spawn(process.execPath, [path.join(root, "server", "compose", "launch", "start.mjs")], { stdio: "inherit", env });
} else {
  say(`\nServe it with:  WHENCE_DATA_DIR=${shown} WHENCE_DEMO=off npm start`);
}

function summaryOf(known) {
  return /summary:\s*"([^"]*)"/.exec(readFileSync(path.join(folder, `${known}.ts`), "utf8"))?.[1] ?? "";
}

/** Node 20 reads no TypeScript, so the scenario is joined with what runs it. */
async function bundled(scenarioName) {
  const outfile = path.join(root, "node_modules", ".cache", "whence", `seed-${scenarioName}.${process.pid}.mjs`);
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export { scenario } from "./drizzle/seed/scenarios/${scenarioName}.ts"; export { seedStore } from "./drizzle/seed/seed-store.ts";`,
      resolveDir: root,
      loader: "ts",
    },
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20.9",
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
