import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "#server/testing/case-repositories.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { createParserPool } from "./parser-pool.ts";
import { shippedGrammars } from "./shipped-grammars.ts";

vi.setConfig({ testTimeout: 60_000 });

const { folder, remove } = temporaryFolder();
afterAll(remove);
const bytes = (text: string) => new TextEncoder().encode(text);
const places = shippedGrammars(process.cwd());

/** Speaks the pool's language and dies on the word that a job names. */
function fragileWorker(): string {
  const file = join(folder, "fragile.mjs");
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", ({ id, jobs }) => {
       const texts = jobs.map(({ bytes }) => new TextDecoder().decode(bytes));
       if (texts.includes("exit")) process.exit(1);
       if (texts.includes("throw")) throw new Error("broken");
       parentPort.postMessage({ kind: "parsed", id, parsed: texts.map((text) => ({ outcome: "parsed", typeNames: [text] })) });
     });
     parentPort.postMessage({ kind: "ready" });`,
  );
  return file;
}

describe("C19: parsing off the main thread", () => {
  test("the main thread stays free while a large file is parsed", async () => {
    const pool = createParserPool({ workerFile: await parseWorkerFile(), places });
    await pool.parse([{ rule: "typescript", bytes: bytes("const warm = 1") }]);
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const [parsed] = await pool.parse([
      { rule: "typescript", bytes: bytes("export function f(a: string) { return a }\n".repeat(60_000)) },
    ]);
    clearInterval(timer);
    await pool.close();
    expect(parsed?.symbols.length).toBeGreaterThan(0);
    expect(turns).toBeGreaterThan(5);
  });

  test("answers come in the order of the jobs", async () => {
    const pool = createParserPool({ workerFile: await parseWorkerFile(), places });
    const batches = Array.from({ length: 12 }, (_, batch) =>
      Array.from({ length: 5 }, (_, job) => ({
        rule: "typescript" as const,
        bytes: bytes(`export const x${batch}_${job} = 1`),
      })),
    );
    const parsed = await Promise.all(batches.map((jobs) => pool.parse(jobs)));
    expect(parsed.map((batch) => batch.map(({ symbols }) => symbols[0]?.name))).toEqual(
      batches.map((jobs, batch) => jobs.map((_, job) => `x${batch}_${job}`)),
    );
    await pool.close();
  });
});

describe("a worker that dies", () => {
  test.each(["exit", "throw"])("by %s costs only the file that killed it", async (deadly) => {
    const pool = createParserPool({ workerFile: fragileWorker(), places });
    const jobs = ["a", deadly, "b"].map((text) => ({ rule: "typescript" as const, bytes: bytes(text) }));
    const [parsed, other] = await Promise.all([
      pool.parse(jobs),
      pool.parse([{ rule: "typescript", bytes: bytes("c") }]),
    ]);
    expect(parsed.map(({ outcome }) => outcome)).toEqual(["parsed", "unreadable", "parsed"]);
    expect(other[0]?.typeNames).toEqual(["c"]);
    await pool.close();
  });

  test("before it could start is a broken installation, not an unreadable file", async () => {
    const pool = createParserPool({
      workerFile: await parseWorkerFile(),
      places: { runtime: "/nowhere.wasm", grammars: "/nowhere" },
    });
    await expect(pool.parse([{ rule: "typescript", bytes: bytes("a") }])).rejects.toThrow("The parser cannot start");
    await pool.close();
    const missing = createParserPool({ workerFile: join(folder, "missing.mjs"), places });
    await expect(missing.parse([{ rule: "typescript", bytes: bytes("a") }])).rejects.toThrow("The parser cannot start");
    await missing.close();
  });

  test("closing ends what is waiting", async () => {
    const pool = createParserPool({ workerFile: fragileWorker(), places });
    const waiting = pool.parse([{ rule: "typescript", bytes: bytes("a") }]);
    const ended = expect(waiting).rejects.toThrow("closed");
    await pool.close();
    await ended;
    await expect(pool.parse([])).rejects.toThrow("closed");
  });
});
