import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { openDatabase, StoreAlreadyOpen, sharedDatabase } from "#server/db/open-database.ts";
import { acquireStoreLock, OwnerUnresponsive, StoreInUse } from "#server/db/store-lock.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { type Child, endChildren, runChild } from "#server/testing/run-child.ts";

let parent = "";
/** Holds a complete store from the start; every test leaves it free. */
let dataDir = "";
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "whence-lock-"));
  dataDir = path.join(parent, "with blank и кириллица");
  const store = await openDatabase({ dataDir }, options());
  await store.close();
});
afterEach(endChildren);
afterAll(() => rm(parent, { recursive: true, force: true }));

const opener = (mode: "serve" | "stay" | "once", folder = dataDir) =>
  runChild("server/testing/children/store-owner.child.ts", [
    folder,
    migrationsFolder,
    inject("storeTemplate").folder,
    mode,
  ]);

const options = () => ({
  migrationsFolder,
  templateFolder: inject("storeTemplate").folder,
  whenceVersion: "0.0.0-test",
  startedAt: new Date(),
});

async function refusalOf(child: Child): Promise<{ name: string; ms: number; message: string }> {
  const [, name = "", ms = "", ...message] = (await child.lineWith("refused")).split(" ");
  expect(await child.ended).toBe(3);
  return { name, ms: Number(ms), message: message.join(" ") };
}

const ownerFile = async (): Promise<unknown> => JSON.parse(await readFile(path.join(dataDir, "owner.json"), "utf8"));

describe("A02, E19: of two openers of one data folder the second is refused and told who owns it", () => {
  test.each(["serve", "stay"] as const)("the first one is there to %s", async (first) => {
    const owner = await opener(first);
    const announced = await owner.lineWith(first === "serve" ? "url" : "open");
    for (const second of ["serve", "stay", "once"] as const) {
      const { name, ms, message } = await refusalOf(await opener(second));
      expect(name).toBe("StoreInUse");
      expect(message).toContain(`process ${owner.pid} on `);
      expect(message).toContain(dataDir);
      expect(message).toMatch(/started 20\d\d-\d\d-\d\dT/);
      if (first === "serve") expect(message).toContain(announced.slice("url ".length));
      expect(ms).toBeLessThan(1_000);
    }
    owner.say("close");
    expect(await owner.ended).toBe(0);
  });

  test("two that start at the same moment on an empty folder: one opens it, the other is refused", async () => {
    const empty = path.join(parent, "empty");
    const both = await Promise.all([opener("stay", empty), opener("stay", empty)]);
    const answers = await Promise.all(
      both.map((child) => Promise.race([child.lineWith("open"), child.lineWith("refused")])),
    );
    expect(answers.map((line) => line.split(" ")[0]).sort()).toEqual(["open", "refused"]);
  });
});

test("an owner that is suspended keeps the store, and whoever comes is told within 1.5 s that it does not answer", async () => {
  const owner = await opener("serve");
  await owner.lineWith("url");
  owner.signal("SIGSTOP");
  const { name, ms, message } = await refusalOf(await opener("serve"));
  expect(name).toBe("OwnerUnresponsive");
  expect(message).toContain(`process ${owner.pid} `);
  expect(ms).toBeGreaterThan(900);
  expect(ms).toBeLessThan(1_500);
  owner.signal("SIGCONT");
  expect((await refusalOf(await opener("once"))).name).toBe("StoreInUse");
});

test("an owner that computes for seconds is not robbed", async () => {
  const owner = await opener("serve");
  await owner.lineWith("url");
  owner.say("busy 4000");
  await sleep(100);
  expect((await refusalOf(await opener("serve"))).name).toBe("OwnerUnresponsive");
  await owner.lineWith("idle");
  owner.say("close");
  expect(await owner.ended).toBe(0);
});

test("a killed owner frees the store at once, whatever owner.json still says", async () => {
  const owner = await opener("serve");
  await owner.lineWith("url");
  owner.signal("SIGKILL");
  await owner.ended;
  expect(await ownerFile()).toMatchObject({ pid: owner.pid });
  const next = await opener("stay");
  await next.lineWith("open");
  expect(await ownerFile()).toMatchObject({ pid: next.pid, url: null });
});

test("an owner that is killed while another waits for it hands the store over", async () => {
  const owner = await opener("stay");
  await owner.lineWith("open");
  const next = acquireStoreLock(dataDir, { startedAt: new Date() });
  await sleep(30);
  owner.signal("SIGKILL");
  const lock = await next;
  expect(lock.owner.pid).toBe(process.pid);
  await lock.release();
});

test("a child of a killed owner that lives on does not hold the store for it", async () => {
  const owner = await opener("stay");
  await owner.lineWith("open");
  owner.say("spawn");
  const orphan = Number((await owner.lineWith("spawned")).split(" ")[1]);
  owner.signal("SIGKILL");
  await owner.ended;
  const lock = await acquireStoreLock(dataDir, { startedAt: new Date() });
  await lock.release();
  process.kill(orphan, "SIGKILL");
});

test("closing removes the name and frees the store", async () => {
  const first = await openDatabase({ dataDir }, options());
  expect(await ownerFile()).toMatchObject({ pid: process.pid });
  await first.publishUrl("http://127.0.0.1:3210", { ask: "a".repeat(32), answer: "b".repeat(32) });
  expect(await ownerFile()).toMatchObject({ url: "http://127.0.0.1:3210" });
  await first.close();
  await first.close();
  await expect(ownerFile()).rejects.toThrow();
  const second = await opener("once");
  expect(await second.ended).toBe(0);
});

test("E31: a process opens a folder once; a second open throws, and sharing gives the same store under every spelling", async () => {
  const [first, second] = await Promise.all([
    sharedDatabase({ dataDir }, options()),
    sharedDatabase({ dataDir: path.join(dataDir, ".", "..", path.basename(dataDir)) }, options()),
  ]);
  expect(second).toBe(first);
  await expect(openDatabase({ dataDir }, options())).rejects.toThrow(StoreAlreadyOpen);
  // A worker thread or a second copy of the module would come as far as the kernel's lock, and no further.
  await expect(acquireStoreLock(dataDir, { startedAt: new Date() })).rejects.toThrow(/in use by this process/);
  await first.close();
  const again = await openDatabase({ dataDir }, options());
  await again.close();
});

test("a failed start leaves nothing held: the next attempt in the same process succeeds", async () => {
  const dataDir = path.join(parent, "failed");
  await expect(openDatabase({ dataDir }, { ...options(), migrationsFolder: "/nowhere" })).rejects.toThrow(/nowhere/);
  const store = await openDatabase({ dataDir }, options());
  await store.close();
});

test("letting go leaves the lock file where it is: the lock is on the file itself", async () => {
  const lock = await acquireStoreLock(dataDir, { startedAt: new Date() });
  await expect(acquireStoreLock(dataDir, { startedAt: new Date() })).rejects.toSatisfy(
    (error) => error instanceof StoreInUse && !(error instanceof OwnerUnresponsive),
  );
  await lock.release();
  expect(await readFile(path.join(dataDir, "lock"), "utf8")).toBe("");
});
