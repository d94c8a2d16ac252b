import { expect, test } from "vitest";
import { keepAlive } from "./keep-alive.ts";

const impatient = { firstEventMs: 5, silenceMs: 5, takesStream: true };
const json = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("an answer that is there at once is given as it is", async () => {
  const response = await keepAlive(Promise.resolve(json('{"id":1,"result":{}}')), {
    ...impatient,
    firstEventMs: 60_000,
  });
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe('{"id":1,"result":{}}');
});

test("an answer that is late becomes one event after signs of life, and JSON for who takes JSON only", async () => {
  const slow = () => later(60).then(() => json('{"id":1,"result":{}}'));
  const response = await keepAlive(slow(), impatient);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const text = await response.text();
  expect(text.match(/^: still running$/gm)?.length).toBeGreaterThan(1);
  expect(text.endsWith('event: message\ndata: {"id":1,"result":{}}\n\n')).toBe(true);
  expect((await keepAlive(slow(), { ...impatient, takesStream: false })).headers.get("content-type")).toBe(
    "application/json",
  );
});

test("a stream keeps its bytes and is never silent for long; who leaves ends it, and a late failure is nobody's", async () => {
  let wasLeft = false;
  const encoder = new TextEncoder();
  const events = new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode('data: {"method":"notifications/progress"}\n\n'));
      await later(40);
      controller.enqueue(encoder.encode("data: {}\n\n"));
    },
    cancel() {
      wasLeft = true;
    },
  });
  const streamed = new Response(events, { headers: { "content-type": "text/event-stream" } });
  const response = await keepAlive(Promise.resolve(streamed), { ...impatient, firstEventMs: 60_000 });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.endsWith("data: {}\n\n")) text += (await reader?.read())?.value ?? "";
  expect(text.replaceAll(": still running\n\n", "")).toBe('data: {"method":"notifications/progress"}\n\ndata: {}\n\n');
  expect(text).toContain(": still running\n\n");
  await reader?.cancel();
  await expect.poll(() => wasLeft).toBe(true);

  const failing = await keepAlive(
    later(30).then(() => Promise.reject(new Error("gone"))),
    impatient,
  );
  await failing.body?.cancel();
  await later(40);
});
