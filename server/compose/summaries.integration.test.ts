import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { readContext } from "#server/operations/browse-contexts.ts";
import { bulkUpsertContexts } from "#server/operations/bulk-upsert-contexts.ts";
import { bodyOf } from "#server/testing/an-operation-context.ts";
import { closeModelServers, modelServer, says } from "#server/testing/model-server.ts";
import { readConfig } from "./config.ts";
import { compose } from "./context.ts";

const folder = mkdtempSync(path.join(tmpdir(), "whence-summaries-"));
afterAll(() => {
  closeModelServers();
  rmSync(folder, { recursive: true, force: true });
});
const quiet = { info: () => {}, error: () => {} };
const externalId = "code:github.com/acme/shop:src/cart.ts";
const capsule = {
  workspace: "own",
  runId: "r-1",
  diffSha: "d1",
  capsule: { repo: "github.com/acme/shop", task: "t", verdict: "pass" },
  contexts: [
    {
      externalId,
      title: "src/cart.ts",
      description: "",
      body: "src/cart.ts\n\n## Summary\nDeclares `total`.",
      type: "reference",
      tags: ["code"],
      metadata: { kind: "code-file", content_hash: "h", lang: "typescript", symbols: ["total"] },
    },
  ],
};

test("a capsule that a command left is summarised by the model of the environment as soon as a server works", async () => {
  const { url, asked } = await modelServer(says("Adds up with `total`."));
  const on = readConfig({ WHENCE_DATA_DIR: folder, WHENCE_LLM_URL: url, WHENCE_LLM_MODEL: "small" });

  // A command: it has the model configured, keeps the job, and is gone before anybody did it.
  const command = await compose(on, { log: quiet });
  bodyOf(await bulkUpsertContexts.call(command.context, capsule));
  await command.close();
  expect(asked).toEqual([]);

  const server = await compose(on, { log: quiet });
  server.keepJobs();
  const read = async () => bodyOf(await readContext.call(server.context, { external_id: externalId }));
  for (let tries = 0; tries < 400 && (await read()).summary_by !== "model"; tries += 1) await sleep(25);
  expect(await read()).toMatchObject({ summary_by: "model", summary_model: "small" });
  expect(asked).toEqual(["POST /v1/chat/completions"]);
  await server.close();
}, 120_000);
