import { beforeEach, expect, test } from "vitest";
import { anOperationContext, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { handleTrpc } from "./handle-trpc.ts";

describeEachStore("what a page watches", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const watch = (path: string, input: unknown, headers = {}) =>
    handleTrpc(
      new Request(`http://127.0.0.1:3210/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
        headers: { host: "127.0.0.1:3210", accept: "text/event-stream", ...headers },
      }),
      { context: async () => context, hosts: { names: new Set() } },
    );

  async function firstAnswer(response: Response): Promise<string> {
    const reader = response.body?.getReader();
    let text = "";
    while (reader && !text.includes('"count"')) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
    }
    await reader?.cancel();
    return text;
  }

  for (const [path, input] of [
    ["live.lookups", { after: null }],
    ["live.failures", { since: null }],
  ] as const) {
    test(`E14: ${path} answers at once, as events that no proxy may compress or hold back`, async () => {
      const response = await watch(path, input);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      expect(response.headers.get("cache-control")).toContain("no-transform");
      expect(response.headers.get("x-accel-buffering")).toBe("no");
      expect(await firstAnswer(response)).toContain('"count":0');
    });

    test(`${path} is refused to a page of another server`, async () => {
      expect((await watch(path, input, { origin: "https://elsewhere.example" })).status).toBe(403);
    });
  }

  test("a watch with a broken input is told so, and its stream ends with that", async () => {
    const told = await (await watch("live.lookups", { after: 7 })).text();
    expect(told).toContain("INVALID_INPUT");
    expect(told).not.toContain('"count"');
  });
});
