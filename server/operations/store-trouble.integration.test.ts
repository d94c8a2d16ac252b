import { afterAll, expect, test } from "vitest";
import { handle } from "#server/api/http/handle.ts";
import { openPostgres, shownUrl } from "#server/db/open-postgres.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { operationPlaces, operationSteps } from "#server/testing/operation-steps.ts";
import { createTestDatabase } from "#server/testing/stores.ts";
import { findOperation } from "./catalogue.ts";

const places = operationPlaces();
afterAll(places.remove);

/** A server that was started on a database which then went away. */
async function withoutDatabase() {
  const { url, drop } = await createTestDatabase();
  const { db, close } = openPostgres(url);
  const context = await anOperationContext(db, {});
  await drop();
  return {
    context: { ...context, build: { ...context.build, store: "postgres" as const, location: shownUrl(url) } },
    close,
  };
}

test("with its database gone, no call breaks: each is refused with the cause, or answers and says what is missing", async () => {
  const { context, close } = await withoutDatabase();
  const answered = new Set<string>();
  for (const { name, input, before } of operationSteps(places)) {
    before?.();
    const outcome = await findOperation(name)?.call(context, input);
    if (outcome?.ok) answered.add(name);
    else if (outcome?.failure.code === "UNAVAILABLE") {
      expect(outcome.failure.message, name).toMatch(/^DATABASE_URL \(postgres:.+\) cannot be used: .+\.\nWhat to do: /);
    } else expect(outcome?.failure.code, name).toMatch(/^(INVALID_INPUT|NOT_FOUND)$/);
  }
  // Lookups answer with the legs that failed, and a log is explained without the store.
  expect([...answered].sort()).toEqual(["agent.recall", "context.prior", "memory.context", "signature.explain"]);
  await close();
});

test("with its database gone, health is 503 and a lookup names the legs that failed", async () => {
  const { context, close } = await withoutDatabase();
  const setup = { context: async () => context, hosts: { names: "any" as const } };
  const health = await handle(new Request("http://localhost/api/health", { headers: { host: "localhost" } }), setup);
  expect(health?.status).toBe(503);
  expect(await health?.json()).toMatchObject({ code: "UNAVAILABLE", detail: expect.stringContaining("What to do: ") });
  const lookup = await handle(
    new Request("http://localhost/memory/context", {
      method: "POST",
      headers: { host: "localhost", "content-type": "application/json" },
      body: JSON.stringify({ signature_source: "npm error code E404" }),
    }),
    setup,
  );
  expect(lookup?.status).toBe(200);
  expect(await lookup?.json()).toMatchObject({
    tier: null,
    lessons: [],
    degraded: expect.arrayContaining([expect.objectContaining({ leg: "text" })]),
  });
  await close();
});
