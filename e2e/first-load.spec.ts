import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { expect, test } from "./fixtures.ts";
import { packageFolder } from "./start-server.ts";

/** What a page may load, gzipped, before it comes to life. */
const mostBytes = 250_000;

const BuildManifest = z.looseObject({ rootMainFiles: z.array(z.string()) });
const EntryFiles = z.record(z.string(), z.array(z.string()));

/** The scripts of each page as the build wrote them down: those of every page, and its own with those of its layout. */
async function scriptsOfPages(build: string): Promise<Map<string, string[]>> {
  const { rootMainFiles } = BuildManifest.parse(
    JSON.parse(await readFile(path.join(build, "build-manifest.json"), "utf8")),
  );
  const app = path.join(build, "server", "app");
  const pages = new Map<string, string[]>();
  for (const file of await readdir(app, { recursive: true })) {
    if (path.basename(file) !== "page_client-reference-manifest.js") continue;
    const text = await readFile(path.join(app, file), "utf8");
    const entries = /"entryJSFiles":(\{[^}]*\})/.exec(text)?.[1];
    if (entries === undefined) continue;
    const own = Object.entries(EntryFiles.parse(JSON.parse(entries)))
      .filter(([entry]) => !/(?:error|not-found)$/.test(entry))
      .flatMap(([, scripts]) => scripts);
    pages.set(path.dirname(file), [...new Set([...rootMainFiles, ...own])]);
  }
  return pages;
}

test("no page loads more JavaScript than agreed before it comes to life", async () => {
  const build = path.join(packageFolder, ".next");
  const pages = await scriptsOfPages(build);
  expect([...pages.keys()]).toEqual(expect.arrayContaining([".", "lookups", "memories", "settings"]));
  const heavy: string[] = [];
  for (const [page, scripts] of pages) {
    let bytes = 0;
    for (const script of scripts) bytes += gzipSync(await readFile(path.join(build, script))).length;
    test.info().annotations.push({ type: "first load", description: `${page} ${bytes} bytes` });
    if (bytes > mostBytes) heavy.push(`${page}: ${bytes} bytes`);
  }
  expect(heavy).toEqual([]);
});
