import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { limits } from "#server/contracts/limits.ts";
import { withJsonBody } from "./read-body.ts";

const post = (body: Uint8Array<ArrayBuffer>, encoding: string) =>
  new Request("http://127.0.0.1/", {
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": encoding },
    body,
  });
const packed = (bytes: number) => Uint8Array.from(gzipSync(JSON.stringify("x".repeat(bytes - 2))));

/** How many bodies were held at once, and how each was answered, when each is worked on for a moment. */
async function heldAtOnce(requests: readonly Request[]): Promise<{ most: number; answers: string[] }> {
  let held = 0;
  let most = 0;
  const answers = await Promise.all(
    requests.map((request) =>
      withJsonBody(request, async (body) => {
        if (!body.ok) return `${body.failure.code} ${body.failure.retryAfterSeconds}`;
        held += 1;
        most = Math.max(most, held);
        await new Promise((resolve) => setTimeout(resolve, 5));
        held -= 1;
        return "done";
      }),
    ),
  );
  return { most, answers };
}

test("E26: a hundred packed bodies that fit are each worked on, and no more at once than one of full size takes", async () => {
  const body = packed(limits.bodyBytes / 4);
  expect(body.length).toBeLessThan(4_096);
  const { most, answers } = await heldAtOnce(Array.from({ length: 100 }, () => post(body, "gzip")));
  expect(answers).toEqual(Array.from({ length: 100 }, () => "done"));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
  const whole = packed(limits.bodyBytes);
  expect(await heldAtOnce([post(whole, "gzip"), post(whole, "gzip")])).toEqual({ most: 1, answers: ["done", "done"] });
});

test("E26: when more waits than is held, the next is told to come again; a small body passes all that wait", async () => {
  const whole = Buffer.from(JSON.stringify(randomBytes(limits.bodyBytes / 2 - 1).toString("hex")));
  const large = Array.from({ length: 11 }, () => post(Uint8Array.from(whole), "identity"));
  const small = post(packed(1_000), "gzip");
  const { answers } = await heldAtOnce([...large, small]);
  expect(answers.filter((answer) => answer === "RATE_LIMITED 1")).toHaveLength(2);
  expect(answers.filter((answer) => answer === "done")).toHaveLength(10);
  expect(answers.at(-1)).toBe("done");
});
