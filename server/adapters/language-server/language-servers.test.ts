import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LanguageServers } from "#server/operations/ports.ts";
import { languageServers } from "./language-servers.ts";
import { MessageReader, NonsenseMessage } from "./message-reader.ts";

const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
const typescript = async () => ({ language: "typescript", command: [process.execPath, compiler, "--lsp", "--stdio"] });
const node = (script: string) => async () => ({ language: "typescript", command: [process.execPath, "-e", script] });
/** Answers `initialize` as a server does, and then what `after` says. */
const greeting = (after: string) => `
  const send = (m) => { const b = JSON.stringify({ jsonrpc: "2.0", ...m }); process.stdout.write("Content-Length: " + Buffer.byteLength(b) + "\\r\\n\\r\\n" + b); };
  let text = "";
  process.stdin.on("data", (d) => { text += d; for (const found of text.matchAll(/"id":(\\d+),"method":"([^"]+)"/g)) answer(Number(found[1]), found[2]); text = ""; });
  function answer(id, method) { if (method === "initialize") return send({ id, result: { capabilities: {} } }); ${after} }`;

const failing = [
  {
    file: "src/page.ts",
    line: 2,
    column: 28,
    severity: "error" as const,
    message: "Argument of type 'string' is wrong.",
  },
];

describe("names asked of a language server", () => {
  let root: string;
  let servers: LanguageServers;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), "whence-names-")));
    mkdirSync(path.join(root, "src"));
    writeFileSync(
      path.join(root, "tsconfig.json"),
      '{"compilerOptions":{"module":"nodenext","types":[]},"include":["src"]}',
    );
    writeFileSync(
      path.join(root, "src/cart.ts"),
      "// prices\nexport function total(items: number[]): number {\n  return items.length;\n}\n",
    );
    writeFileSync(
      path.join(root, "src/page.ts"),
      'import { total } from "./cart.js";\nexport const sum: number = total(["1"]);\n',
    );
    writeFileSync(
      path.join(root, "src/other.ts"),
      'import { total } from "./cart.js";\nexport const none = total([]);\n',
    );
  });
  afterEach(() => {
    servers.close();
    rmSync(root, { recursive: true, force: true });
  });
  const expand = (hops: 1 | 2, limitMs: number, diagnostics = failing) =>
    servers.expand({ root, diagnostics, hops, limitMs });

  test("one hop leads to where a name is declared, two to who uses it as well; TypeScript's own server answers", async () => {
    servers = languageServers(typescript);
    const one = await expand(1, 60_000);
    expect(one).toEqual({
      files: [{ path: "src/cart.ts", line: 2, reason: "declares total, which src/page.ts:2 is about" }],
      notes: [],
    });
    const two = await expand(2, 60_000);
    expect(two.files.map(({ path: file }) => file).toSorted()).toEqual(["src/cart.ts", "src/other.ts", "src/page.ts"]);
    const unplaced = await expand(1, 60_000, [
      { file: "src/page.ts", line: 1, column: 1, severity: "error", message: "Something about 'none' is wrong." },
    ]);
    expect(unplaced.files.map(({ path: file }) => file)).toContain("src/other.ts");
  });

  test("a server that hangs, ends, floods, refuses or talks nonsense costs its own answer and nothing more", async () => {
    const faults: [string, RegExp][] = [
      ["setInterval(() => {}, 1000)", /was not ready within 300 ms/],
      ["process.exit(3)", /ended/],
      ["process.stdout.write('hello, I am no server\\n'.repeat(1000)); setInterval(() => {}, 1000)", /no header/],
      ["process.stdout.write('Content-Length: 999999999\\r\\n\\r\\n'); setInterval(() => {}, 1000)", /beyond 32 MiB/],
      ["process.stdout.write('Content-Length: 2\\r\\n\\r\\n[['); setInterval(() => {}, 1000)", /no JSON/],
    ];
    for (const [script, reason] of faults) {
      servers = languageServers(node(script));
      const found = await expand(1, script.startsWith("setInterval") ? 300 : 30_000);
      expect(found.files).toEqual([]);
      expect(found.notes.join()).toMatch(reason);
      servers.close();
    }
    servers = languageServers(node(greeting("")));
    expect((await expand(1, 3_000)).notes.join()).toMatch(/did not answer within/);
    servers.close();
    servers = languageServers(node(greeting("send({ id, result: [{ uri: 7 }] });")));
    expect((await expand(1, 30_000)).notes.join()).toMatch(/no answer/);
  });

  test("places outside of the checkout, and in its dependencies, are never named", async () => {
    const range = "{ start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }";
    const uris = ["file:///etc/passwd", "https://example.com/a.ts", "file://%zz/a.ts", "untitled:a"];
    const inside = ["node_modules/x/index.d.ts", "src/cart.ts"].map((file) => `"file://${root}/${file}"`);
    const all = [...uris.map((uri) => JSON.stringify(uri)), ...inside].map((uri) => `{ uri: ${uri}, range: ${range} }`);
    servers = languageServers(node(greeting(`send({ id, result: [${all.join(",")}] });`)));
    expect((await expand(1, 30_000)).files.map(({ path: file }) => file)).toEqual(["src/cart.ts"]);
  });

  test("one process serves a root as long as it lives, and none outlives what it was closed with", async () => {
    const script = greeting(
      `const range = { start: { line: process.pid, character: 0 } }; send({ id, result: [{ uri: "file://${root}/src/cart.ts", range }] });`,
    );
    servers = languageServers(node(script));
    const pid = async () => (await expand(1, 30_000)).files[0]?.line ?? 0;
    const first = await pid();
    expect(await pid()).toBe(first);
    servers.close();
    const isGone = () => {
      try {
        process.kill(first - 1, 0);
        return false;
      } catch {
        return true;
      }
    };
    await expect.poll(isGone, { timeout: 20_000 }).toBe(true);
    servers = languageServers(node(script));
    expect(await pid()).not.toBe(first);
  });
});

describe("messages of a language server", () => {
  const framed = (text: string) => Buffer.from(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);

  test("whatever the pieces, the same messages come out", () => {
    const whole = Buffer.concat([framed('{"a":"é"}'), framed("[1]"), framed("null")]);
    for (const size of [1, 2, 7, whole.length]) {
      const reader = new MessageReader();
      const seen: unknown[] = [];
      for (let at = 0; at < whole.length; at += size) seen.push(...reader.push(whole.subarray(at, at + size)));
      expect(seen).toEqual([{ a: "é" }, [1], null]);
    }
  });

  test("an endless header is refused", () => {
    expect(() => [...new MessageReader().push(Buffer.alloc(10_000, 65))]).toThrow(NonsenseMessage);
  });
});
