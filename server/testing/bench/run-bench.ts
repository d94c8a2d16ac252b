import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { packageRoot } from "#server/compose/package-root.ts";
import { appendRun, Figure } from "./figures.ts";
import { measureStart } from "./measure-start.ts";
import { plotFigures } from "./plot-figures.ts";

/**
 * What the store costs, in one run: `npm run bench`. Lookups by tier in process and over HTTP, ingestion, start (on a
 * Postgres as well) and memory at 1,000, 10,000 and 100,000 memories, as ratios beside a bare Next route and SQLite FTS5;
 * the command line and each hook beside a bare start of Node; and selection of prior context and SCOPE, which fail the run
 * when they are slow or not exact. Figures are appended to `figures.json` and drawn into `figures.svg`, both beside this
 * file. At the end the normaliser and the index behind it, printed and not kept. About 16 minutes on two quiet processors.
 *
 *   --sizes 1000,10000   other sizes
 *   --quick              500 and 2,000, printed and not kept
 *   --note TEXT          kept with the figures
 */
const { values: options } = parseArgs({
  options: {
    sizes: { type: "string" },
    quick: { type: "boolean", default: false },
    note: { type: "string" },
  },
});
const sizes = (options.sizes ?? (options.quick ? "500,2000" : "1000,10000,100000")).split(",").map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 1)) throw new Error("--sizes: whole numbers with commas.");
const turns = options.quick ? 10 : 40;
const here = path.join(packageRoot(), "server", "testing", "bench");
const runner = path.join(packageRoot(), "server", "testing", "evaluations", "run.mjs");
/** Four times what the largest takes on a quiet machine: what takes longer hangs. */
const partLimitMs = 15 * 60_000;
const load = Number((loadavg()[0] ?? 0).toFixed(2));
const figures: Figure[] = [];
const say = (line: string) => process.stdout.write(`${line}\n`);

for (const size of sizes) {
  say(`\n${size} memories`);
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-bench-"));
  try {
    const measured = z
      .array(Figure)
      .parse(
        JSON.parse(lastLine(await run("server/testing/bench/bench-size.ts", [String(size), String(turns)], dataDir))),
      );
    figures.push(...measured, ...ratiosOf(measured), ...(await startsOf(dataDir, size)));
    const onPostgres = await run("server/testing/bench/bench-postgres.ts", [String(size)], "");
    figures.push(...z.array(Figure).parse(JSON.parse(lastLine(onPostgres))));
    printSize(size);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
printGrowth();

const faults = options.quick
  ? []
  : [
      ...(await measurePart("Command line and hooks", "bench-commands")),
      ...(await measurePart("Selection of prior context", "bench-selection")),
      ...(await measurePart("SCOPE of 5,000 files", "bench-scope")),
    ];

if (!options.quick) {
  const kept = path.join(here, "figures.json");
  const made = appendRun(kept, figures, { load, ...(options.note === undefined ? {} : { note: options.note }) });
  await writeFile(path.join(here, "figures.svg"), plotFigures(figures, made));
  say(`\nAppended to ${path.relative(packageRoot(), kept)} and drawn beside it.`);
}
for (const piece of options.quick ? [] : ["bench-signatures", "bench-retrieval"]) {
  say(`\n${piece}`);
  say(await run(`server/testing/bench/${piece}.ts`, [], ""));
}
if (faults.length > 0) throw new Error(faults.join("; "));

/** What is measured by itself. Returns what it did not hold to, so that the other figures are kept all the same. */
async function measurePart(title: string, name: string): Promise<string[]> {
  say(`\n${title}`);
  const output = await run(`server/testing/bench/${name}.ts`, ["--figures"], "");
  const last = lastLine(output);
  const measured = z.object({ figures: z.array(Figure), faults: z.array(z.string()) }).parse(JSON.parse(last));
  say(output.trim().slice(0, -last.length).trimEnd());
  figures.push(...measured.figures);
  return measured.faults;
}

/** What is compared with what: ratios hold across machines, times do not. */
function ratiosOf(measured: readonly Figure[]): Figure[] {
  const timeOf = (name: string) => measured.find((figure) => figure.name === name)?.value ?? 0;
  return [
    ["tier 1, over HTTP", "bare Next route, over HTTP"],
    ["tier 2, over HTTP", "bare Next route, over HTTP"],
    ["tier 1, over HTTP", "bare listener, over HTTP"],
    ["text search, our index", "text search, SQLite FTS5"],
    ["tier 2, in process", "text search, SQLite FTS5"],
  ].flatMap(([name = "", beside = ""]) => {
    const base = timeOf(beside);
    if (base <= 0) return [];
    const value = Number((timeOf(name) / base).toPrecision(3));
    return [{ name: `${name} / ${beside}`, size: measured[0]?.size ?? null, value, unit: "×" as const }];
  });
}

async function startsOf(dataDir: string, size: number): Promise<Figure[]> {
  const log = await readFile(
    path.join(packageRoot(), "drizzle", "seed", "failures", "logs", "npm-eresolve-react", "run-2.log"),
    "utf8",
  );
  const body = { project: "github.com/acme/shop", signature_source: log };
  const of = (name: string, value: number, unit: Figure["unit"] = "ms") => ({
    name,
    size,
    value: Number(value.toPrecision(4)),
    unit,
  });
  const environment = { WHENCE_DATA_DIR: dataDir };
  const kept = await measureStart(environment, { body });
  await rm(path.join(dataDir, "index"), { recursive: true, force: true });
  const anew = await measureStart(environment, { body });
  return [
    of("start to first answer, indexes kept", kept.firstAnswerMs),
    of("start to whole answer, indexes kept", kept.completeAnswerMs),
    of("start to first answer, indexes anew", anew.firstAnswerMs),
    of("start to whole answer, indexes anew", anew.completeAnswerMs),
    of("memory of the server", kept.residentMegabytes, "MB"),
  ];
}

function printSize(size: number): void {
  for (const { name, value, unit } of figures.filter((figure) => figure.size === size)) {
    say(`  ${name.padEnd(60)} ${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`);
  }
}

/** How each grows from the smallest size to the largest: what hardware does not change. */
function printGrowth(): void {
  const [smallest = 0] = sizes;
  const largest = sizes.at(-1) ?? 0;
  say(`\nFrom ${smallest} to ${largest} memories (${largest / smallest} times as many)`);
  for (const { name, value, unit } of figures.filter(({ size }) => size === smallest)) {
    const last = figures.find((figure) => figure.size === largest && figure.name === name);
    if (last && value > 0 && unit !== "×")
      say(`  ${name.padEnd(60)} ${(last.value / value).toFixed(1).padStart(7)} times the ${unit}`);
  }
}

/** Runs a part in a process of its own and gives back what it printed. */
function run(entry: string, args: string[], dataDir: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const inherited = Object.entries(process.env).filter(
      ([name]) => !name.startsWith("WHENCE_") && name !== "DATABASE_URL",
    );
    const child = spawn(process.execPath, ["--expose-gc", runner, entry, ...args], {
      cwd: packageRoot(),
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...Object.fromEntries(inherited),
        NODE_ENV: "production",
        ...(dataDir === "" ? {} : { WHENCE_DATA_DIR: dataDir }),
      },
    });
    const limit = setTimeout(() => child.kill("SIGKILL"), partLimitMs);
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(limit);
      if (code === 0) return resolve(output);
      reject(new Error(`${entry} ended with ${code ?? signal}; a part may take ${partLimitMs / 60_000} minutes`));
    });
  });
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1) ?? "";
}
