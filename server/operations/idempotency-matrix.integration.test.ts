import { beforeEach, describe, expect, test } from "vitest";
import { memories, occurrences } from "#drizzle/schema/schema.ts";
import { handle } from "#server/api/http/handle.ts";
import { anOperationContext, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { localAccess } from "./access.ts";
import { sweepRetention } from "./sweep-retention.ts";

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

/** A write and a read that has a side effect: both count a sighting of the failure, the write a memory as well. */
const calls = [
  { path: "/api/memories", body: { project, text: "The package is called left-pad.", signature_source: log } },
  { path: "/memory/context", body: { project, signature_source: log } },
];

describeEachStore("the idempotency matrix", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });
  const send = async (path: string, body: object, { as = context }: { as?: TestContext } = {}) => {
    const response = await handle(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { host: "localhost", "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
      { context: async () => as, hosts: { names: new Set() } },
    );
    return {
      status: response.status,
      text: await response.text(),
      isReplayed: response.headers.get("idempotent-replayed") === "true",
      retryAfter: response.headers.get("retry-after"),
    };
  };
  const effects = async () => [await store.db.$count(memories), await store.db.$count(occurrences)];

  describe.each(calls)("$path", ({ path, body }) => {
    const oneEffect = path === "/api/memories" ? [1, 1] : [0, 1];
    const twoEffects = path === "/api/memories" ? [2, 2] : [0, 2];

    test("same id and body after success, its fields in any order: the stored status and bytes, marked, without effect", async () => {
      const first = await send(path, { ...body, request_id: "r" });
      const again = await send(path, Object.fromEntries(Object.entries({ request_id: "r", ...body }).reverse()));
      expect(again).toEqual({ ...first, isReplayed: true });
      expect(first.isReplayed).toBe(false);
      expect(await effects()).toEqual(oneEffect);
    });

    test("same id and body while the first still runs, in one process or in two: never a second execution", async () => {
      const elsewhere = await anOperationContext(store.db);
      const together = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          send(path, { ...body, request_id: "r" }, { as: n % 2 ? context : elsewhere }),
        ),
      );
      const done = together.filter(({ status }) => status < 300);
      const told = together.filter(({ status }) => status >= 300);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      for (const { status, retryAfter } of told)
        expect({ status, retryAfter }).toEqual({ status: 409, retryAfter: "1" });
      expect(await effects()).toEqual(oneEffect);
      expect((await send(path, { ...body, request_id: "r" })).text).toBe(done[0]?.text);
    });

    test("same id, other body or project: 422, and nothing is done", async () => {
      await send(path, { ...body, request_id: "r" });
      for (const other of [{ signature_source: `${log}x` }, { project: "github.com/acme/other" }]) {
        const refused = await send(path, { ...body, ...other, request_id: "r" });
        expect(refused).toMatchObject({ status: 422, isReplayed: false });
        expect(refused.text).toContain('"request_id"');
      }
      expect(await effects()).toEqual(oneEffect);
    });

    test("same id under another key: independent", async () => {
      const other = { ...context, access: { ...localAccess, keyId: "another" } };
      await send(path, { ...body, request_id: "r" });
      expect(await send(path, { ...body, request_id: "r" }, { as: other })).toMatchObject({ isReplayed: false });
      expect(await effects()).toEqual(twoEffects);
    });

    test("a first that failed its validation is not kept: the corrected call with the same id works", async () => {
      expect((await send(path, { ...body, session: "", request_id: "r" })).status).toBe(400);
      const corrected = await send(path, { ...body, session: "s", request_id: "r" });
      expect(corrected.status).toBeLessThan(300);
      expect(corrected.isReplayed).toBe(false);
      expect(await effects()).toEqual(oneEffect);
    });

    test("an id of 255 characters is taken, of 256 or none refused, and two spellings of one letter are two ids", async () => {
      for (const request_id of ["", "i".repeat(256)]) {
        const refused = await send(path, { ...body, request_id });
        expect(refused.status).toBe(400);
        expect(refused.text).toContain("1 to 255 characters");
      }
      expect((await send(path, { ...body, request_id: "i".repeat(255) })).status).toBeLessThan(300);
      for (const request_id of ["caf\u00e9", "cafe\u0301"]) {
        expect(await send(path, { ...body, request_id })).toMatchObject({ isReplayed: false });
      }
      expect((await effects())[1]).toBe(3);
    });

    test("kept for 24 hours at least; when it has been swept the call runs again", async () => {
      await send(path, { ...body, request_id: "r" });
      context.clock.advance(23.9 * 3_600_000);
      await sweepRetention.call(context, {});
      expect((await send(path, { ...body, request_id: "r" })).isReplayed).toBe(true);
      context.clock.advance(2 * 24 * 3_600_000);
      await sweepRetention.call(context, {});
      expect((await send(path, { ...body, request_id: "r" })).isReplayed).toBe(false);
      // A sighting counts once for its failure and request id, whatever has become of the answer.
      expect(await effects()).toEqual([twoEffects[0], 1]);
    });

    test("without an id every call counts", async () => {
      for (const _ of [1, 2]) expect((await send(path, body)).status).toBeLessThan(300);
      expect(await effects()).toEqual(twoEffects);
    });
  });

  test("one id on two paths is two answers, and one sighting", async () => {
    const shared = { project, signature_source: log, request_id: "r" };
    await send("/memory/context", shared);
    expect(await send("/api/memories", { ...shared, text: "It is left-pad." })).toMatchObject({
      status: 201,
      isReplayed: false,
    });
    expect(await effects()).toEqual([1, 1]);
  });
});
