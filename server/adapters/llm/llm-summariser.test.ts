import { afterEach, describe, expect, test } from "vitest";
import { closeModelServers, modelServer, says } from "#server/testing/model-server.ts";
import { llmSummariser } from "./llm-summariser.ts";

afterEach(closeModelServers);

const file = { body: "src/cart.ts\n\n## Signatures\nexport function total(): number", symbols: ["total"] };
const ask = (url: string, signal = AbortSignal.timeout(20_000)) =>
  llmSummariser({ url, model: "small", key: "k-secret" }).summarise(file, signal);

describe("a model that summarises", () => {
  test("is asked once, with what the context holds and the names it may use; what it thinks aloud is left out", async () => {
    let seen = { authorization: "", text: "" };
    const { url, asked } = await modelServer((request, response) => {
      seen = { authorization: String(request.headers.authorization), text: request.text };
      says("<think>`gone` perhaps</think>Adds up with `total`.")(request, response);
    });
    expect(await ask(url)).toBe("Adds up with `total`.");
    expect(asked).toEqual(["POST /v1/chat/completions"]);
    expect(seen.authorization).toBe("Bearer k-secret");
    for (const part of ["src/cart.ts", "export function total(): number", "small"]) expect(seen.text).toContain(part);
  });

  test("that refuses, speaks no JSON, hangs or sends elsewhere fails, and is not asked again", async () => {
    const elsewhere = await modelServer(says("1"));
    const refusing = await modelServer((_request, response) => response.writeHead(503).end("busy"));
    const babbling = await modelServer((_request, response) => response.writeHead(200).end("<html>"));
    const moved = await modelServer((_request, response) =>
      response.writeHead(307, { location: `${elsewhere.url}/chat/completions` }).end(),
    );
    for (const { url, asked } of [refusing, babbling, moved]) {
      await expect(ask(url)).rejects.toThrow();
      expect(asked).toHaveLength(1);
    }
    expect(elsewhere.asked).toEqual([]);
    const silent = await modelServer(() => {});
    await expect(ask(silent.url, AbortSignal.timeout(100))).rejects.toThrow();
  });
});
