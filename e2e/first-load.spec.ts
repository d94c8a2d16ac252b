import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures.ts";
import { packageFolder } from "./start-server.ts";

/** Calibration and Code bring their own machinery; every other page keeps to this, gzipped. */
const mostBytes = 250 * 1024;

const paths = [
  "/",
  "/lookups",
  "/lookups/att_unknown",
  "/memories",
  "/memories/unknown",
  "/supersession",
  "/budget",
  "/playground",
  "/settings",
];

test("no page loads more than 250 kB of JavaScript before it comes to life", async ({ request, server }) => {
  const sizes = new Map<string, number>();
  const sizeOf = async (file: string) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const code = await readFile(path.join(packageFolder, ".next", "static", file));
    const size = gzipSync(code).length;
    sizes.set(file, size);
    return size;
  };
  const heavy: string[] = [];
  for (const page of paths) {
    const html = await (await request.get(`${server.url}${page}`)).text();
    const files = new Set([...html.matchAll(/\/_next\/static\/([^"'\\?]+\.js)/g)].map(([, file = ""]) => file));
    expect(files.size, page).toBeGreaterThan(3);
    let bytes = 0;
    for (const file of files) bytes += await sizeOf(file);
    if (bytes > mostBytes) heavy.push(`${page}: ${Math.round(bytes / 1024)} kB`);
    test.info().annotations.push({ type: "first load", description: `${page} ${Math.round(bytes / 1024)} kB` });
  }
  expect(heavy).toEqual([]);
});
