import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import next from "next";
import { packageRoot } from "#server/compose/package-root.ts";

/**
 * A production Next server whose only route answers a constant: what any route of Next costs before it does anything.
 * Null where it cannot be built. Built once for each version of Next into `dist/bench-next`.
 */
export async function bareNextRoute(): Promise<{ url: string; close(): Promise<void> } | null> {
  const dir = path.join(packageRoot(), "dist", "bench-next");
  try {
    if (!(await isBuilt(dir))) await buildRoute(dir);
    const app = next({ dev: false, dir, hostname: "127.0.0.1", port: 0 });
    await app.prepare();
    const handle = app.getRequestHandler();
    const server = createServer((request, response) => {
      handle(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    return {
      url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
      async close() {
        server.close();
        await app.close();
      },
    };
  } catch (error) {
    process.stderr.write(
      `A bare Next route could not be measured: ${error instanceof Error ? error.message : error}\n`,
    );
    return null;
  }
}

const stampOf = (dir: string) => path.join(dir, "built-with");

async function isBuilt(dir: string): Promise<boolean> {
  const stamp = await readFile(stampOf(dir), "utf8").catch(() => "");
  return stamp === (await nextVersion());
}

function nextVersion(): Promise<string> {
  return readFile(path.join(packageRoot(), "node_modules", "next", "package.json"), "utf8");
}

async function buildRoute(dir: string): Promise<void> {
  await rm(path.join(dir, "app"), { recursive: true, force: true });
  await mkdir(path.join(dir, "app", "bare"), { recursive: true });
  await writeFile(path.join(dir, "package.json"), '{ "name": "bench-next", "private": true, "type": "module" }\n');
  await writeFile(
    path.join(dir, "next.config.mjs"),
    "export default { turbopack: { root: import.meta.dirname + '/../..' } };\n",
  );
  await writeFile(
    path.join(dir, "app", "layout.js"),
    "export default function Layout({ children }) { return children; }\n",
  );
  await writeFile(
    path.join(dir, "app", "bare", "route.js"),
    "export async function POST(request) { await request.json(); return Response.json({ ok: true }); }\n",
  );
  const bin = path.join(packageRoot(), "node_modules", "next", "dist", "bin", "next");
  await promisify(execFile)(process.execPath, [bin, "build", dir], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  await writeFile(stampOf(dir), await nextVersion());
}
