import { spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { bundleChild, endChildren, runChild } from "#server/testing/run-child.ts";
import { TailBuffer } from "./tail-buffer.ts";

const Report = z.object({
  exitCode: z.number(),
  signal: z.string().nullable(),
  output: z.string(),
  leftOutBytes: z.number(),
});

describe("a command that passes through", () => {
  let folder: string;
  let script: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "whence-command-"));
    script = await bundleChild("server/testing/children/run-command.child.ts");
  });
  afterAll(async () => {
    await endChildren();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a shell line below our runner; both outputs go to one file where `isOne`, as `2>&1` does. */
  async function run(line: string, { isOne = false, signal }: { isOne?: boolean; signal?: NodeJS.Signals } = {}) {
    const name = path.join(folder, Math.random().toString(36).slice(2));
    const out = openSync(`${name}.out`, "a");
    const err = isOne ? out : openSync(`${name}.err`, "a");
    const child = spawn(process.execPath, [script, `${name}.json`, "sh", "-c", line], { stdio: ["ignore", out, err] });
    const closed = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
    if (signal !== undefined) {
      await expect.poll(() => readFileSync(`${name}.out`, "utf8"), { timeout: 30_000 }).toContain("ready");
      child.kill(signal);
    }
    const code = await closed;
    const report = Report.parse(JSON.parse(readFileSync(`${name}.json`, "utf8")));
    return {
      code,
      report,
      out: readFileSync(`${name}.out`, "latin1"),
      err: isOne ? "" : readFileSync(`${name}.err`, "latin1"),
    };
  }

  test("both outputs keep their order where they are one, also for a program that opens /dev/stderr", async () => {
    const line = "for i in 1 2 3; do echo out$i; echo err$i >&2; echo dev$i > /dev/stderr; done; exit 3";
    const { code, report, out } = await run(line, { isOne: true });
    const expected = [1, 2, 3].map((i) => `out${i}\nerr${i}\ndev${i}\n`).join("");
    expect([code, report.exitCode, out, report.output]).toEqual([3, 3, expected, expected]);
  });

  test("each output stays its own where they are two, to the byte, and the rest of a long one is counted", async () => {
    const { out, err, report } = await run(
      "printf '\\377\\000x'; printf 'e\\r\\n' >&2; head -c 5000 /dev/zero | tr '\\0' a",
    );
    expect(out).toBe(`\u00ff\u0000x${"a".repeat(5_000)}`);
    expect(err).toBe("e\r\n");
    expect([report.output.length, report.leftOutBytes]).toEqual([1_000, 4_006]);
  });

  test("a signal reaches the command, and its end by a signal is told", async () => {
    const trapped = await run("trap 'echo caught; exit 9' TERM; echo ready; while :; do sleep 0.05; done", {
      signal: "SIGTERM",
    });
    expect([trapped.code, trapped.out]).toEqual([9, "ready\ncaught\n"]);
    expect((await run("kill -KILL $$")).report).toMatchObject({ exitCode: 137, signal: "SIGKILL" });
  });

  test("what a command leaves running in the background does not hold it", async () => {
    const { code, out } = await run("sleep 60 & echo done");
    expect([code, out]).toEqual([0, "done\n"]);
  });

  test("a language server dies with its owner, also when that is killed and the server ignores its input", async () => {
    const pidFile = path.join(folder, "server.pid");
    const owner = await runChild("server/testing/children/language-server-owner.child.ts", [pidFile]);
    await owner.lineWith("started");
    const pid = Number(readFileSync(pidFile, "utf8"));
    const isAlive = () => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    };
    expect(isAlive()).toBe(true);
    owner.signal("SIGKILL");
    await expect.poll(isAlive, { timeout: 30_000 }).toBe(false);
  });
});

test("a tail keeps the last bytes whatever the pieces, and counts the others", () => {
  const text = Buffer.from(Array.from({ length: 97 }, (_, at) => at));
  for (const size of [1, 3, 10, 97]) {
    const tail = new TailBuffer(10);
    for (let at = 0; at < text.length; at += size) tail.push(text.subarray(at, at + size));
    expect([...tail.bytes()]).toEqual([...text.subarray(87)]);
    expect(tail.leftOutBytes).toBe(87);
  }
});
