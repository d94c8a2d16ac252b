import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type DamageBench, prepareDamageBench } from "#server/testing/damage-bench.ts";
import { damages } from "#server/testing/damaged-stores.ts";
import { endProducts, serveFile, startProduct, whence } from "#server/testing/run-product.ts";

/** Every rung of the ladder of damages, as a person meets it: by the commands of the built command line. */
let bench: DamageBench;
let mount = "";
beforeAll(async () => {
  bench = await prepareDamageBench();
  mount = await mkdtemp(path.join(tmpdir(), "whence-mount-"));
});
afterEach(endProducts);
afterAll(async () => {
  await bench.remove();
  await rm(mount, { recursive: true });
});

const explained = (dataDir: string) => ({
  code: 1,
  out: "",
  err: expect.stringMatching(
    new RegExp(
      `^(?:UNAVAILABLE: )?The store in ${dataDir} cannot be used: .+\\nLikely cause: .{20,}\\nWhat to do: .{20,}\\nPostgres said: .{5,}`,
      "m",
    ),
  ),
});

test.each(damages)(
  "E20: $name: doctor and dump name folder, cause and remedy; repair does what it can and says what it did",
  async (damage) => {
    const dataDir = await bench.damaged(damage);
    const isMet = damage.kind !== null;
    for (const command of [["doctor"], ["dump", "out.dump.gz"]]) {
      const ended = await whence(dataDir, ...command);
      // Damage that only some statements meet may lie where this command does not read.
      if (isMet || ended.code === 1) expect(ended).toEqual(explained(dataDir));
      if (ended.code === 1 && damage.repair !== "refused") expect(ended.err).toContain("whence repair");
    }
    expect((await readdir(dataDir)).filter((name) => name.startsWith("repair-"))).toEqual([]);
    const repaired = await whence(dataDir, "repair");
    if (damage.repair === "refused") {
      expect(repaired).toEqual(explained(dataDir));
      return;
    }
    expect(repaired.code).toBe(damage.isComplete ? 0 : 3);
    expect(repaired.out).toMatch(damage.repair === "restored" ? /made anew from .*dump/ : /read out and made anew/);
    expect(repaired.out).toContain("The store as it was lies in ");
    expect(repaired.out).toMatch(damage.isComplete ? /Nothing is known to be lost/ : /^Lost:\n- /m);
    const after = await whence(dataDir, "doctor", "--json");
    expect(JSON.parse(after.out)).toMatchObject({ healthy: true });
  },
);

/** Only root may mount; on other machines there is nothing to mount with. */
const mayMount = process.platform === "linux" && process.getuid?.() === 0;

test.runIf(mayMount)(
  "E20: on a file system that is read-only, server and commands name the folder and what to do",
  async () => {
    const dataDir = await bench.damaged({
      name: "none",
      kind: null,
      repair: "refused",
      isComplete: true,
      inflict: async () => {},
    });
    await onTmpfs("200m", async (folder) => {
      const there = path.join(folder, "data");
      await cp(dataDir, there, { recursive: true });
      execFileSync("mount", ["-o", "remount,ro", folder]);
      for (const ended of [
        await startProduct(serveFile, [], there).ended,
        await whence(there, "doctor"),
        await whence(there, "repair"),
      ]) {
        expect(ended.code).toBe(1);
        expect(ended.err).toContain(there);
        expect(ended.err).toMatch(/its file system is mounted read-only/);
        expect(ended.err).toMatch(/^What to do: Make the file system writable/m);
      }
    });
  },
);

test.runIf(mayMount)(
  "E20: on a full disk, server and commands say so, and with room again everything acknowledged is there",
  async () => {
    const dataDir = await bench.damaged({
      name: "none",
      kind: null,
      repair: "refused",
      isComplete: true,
      inflict: async () => {},
    });
    await onTmpfs("120m", async (folder) => {
      const there = path.join(folder, "data");
      await cp(dataDir, there, { recursive: true });
      const filler = path.join(folder, "filler");
      const acknowledged: string[] = [];
      const remember = (id: string) =>
        whence(
          there,
          "remember",
          "--project",
          "github.com/acme/shop",
          "--id",
          id,
          "--text",
          `Lesson ${id}. ${"x".repeat(3_000)}`,
        );
      for (const id of ["before-1", "before-2"]) if ((await remember(id)).code === 0) acknowledged.push(id);
      expect(acknowledged).toHaveLength(2);
      await fill(filler);
      for (const ended of [
        await remember("while-full"),
        await startProduct(serveFile, [], there).ended,
        await whence(there, "repair"),
      ]) {
        expect(ended.code).toBe(1);
        expect(ended.err).toContain(there);
        expect(ended.err).toMatch(/disk is full|needs \d+ MB; the disk has \d+ MB free/);
      }
      await rm(filler);
      const found = await whence(there, "memory", "--project", "github.com/acme/shop", "--json");
      for (const id of acknowledged) expect(found.out).toContain(id);
      const doctor = await whence(there, "doctor", "--json");
      expect(JSON.parse(doctor.out)).toMatchObject({ healthy: true });
    });
  },
);

test.runIf(mayMount)(
  "E20: a disk that fills up under a running server: it says so to whoever asks, and a start with room has everything acknowledged",
  async () => {
    const dataDir = await bench.damaged({
      name: "none",
      kind: null,
      repair: "refused",
      isComplete: true,
      inflict: async () => {},
    });
    await onTmpfs("120m", async (folder) => {
      const there = path.join(folder, "data");
      await cp(dataDir, there, { recursive: true });
      const server = startProduct(serveFile, [], there);
      const url = await server.saying(/Serving on (http:\S+)/);
      const filler = path.join(folder, "filler");
      await fill(filler);
      const acknowledged: string[] = [];
      let last = { status: 0, text: "" };
      for (let n = 0; n < 2_000 && last.status !== 503; n++) {
        const id = `full-${n}`;
        const response = await fetch(`${url}/api/memories`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ project: "github.com/acme/shop", id, text: `Lesson ${id}. ${"word ".repeat(700)}` }),
        });
        last = { status: response.status, text: await response.text() };
        if (response.ok) acknowledged.push(id);
      }
      expect(last.status).toBe(503);
      expect(last.text).toContain(there);
      expect(last.text).toContain("its disk is full");
      const asked = await fetch(`${url}/memory/context`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ task: "write a lesson" }),
      });
      const answer = await asked.text();
      // The engine may have stopped or not. While it has not, a lookup answers and says that its record was not kept.
      expect(answer).toContain(asked.status === 200 ? '{"leg":"record","reason":"failed"}' : "its disk is full");
      expect([200, 503]).toContain(asked.status);
      server.child.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);
      await rm(filler);
      const found = await whence(there, "export", path.join(folder, "out"));
      expect(found.code).toBe(0);
      const held = await readFile(path.join(folder, "out", "memories.jsonl"), "utf8");
      for (const id of acknowledged) expect(held).toContain(`"${id}"`);
    });
  },
);

async function onTmpfs(size: string, run: (folder: string) => Promise<void>): Promise<void> {
  await mkdir(mount, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "whence-test", mount]);
  try {
    await run(mount);
  } finally {
    await endProducts();
    execFileSync("umount", [mount]);
  }
}

/** Until not one byte more goes in. */
async function fill(file: string): Promise<void> {
  for (let bytes = 8 * 1024 * 1024; bytes >= 1; ) {
    try {
      await writeFile(file, Buffer.alloc(bytes), { flag: "a" });
    } catch {
      bytes = Math.floor(bytes / 2);
    }
  }
  expect((await readFile(file)).length).toBeGreaterThan(0);
}
