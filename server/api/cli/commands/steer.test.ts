import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { noUpkeep } from "#server/testing/no-upkeep.ts";
import { runCli } from "../run-cli.ts";

const printed = "src/cart.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
const folder = mkdtempSync(join(tmpdir(), "whence-steer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command that prints and ends as told, where no store can be reached: the answer is what the output says. */
async function steer(args: string[], { isTerminal = false, exitCode = 2, output = printed } = {}) {
  let out = "";
  let err = "";
  const end = await runCli(["steer", ...args, "--", "npx", "tsc"], {
    connect: async () => {
      throw new Error("no server");
    },
    upkeep: noUpkeep,
    version: () => "1.2.3",
    stdin: Readable.from([]),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal,
    machine: {
      async runCommand() {
        out += output;
        return { exitCode, output: Buffer.from(output), leftOutBytes: 0 };
      },
      findCheckout: async () => null,
      inThrowawayTree: async () => {
        throw new Error("not here");
      },
    },
  });
  return { end, out, err };
}

test("a pipe gets what the command printed and nothing else; the answer goes past it, and the exit code is the command's", async () => {
  const piped = await steer([]);
  expect([piped.end, piped.out]).toEqual([2, printed]);
  expect(piped.err).toContain("1. src/cart.ts:14");
  const json = await steer(["--json"], { exitCode: 7 });
  expect([json.end, json.out]).toEqual([7, printed]);
  expect(JSON.parse(json.err)).toMatchObject({ read_next: [{ path: "src/cart.ts", line: 14 }] });
});

test("in a terminal the answer stands below the output, and nothing is an error", async () => {
  const { out, err } = await steer([], { isTerminal: true });
  expect(out.startsWith(printed)).toBe(true);
  expect(out).toContain("1. src/cart.ts:14");
  expect(err).toBe("");
});

test("whoever names a place for the answer gets it there, and only there; an answer of an earlier run never stays", async () => {
  const file = join(folder, "answer.json");
  writeFileSync(file, "an older answer");
  const { out, err } = await steer(["--json", "--answer", file]);
  expect([out, err]).toEqual([printed, ""]);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ diagnostics: [{ code: "TS2322" }] });
  const joined = await steer(["--answer", "-"]);
  expect(joined.out).toContain("1. src/cart.ts:14");
  expect(joined.err).toBe("");
  expect((await steer(["--answer", file], { exitCode: 0, output: "done\n" })).out).toBe("done\n");
  expect(readFileSync(file, "utf8")).toBe("");
});

test("a command that passed stays as it was", async () => {
  expect(await steer([], { exitCode: 0, output: "All good.\n" })).toEqual({ end: 0, out: "All good.\n", err: "" });
});
