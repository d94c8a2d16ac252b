import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAiEmbedder } from "#server/adapters/embedder/openai-embedder.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { remember } from "#server/operations/remember.ts";
import { anOperationContext, bodyOf } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { storeRetrieval } from "./store-retrieval.ts";

const project = "github.com/acme/shop";

/** Meanings that share no word: what only a vector can bring together. */
const meanings: [RegExp, number[]][] = [
  [/car|automobile|vehicle/i, [1, 0, 0]],
  [/soup|kitchen/i, [0, 1, 0]],
];

type Manner = "speaks" | "hangs" | "refuses" | "talks nonsense" | "answers too few";

describeEachStore("vectors from an endpoint that speaks the protocol", (store) => {
  let server: Server;
  let manner: Manner;
  let asked: string[][];
  let context: OperationContext;
  let settled: () => Promise<void>;

  beforeEach(async () => {
    await store.clear();
    manner = "speaks";
    asked = [];
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        if (manner === "hangs") return;
        if (manner === "refuses") return response.writeHead(503).end("busy");
        if (manner === "talks nonsense") return response.end("<html>hello</html>");
        const { input } = JSON.parse(body);
        asked.push(input);
        const data = input.map((text: string, index: number) => ({
          index,
          embedding: meanings.find(([pattern]) => pattern.test(text))?.[1] ?? [0, 0, 1],
        }));
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ data: manner === "answers too few" ? [] : data }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const port = portOf(server);
    await connectEmbedder(`http://127.0.0.1:${port}/v1`);
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function connectEmbedder(url: string) {
    const embedder = openAiEmbedder({ url, model: "small", key: undefined });
    const base = await anOperationContext(store.db, { embedder });
    const retrieval = storeRetrieval({
      db: store.db,
      workspaceId: base.workspaceId,
      embedder,
      // Far below the time limit of a leg, so that a slow machine does not lose the leg with the embedder.
      embedderTimeoutMs: 150,
      clock: base.clock,
      log: base.log,
    });
    context = { ...base, retrieval };
    settled = () => retrieval.embedded();
  }
  const write = async (id: string, text: string) => bodyOf(await remember.call(context, { project, id, text }));
  const ask = async (task: string) => bodyOf(await lookUpContext.call(context, { project, task }));

  test("a memory that shares no word with the question is found by its vector, and keeps the cosine as a factor", async () => {
    await write("vehicle", "The automobile module needs a warm start.");
    await write("recipe", "The kitchen display sleeps at night.");
    await ask("anything at all");
    await settled();
    const answer = await ask("car boots slowly");
    expect(answer.lessons.map((lesson) => lesson.id)).toEqual(["vehicle"]);
    expect(answer.degraded).toEqual([]);
  });

  test("a model that calls everything near pushes out nothing that words have found", async () => {
    for (let n = 0; n < 60; n += 1) await write(`car-${n}`, `The automobile of line ${n} idles.`);
    await write("wanted", "Vehicle registration needs the quarterly certificate.");
    await ask("anything at all");
    await settled();
    const answer = await ask("quarterly certificate of vehicle registration");
    expect(answer.lessons[0]?.id).toBe("wanted");
  });

  test("what was acknowledged is found by its words before it has a vector", async () => {
    manner = "hangs";
    await write("new", "Rotate the signing certificate before Friday.");
    const answer = await ask("rotate signing certificate");
    expect(answer.lessons.map((lesson) => lesson.id)).toEqual(["new"]);
    expect(answer.degraded).toEqual([{ leg: "embedder", reason: "timeout" }]);
  });

  test.each([
    ["refuses", "failed"],
    ["talks nonsense", "nonsense"],
    ["answers too few", "nonsense"],
    ["hangs", "timeout"],
  ] as const)("an embedder that %s leaves the lexical answer and is named", async (how, reason) => {
    await write("cert", "Rotate the signing certificate before Friday.");
    manner = how;
    const answer = await ask("rotate signing certificate");
    expect(answer.lessons.map((lesson) => lesson.id)).toEqual(["cert"]);
    expect(answer.degraded).toEqual([{ leg: "embedder", reason }]);
  });

  test("vectors are stored: a restart embeds only what is new", async () => {
    await write("vehicle", "The automobile module needs a warm start.");
    await ask("anything at all");
    await settled();
    const port = portOf(server);
    await connectEmbedder(`http://127.0.0.1:${port}/v1`);
    asked = [];
    await ask("anything at all");
    await settled();
    expect((await ask("car boots slowly")).lessons.map((lesson) => lesson.id)).toEqual(["vehicle"]);
    expect(asked.flat().filter((text) => text.includes("automobile"))).toEqual([]);
  });
});

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  return address.port;
}
