import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { llmFileReranker } from "./llm-file-reranker.ts";

const files = [
  { path: "src/a.ts", symbols: ["alpha"] },
  { path: "src/b.ts", symbols: [] },
  { path: "src/c.ts", symbols: ["gamma"] },
];
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

/** A small server that speaks the protocol, or whatever a test wants of it. */
async function serverThat(answer: Answer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    asked.push(`${request.method} ${request.url}`);
    answer(Object.assign(request, { text }), response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/v1`, asked };
}

const completion = (content: string) =>
  JSON.stringify({
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "small",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
const sends =
  (content: string): Answer =>
  (_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(completion(content));
const ask = (url: string, signal = AbortSignal.timeout(20_000)) =>
  llmFileReranker({ url, model: "small", key: "k-secret" }).rerank({ goal: "fix gamma", files }, signal);

describe("a model that re-ranks files", () => {
  test("is asked once, with goal, paths and symbols, and its order is taken", async () => {
    let seen = { authorization: "", text: "" };
    const { url, asked } = await serverThat((request, response) => {
      seen = { authorization: String(request.headers.authorization), text: request.text };
      sends("3, 1, 9, 3")(request, response);
    });
    expect(await ask(url)).toEqual(["src/c.ts", "src/a.ts"]);
    expect(asked).toEqual(["POST /v1/chat/completions"]);
    expect(seen.authorization).toBe("Bearer k-secret");
    for (const part of ["fix gamma", "src/b.ts", "gamma", "small"]) expect(seen.text).toContain(part);
  });

  test("that answers nonsense names no file", async () => {
    expect(await ask((await serverThat(sends("I would rather not say."))).url)).toEqual([]);
  });

  test("that refuses, or speaks no JSON, fails and is not asked again", async () => {
    const refusing = await serverThat((_request, response) => response.writeHead(503).end("busy"));
    await expect(ask(refusing.url)).rejects.toThrow();
    expect(refusing.asked).toHaveLength(1);
    const babbling = await serverThat((_request, response) => response.writeHead(200).end("<html>"));
    await expect(ask(babbling.url)).rejects.toThrow();
  });

  test("that hangs is left as soon as the caller gives up", async () => {
    const { url } = await serverThat(() => {});
    await expect(ask(url, AbortSignal.timeout(100))).rejects.toThrow();
  });

  test("E29: is followed to no other host, and no endless answer is read", async () => {
    const elsewhere = await serverThat(sends("1"));
    const redirecting = await serverThat((_request, response) =>
      response.writeHead(307, { location: `${elsewhere.url}/chat/completions` }).end(),
    );
    await expect(ask(redirecting.url)).rejects.toThrow();
    expect(elsewhere.asked).toEqual([]);
    const endless = await serverThat((_request, response) => {
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
