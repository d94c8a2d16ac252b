import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createMemoryParsedBlobCache } from "#server/adapters/git/memory-parsed-blob-cache.ts";
import { createParserPool, type ParserPool } from "#server/adapters/syntax-tree/parser-pool.ts";
import { shippedGrammars } from "#server/adapters/syntax-tree/shipped-grammars.ts";
import type { ParsedBlobCache } from "#server/domain/code-graph/parsed-blob.ts";
import { codeGraphFrom } from "#server/domain/selection/code-graph.ts";
import {
  bundleRepository,
  commitAll,
  gitAs,
  linksRepository,
  normalFormsRepository,
  oddNames,
  oddNamesRepository,
  repositoryOf,
  temporaryFolder,
  writeFiles,
} from "#server/testing/case-repositories.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { type IndexProgress, indexRepository } from "./index-repository.ts";

// Every run starts a dozen processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { folder, remove } = temporaryFolder();
let parser: ParserPool;

beforeAll(async () => {
  parser = createParserPool({ workerFile: await parseWorkerFile(), places: shippedGrammars(process.cwd()) });
});
afterAll(async () => {
  await parser.close();
  remove();
});

async function indexed(root: string, previous?: ParsedBlobCache, using = parser) {
  const outcome = await indexRepository({ root, parser: using, ...(previous ? { previous } : {}) });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}
async function refusal(root: string) {
  const outcome = await indexRepository({ root, parser });
  return outcome.ok ? null : outcome.failure;
}
const pathsOf = (snapshot: { nodes: { kind: string; path: string }[] }, kind: string) =>
  snapshot.nodes.filter((node) => node.kind === kind).map(({ path }) => path);

describe("C01, C02, C23: names as they are", () => {
  test("every odd name is one file with its own symbol, and survives JSON", async () => {
    const { snapshot } = await indexed(oddNamesRepository(join(folder, "odd-names")));
    expect(new Set(pathsOf(snapshot, "file"))).toEqual(new Set(oddNames));
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    for (const [index, name] of oddNames.entries()) {
      const file = snapshot.files.find(({ path }) => path === name);
      if (/\.tsx?$/.test(name)) expect(file?.symbols.map((symbol) => symbol.name)).toEqual([`f${index}`]);
    }
  });

  test("brackets, braces, stars and exclamation marks find exactly the file they spell", async () => {
    const { snapshot } = await indexed(join(folder, "odd-names"));
    const graph = codeGraphFrom(snapshot);
    for (const name of oddNames) expect(graph.resolve(name)).toEqual([`file:${name}`]);
    for (const pattern of ["src/[ab].ts", "src/?x.ts", "src/**", "src/{a,b}"])
      expect(graph.resolve(pattern)).toEqual([]);
  });

  test("a name whose bytes are no UTF-8 is listed, not merged with another", async () => {
    const root = repositoryOf(join(folder, "latin"), { "ok.ts": "export const ok = 1\n" });
    const blob = gitAs(root, "rev-parse", "HEAD:ok.ts").trim();
    const index = Buffer.concat([
      Buffer.from(`100644 ${blob}\t`),
      Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      Buffer.from("\0"),
    ]);
    writeFileSync(join(folder, "latin-index"), index);
    const { execFileSync } = await import("node:child_process");
    execFileSync("git", ["-C", root, "update-index", "-z", "--index-info"], { input: index });
    gitAs(root, "commit", "-q", "-m", "latin");
    const { snapshot } = await indexed(root);
    expect(snapshot.skipped).toEqual([{ reason: "path_not_utf8", count: 1, examples: ["caf\\xe9"] }]);
    expect(pathsOf(snapshot, "file")).toEqual(["ok.ts"]);
  });
});

describe("C14, C22: links", () => {
  test("are never followed, and every one is listed with its reason", async () => {
    const { root } = linksRepository(folder);
    const cache = createMemoryParsedBlobCache();
    const { snapshot } = await indexed(root, cache);
    expect(snapshot.skipped).toEqual([
      {
        reason: "symbolic_link",
        count: 5,
        examples: ["dangling.ts", "linked-real", "nested/parent", "to-dir", "to-file.ts"],
      },
    ]);
    expect(pathsOf(snapshot, "file")).toEqual(["real/sub/in.ts"]);
    expect(JSON.stringify([snapshot, [...cache.entries]])).not.toContain("MARK_OUTSIDE");
  });

  test("swapped in the working tree at any moment change nothing, because only commits are read", async () => {
    const { root } = linksRepository(join(folder, "race"));
    const before = await indexed(root);
    rmSync(join(root, "real/sub/in.ts"));
    const { symlinkSync } = await import("node:fs");
    symlinkSync("../../../links-outside/secret.ts", join(root, "real/sub/in.ts"));
    expect((await indexed(root)).snapshot).toEqual(before.snapshot);
  });

  test("a submodule is listed and not entered", async () => {
    const inner = repositoryOf(join(folder, "sub-inner"), { "in.ts": "export const inSub = 1\n" });
    const root = repositoryOf(join(folder, "sub-outer"), { "out.ts": "export const out = 1\n" });
    gitAs(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "lib/inner");
    commitAll(root, "submodule");
    const { snapshot } = await indexed(root);
    expect(snapshot.skipped).toEqual([{ reason: "submodule", count: 1, examples: ["lib/inner"] }]);
    expect(pathsOf(snapshot, "file")).toEqual([".gitmodules", "out.ts"]);
  });
});

describe("C19: bundles", () => {
  test("symbols come from the thirty files that people wrote; the rest is named as minified", async () => {
    const { snapshot, report } = await indexed(bundleRepository(join(folder, "bundle")));
    const symbols = snapshot.files.flatMap((file) => file.symbols);
    expect(symbols).toHaveLength(30);
    expect(symbols.every(({ name }) => name.startsWith("handler"))).toBe(true);
    expect(snapshot.skipped).toEqual([
      { reason: "minified", count: 2, examples: ["dist/app.js", "public/vendor/jquery.min.js"] },
    ]);
    expect(report.files).toBe(34);
  });
});

describe("C20: composed and decomposed names", () => {
  test("are found by their normal form, kept by their bytes, and two spellings stay two files", async () => {
    const { snapshot } = await indexed(normalFormsRepository(join(folder, "nfc")));
    const graph = codeGraphFrom(snapshot);
    const decomposed = "résumé.ts".normalize("NFD");
    expect(graph.resolve("résumé.ts".normalize("NFC"))).toEqual([`file:${decomposed}`]);
    for (const form of ["NFC", "NFD"] as const) {
      const name = "señal.ts".normalize(form);
      expect(graph.resolve(name)).toEqual([`file:${name}`]);
    }
    expect(pathsOf(snapshot, "file")).toHaveLength(3);
  });
});

describe("what is read again", () => {
  test("after one commit only the changed contents are parsed, and the graph is that of a first run", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`src/m${i}.ts`, `export const m${i} = ${i}\n`]),
    );
    const root = repositoryOf(join(folder, "incremental"), { ...files, "src/copy.ts": "export const m1 = 1\n" });
    const cache = createMemoryParsedBlobCache();
    const first = await indexed(root, cache);
    // Equal contents count once, so 41 files are 40 contents.
    expect(first.report).toMatchObject({ files: 41, parsed: 40, reused: 0, skipped: 0 });

    writeFiles(root, { "src/m3.ts": 'import { m4 } from "./m4"\nexport const m3 = m4\n', "docs/new.md": "# new\n" });
    rmSync(join(root, "src/m9.ts"));
    commitAll(root, "one change");
    const second = await indexed(root, cache);
    expect(second.report).toMatchObject({ files: 41, parsed: 1, reused: 38 });
    expect(second.snapshot).toEqual((await indexed(root)).snapshot);
    expect(second.snapshot.edges).toContainEqual({ from: "file:src/m3.ts", to: "file:src/m4.ts", kind: "imports" });
  });

  test("one content under two languages is read as each", async () => {
    const text = "class Same { method() {} }\n";
    const { snapshot, report } = await indexed(repositoryOf(join(folder, "two-rules"), { "a.js": text, "a.ts": text }));
    expect(report.parsed).toBe(2);
    expect(snapshot.files.map(({ language }) => language)).toEqual(["javascript", "typescript"]);
  });

  test("one worker and two, a warm cache and a cold one give the same bytes", async () => {
    const single = createParserPool({
      workerFile: await parseWorkerFile(),
      places: shippedGrammars(process.cwd()),
      workers: 1,
    });
    const root = join(folder, "odd-names");
    const cache = createMemoryParsedBlobCache();
    const cold = await indexed(root, cache);
    const runs = [await indexed(root, cache), await indexed(root), await indexed(root, undefined, single)];
    for (const { snapshot } of runs) expect(JSON.stringify(snapshot)).toBe(JSON.stringify(cold.snapshot));
    await single.close();
  });

  test("a cache that went through JSON is as good as the one in memory", async () => {
    const root = join(folder, "incremental");
    const cache = createMemoryParsedBlobCache();
    const { snapshot } = await indexed(root, cache);
    const restored = createMemoryParsedBlobCache();
    await restored.putMany(
      [...cache.entries].map(([key, parsed]) => ({ key, parsed: JSON.parse(JSON.stringify(parsed)) })),
    );
    const again = await indexed(root, restored);
    expect(again.report.parsed).toBe(0);
    expect(again.snapshot).toEqual(snapshot);
  });
});

describe("what the working tree holds", () => {
  test("plays no part: neither changes, nor ignored and untracked files, nor a sparse checkout", async () => {
    const root = repositoryOf(join(folder, "dirty"), {
      "a/one.ts": "export const one = 1\n",
      "b/two.ts": "export const two = 2\n",
      ".gitignore": "ignored/\n",
    });
    const clean = await indexed(root);
    writeFiles(root, {
      "a/one.ts": "export const changed = 1\n",
      "ignored/x.ts": "export const ignored = 1\n",
      "new.ts": "",
    });
    gitAs(root, "sparse-checkout", "set", "--no-cone", "/a/");
    expect(existsSync(join(root, "b/two.ts"))).toBe(false);
    expect((await indexed(root)).snapshot).toEqual(clean.snapshot);
  });

  test("a folder inside the repository means the whole repository", async () => {
    const { root, snapshot } = await indexed(join(folder, "dirty", "a"));
    expect(root).toBe(join(folder, "dirty"));
    expect(pathsOf(snapshot, "file")).toContain("b/two.ts");
  });
});

describe("C05: how much of a repository is there", () => {
  const source = () => {
    const root = join(folder, "history");
    if (existsSync(root)) return root;
    repositoryOf(root, { "a.ts": "export const a = 1\n", "big.ts": "export const big = 1\n" });
    for (const value of [2, 3, 4]) {
      writeFiles(root, { "a.ts": `export const a = ${value}\n` });
      commitAll(root, `a is ${value}`);
    }
    gitAs(root, "config", "uploadpack.allowFilter", "true");
    return root;
  };

  test("a shallow clone says so and gives the same graph; completing it changes only that", async () => {
    const clone = join(folder, "shallow");
    gitAs(folder, "clone", "-q", "--depth", "1", `file://${source()}`, clone);
    const shallow = await indexed(clone);
    expect(shallow.state).toMatchObject({ isShallow: true, isPartial: false, branch: "main" });
    gitAs(clone, "fetch", "-q", "--unshallow");
    const complete = await indexed(clone);
    expect(complete.state).toEqual({ ...shallow.state, isShallow: false });
    expect(complete.snapshot).toEqual(shallow.snapshot);
  });

  test("a partial clone lists what was never fetched, and fetches nothing", async () => {
    const clone = join(folder, "partial");
    gitAs(folder, "clone", "-q", "--no-checkout", "--filter=blob:none", `file://${source()}`, clone);
    const { state, snapshot } = await indexed(clone);
    expect(state.isPartial).toBe(true);
    expect(snapshot.skipped).toEqual([{ reason: "not_fetched", count: 2, examples: ["a.ts", "big.ts"] }]);
    expect(pathsOf(snapshot, "file")).toEqual(["a.ts", "big.ts"]);
    expect(gitAs(clone, "rev-list", "--objects", "--all", "--missing=print")).toContain("?");
  });

  test("grafted history is reported", async () => {
    const clone = join(folder, "grafted");
    gitAs(folder, "clone", "-q", source(), clone);
    const head = gitAs(clone, "rev-parse", "HEAD").trim();
    writeFileSync(join(clone, ".git/info/grafts"), `${head}\n`);
    expect((await indexed(clone)).state.isGrafted).toBe(true);
  });

  test("a detached HEAD has no branch", async () => {
    const clone = join(folder, "grafted");
    gitAs(clone, "checkout", "-q", "--detach");
    expect((await indexed(clone)).state.branch).toBe(null);
  });
});

describe("damage", () => {
  test("an object whose bytes are not what its id says costs only its own file", async () => {
    const root = repositoryOf(join(folder, "damaged"), {
      "good.ts": "export const good = 1\n",
      "bad.ts": "export const bad = 1\n",
    });
    const id = gitAs(root, "rev-parse", "HEAD:bad.ts").trim();
    const other = gitAs(root, "rev-parse", "HEAD:good.ts").trim();
    const place = (object: string) => join(root, ".git/objects", object.slice(0, 2), object.slice(2));
    chmodSync(place(id), 0o644);
    writeFileSync(place(id), readFileSync(place(other)));
    const cache = createMemoryParsedBlobCache();
    const swapped = await indexed(root, cache);
    expect(swapped.snapshot.skipped).toEqual([{ reason: "unreadable", count: 1, examples: ["bad.ts"] }]);
    expect(cache.entries.size).toBe(1);

    writeFileSync(place(id), "no object at all");
    expect((await indexed(root)).snapshot).toEqual(swapped.snapshot);
  });

  test("a source beyond 4 MiB is listed and not read", async () => {
    const root = repositoryOf(join(folder, "large"), {
      "large.ts": "export const x = 1\n".repeat(240_000),
      "s.ts": "",
    });
    const { snapshot } = await indexed(root);
    expect(snapshot.skipped).toEqual([{ reason: "too_large", count: 1, examples: ["large.ts"] }]);
    expect(pathsOf(snapshot, "file")).toEqual(["large.ts", "s.ts"]);
  });
});

describe("what cannot be indexed", () => {
  test("says so in a sentence", async () => {
    const empty = join(folder, "empty");
    gitAs(folder, "init", "-q", empty);
    expect(await refusal(empty)).toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("no commit yet"),
    });
    const { folder: plain, remove: removePlain } = temporaryFolder();
    expect(await refusal(plain)).toMatchObject({ message: expect.stringContaining("is not inside a git repository") });
    expect(await refusal(join(plain, "missing"))).toMatchObject({ message: expect.stringContaining("does not exist") });
    removePlain();
  });

  test("a cancelled run ends as a conflict and leaves no child behind", async () => {
    const controller = new AbortController();
    const onProgress = ({ phase }: IndexProgress) => phase === "parsing" && controller.abort();
    const outcome = await indexRepository({
      root: join(folder, "incremental"),
      parser,
      onProgress,
      signal: controller.signal,
    });
    expect(outcome).toMatchObject({ ok: false, failure: { code: "CONFLICT" } });
  });

  test("progress counts up to everything", async () => {
    const seen: IndexProgress[] = [];
    await indexRepository({ root: join(folder, "incremental"), parser, onProgress: (progress) => seen.push(progress) });
    expect(seen.filter(({ phase }) => phase === "parsing").at(-1)).toEqual({ phase: "parsing", done: 39, total: 39 });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(["listing", "parsing", "linking"]);
  });
});
