import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { handle } from "#server/api/http/handle.ts";
import { mountMcp } from "#server/api/mcp/mount-mcp.ts";
import { productMcp } from "#server/api/mcp/product-mcp.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { openTestStore } from "#server/testing/stores.ts";
import { fixtureServer } from "./fixture-server.ts";
import { baselineFile, listenOnLoopback, runSuite, suiteNode } from "./run-suite.ts";

const node = suiteNode();
const why = "the suite needs Node 22 or later, and `npm ci` in server/testing/conformance-package";

const revisions = ["2025-11-25", "2026-07-28"];

/** Which server stands behind the product's transport, and the scenarios that it is not meant to pass. */
const servers = [
  { name: "the suite's fixtures", mount: mountMcp(fixtureServer), baseline: "fixtures" },
  { name: "the product's own tools", mount: productMcp, baseline: "product" },
];

describe.skipIf(node === null)(`MCP conformance${node === null ? ` (skipped: ${why})` : ""}`, () => {
  for (const { name, mount, baseline } of servers) {
    test.each(revisions)(`${name} pass what revision %s requires`, async (revision) => {
      const store = await openTestStore("embedded");
      const context = await anOperationContext(store.db);
      const setup = { context: async () => context, hosts: { names: new Set<string>() } };
      const server = await listenOnLoopback((request) => handle(request, setup, mount));
      const { exitCode, output } = await runSuite(node ?? "", {
        url: server.url,
        revision,
        expectedFailures: baselineFile(`expected-failures.${baseline}.${revision}.yaml`),
      });
      await server.close();
      await store.close();
      expect(exitCode, output.slice(-6_000)).toBe(0);
    });
  }
});

test("a scenario that is expected to fail says why", () => {
  for (const { baseline } of servers) {
    for (const revision of revisions) {
      const lines = readFileSync(baselineFile(`expected-failures.${baseline}.${revision}.yaml`), "utf8").split("\n");
      expect(lines.filter((line) => /^\s*-/.test(line) && !/#\s*\S/.test(line))).toEqual([]);
    }
  }
});
