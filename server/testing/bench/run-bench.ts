import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { packageRoot } from "#server/compose/package-root.ts";
import { appendRun, Figure } from "./figures.ts";
import { measureStart } from "./measure-start.ts";
import { plotFigures } from "./plot-figures.ts";

/**
 * Everything that is measured, in one run: `npm run bench`, or `npm run bench -- --quick` for small sizes that are printed and
 * not kept. Figures are appended to `figures.json` and drawn into `figures.svg`, both beside this file.
 */
const isQuick = process.argv.includes("--quick");
const sizes = isQuick ? [500, 2_000] : [1_000, 10_000, 100_000];
const turns = isQuick ? 10 : 40;
const here = path.join(packageRoot(), "server", "testing", "bench");
const runner = path.join(packageRoot(), "server", "testing", "evaluations", "run.mjs");
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
    figures.push(...measured, ...(await startsOf(dataDir, size)));
    printSize(size);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
printGrowth();

if (!isQuick) {
  for (const piece of ["bench-signatures", "bench-retrieval", "bench-selection"]) {
    say(`\n${piece}`);
    say(await run(`server/testing/bench/${piece}.ts`, [], ""));
  }
  const kept = path.join(here, "figures.json");
  const { date, commit } = appendRun(kept, figures);
  await writeFile(path.join(here, "figures.svg"), plotFigures(figures, { date, commit }));
  say(`\nAppended to ${path.relative(packageRoot(), kept)} and drawn beside it.`);
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
  const kept = await measureStart(dataDir, { body, keepIndexes: true });
  const anew = await measureStart(dataDir, { body, keepIndexes: false });
  return [
    of("start to first answer, indexes kept", kept.firstAnswerMs),
    of("start to whole answer, indexes kept", kept.completeAnswerMs),
    of("start to first answer, indexes anew", anew.firstAnswerMs),
    of("start to whole answer, indexes anew", anew.completeAnswerMs),
    of("memory of the server", kept.residentMegabytes, "MB"),
  ];
}

function printSize(size: number): void {
  const here = figures.filter((figure) => figure.size === size);
  const base = here.find(({ name }) => name === "bare listener, over HTTP")?.value ?? 0;
  for (const { name, value, unit } of here) {
    const ratio =
      unit === "ms" && base > 0 && !name.startsWith("start") ? `${(value / base).toFixed(1)} × a bare listener` : "";
    say(`  ${name.padEnd(40)} ${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}  ${ratio}`);
  }
}

/** How each grows from the smallest size to the largest: what hardware does not change. */
function printGrowth(): void {
  const [smallest = 0] = sizes;
  const largest = sizes.at(-1) ?? 0;
  say(`\nFrom ${smallest} to ${largest} memories (${largest / smallest} times as many)`);
  for (const { name, value, unit } of figures.filter(({ size }) => size === smallest)) {
    const last = figures.find((figure) => figure.size === largest && figure.name === name);
    if (last && value > 0) say(`  ${name.padEnd(40)} ${(last.value / value).toFixed(1).padStart(7)} times the ${unit}`);
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
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${entry} ended with ${code}`))));
  });
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1) ?? "";
}
