import { afterEach, describe, expect, test } from "vitest";
import { closeModelServers, modelServer, says } from "#server/testing/model-server.ts";
import { llmFileReranker } from "./llm-file-reranker.ts";

const files = [
  { path: "src/a.ts", symbols: ["alpha"] },
  { path: "src/b.ts", symbols: [] },
  { path: "src/c.ts", symbols: ["gamma"] },
];
afterEach(closeModelServers);

const ask = (url: string, signal = AbortSignal.timeout(20_000)) =>
  llmFileReranker({ url, model: "small", key: "k-secret" }).rerank({ goal: "fix gamma", files }, signal);

describe("a model that re-ranks files", () => {
  test("is asked once, with goal, paths and symbols, and its order is taken", async () => {
    let seen = { authorization: "", text: "" };
    const { url, asked } = await modelServer((request, response) => {
      seen = { authorization: String(request.headers.authorization), text: request.text };
      says("3, 1, 9, 3")(request, response);
    });
    expect(await ask(url)).toEqual(["src/c.ts", "src/a.ts"]);
    expect(asked).toEqual(["POST /v1/chat/completions"]);
    expect(seen.authorization).toBe("Bearer k-secret");
    for (const part of ["fix gamma", "src/b.ts", "gamma", "small"]) expect(seen.text).toContain(part);
  });

  test("that answers nonsense names no file", async () => {
    expect(await ask((await modelServer(says("I would rather not say."))).url)).toEqual([]);
  });

  test("that refuses, or speaks no JSON, fails and is not asked again", async () => {
    const refusing = await modelServer((_request, response) => response.writeHead(503).end("busy"));
    await expect(ask(refusing.url)).rejects.toThrow();
    expect(refusing.asked).toHaveLength(1);
    const babbling = await modelServer((_request, response) => response.writeHead(200).end("<html>"));
    await expect(ask(babbling.url)).rejects.toThrow();
  });

  test("that hangs is left as soon as the caller gives up", async () => {
    const { url } = await modelServer(() => {});
    await expect(ask(url, AbortSignal.timeout(100))).rejects.toThrow();
  });

  test("E29: is followed to no other host, and no endless answer is read", async () => {
    const elsewhere = await modelServer(says("1"));
    const redirecting = await modelServer((_request, response) =>
      response.writeHead(307, { location: `${elsewhere.url}/chat/completions` }).end(),
    );
    await expect(ask(redirecting.url)).rejects.toThrow();
    expect(elsewhere.asked).toEqual([]);
    const endless = await modelServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = " ".repeat(65_536);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    await expect(ask(endless.url)).rejects.toThrow();
  });
});
