import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { quietLog } from "#server/adapters/log/pino-log.ts";
import { readConfig } from "#server/compose/config.ts";
import { compose } from "#server/compose/context.ts";
import { remember } from "#server/operations/remember.ts";
import { runDoctor } from "#server/operations/run-doctor.ts";
import { bodyOf } from "#server/testing/an-operation-context.ts";
import { randomFrom, realText } from "#server/testing/bench/real-words.ts";
import { fillStore } from "#server/testing/fill-store.ts";
import { endChildren, runChild } from "#server/testing/run-child.ts";
import { createTestDatabase } from "#server/testing/stores.ts";

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";
const count = 100_000;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "whence-large-"));
  await writeFile(path.join(folder, "failure.log"), log);
});
afterEach(endChildren);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A start in a process of its own, on the store that the environment names. */
async function firstAnswer(environment: Record<string, string>): Promise<{ first: string[]; whole: string[] }> {
  const child = await runChild(
    "server/testing/children/first-answer.child.ts",
    [path.join(folder, "failure.log"), project],
    environment,
  );
  const first = (await child.lineWith("first")).split(" ");
  const whole = (await child.lineWith("whole")).split(" ");
  expect(await child.ended).toBe(0);
  process.stdout.write(`${count} memories: first answer ${first[1]} ms, whole answer ${whole[1]} ms after the start\n`);
  return { first, whole };
}

async function fill(environment: Record<string, string>): Promise<void> {
  const random = randomFrom(7);
  const { context, close } = await compose(readConfig(environment), { log: quietLog });
  const write = async (id: string, text: string, source?: string) =>
    bodyOf(await remember.call(context, { project, id, text, ...(source ? { signature_source: source } : {}) }));
  await write("exact", "The package is called left-pad, with one d.", log);
  await write("similar", "Rotate the certificate of the signing job before Friday.");
  await fillStore(context.db, {
    workspaceId: context.workspaceId,
    project,
    count,
    textOf: () => realText(random, 60),
  });
  await close();
}

async function startTwice(environment: Record<string, string>): Promise<void> {
  await fill(environment);
  // Nothing kept yet: tier 1 comes at once, and the answer names each leg that it lacks.
  const anew = await firstAnswer(environment);
  expect(anew.first.slice(2)).toEqual(["1", "symptom:indexing,text:indexing,reference:indexing,skills:indexing"]);
  expect(anew.whole[2]?.split(",")).toEqual(expect.arrayContaining(["exact", "similar"]));
  // That process kept what it had built: the next one builds nothing.
  const kept = await firstAnswer(environment);
  expect(kept.whole[2]).toBe(anew.whole[2]);
  expect(Number(kept.whole[1])).toBeLessThan(Number(anew.whole[1]));
}

test("a start on 100,000 memories answers tier 1 at once, keeps its indexes, and finds the same from them (embedded)", async () => {
  const environment = { WHENCE_DATA_DIR: path.join(folder, "data") };
  await startTwice(environment);
  const { context, close } = await compose(readConfig(environment), { log: quietLog });
  await context.retrieval.sync().catch(() => {});
  const found = bodyOf(await runDoctor.call(context, {}));
  expect(found.checks.filter((check) => check.found > 0 && check.name !== "indexes")).toEqual([]);
  expect(found.counts.memories_active).toBe(count + 2);
  await close();
});

test("a start on 100,000 memories answers tier 1 at once, keeps its indexes, and finds the same from them (Postgres)", async () => {
  const { url, drop } = await createTestDatabase();
  const before = process.env.XDG_CACHE_HOME;
  process.env.XDG_CACHE_HOME = path.join(folder, "cache");
  try {
    await startTwice({ DATABASE_URL: url, XDG_CACHE_HOME: path.join(folder, "cache") });
  } finally {
    if (before === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = before;
    await drop();
  }
});
