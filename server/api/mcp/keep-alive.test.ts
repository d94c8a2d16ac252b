import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAlive, patience } from "./keep-alive.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const patient = { ...patience, takesStream: true };
const json = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const encoded = (text: string) => new TextEncoder().encode(text);

test("an answer that is there at once is given as it is", async () => {
  const response = await keepAlive(Promise.resolve(json('{"id":1,"result":{}}')), patient);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe('{"id":1,"result":{}}');
});

test("an answer that is late becomes one event after signs of life, and JSON for who takes JSON only", async () => {
  const takesMs = 3.5 * patience.silenceMs;
  const slow = () => later(takesMs).then(() => json('{"id":1,"result":{}}'));
  const streaming = keepAlive(slow(), patient);
  await vi.advanceTimersByTimeAsync(patience.firstEventMs);
  const response = await streaming;
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reading = response.text();
  await vi.advanceTimersByTimeAsync(takesMs);
  const text = await reading;
  expect(text.match(/^: still running$/gm)?.length).toBeGreaterThan(1);
  expect(text.endsWith('event: message\ndata: {"id":1,"result":{}}\n\n')).toBe(true);

  const plain = keepAlive(slow(), { ...patient, takesStream: false });
  await vi.advanceTimersByTimeAsync(takesMs);
  expect((await plain).headers.get("content-type")).toBe("application/json");
});

/** What a reader of text got until `isEnough`; the clock goes on whenever nothing is there. */
async function readUntil(reader: ReadableStreamDefaultReader<string> | undefined, isEnough: (text: string) => boolean) {
  let text = "";
  while (!isEnough(text)) {
    const read = reader?.read();
    await vi.advanceTimersByTimeAsync(patience.silenceMs);
    text += (await read)?.value ?? "";
  }
  return text;
}

test("a stream keeps its bytes and is never silent for long, and who leaves ends it while it is silent", async () => {
  let wasLeft = false;
  const events = new ReadableStream({
    async start(controller) {
      controller.enqueue(encoded('data: {"method":"notifications/progress"}\n\n'));
      await later(3.5 * patience.silenceMs);
      controller.enqueue(encoded("data: {}\n\n"));
    },
    cancel() {
      wasLeft = true;
    },
  });
  const streamed = new Response(events, { headers: { "content-type": "text/event-stream" } });
  const response = await keepAlive(Promise.resolve(streamed), patient);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const text = await readUntil(reader, (soFar) => soFar.endsWith("data: {}\n\n"));
  expect(text.replaceAll(": still running\n\n", "")).toBe('data: {"method":"notifications/progress"}\n\ndata: {}\n\n');
  expect(text.match(/^: still running$/gm)?.length).toBeGreaterThan(1);
  expect(await readUntil(reader, (soFar) => soFar !== "")).toBe(": still running\n\n");
  await reader?.cancel();
  await vi.advanceTimersByTimeAsync(0);
  expect(wasLeft).toBe(true);
});

test("what fails after its caller left is nobody's failure", async () => {
  const failing = later(2 * patience.firstEventMs).then(() => Promise.reject(new Error("gone")));
  const answer = keepAlive(failing, patient);
  await vi.advanceTimersByTimeAsync(patience.firstEventMs);
  await (await answer).body?.cancel();
  await vi.advanceTimersByTimeAsync(2 * patience.firstEventMs);
});
