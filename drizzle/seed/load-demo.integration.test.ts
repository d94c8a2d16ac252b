import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browseLookups } from "#server/operations/browse-lookups.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { readDemoStatus, removeDemo } from "#server/operations/manage-demo.ts";
import { remember } from "#server/operations/remember.ts";
import { browseCalibrations } from "#server/operations/run-calibration.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { clearTables, openTestStore } from "#server/testing/stores.ts";
import { readDemoContent } from "./demo-content.ts";
import { loadDemo } from "./load-demo.ts";

const seed = fileURLToPath(new URL(".", import.meta.url));
const silent = () => {};

/** On the embedded store alone, because no other is filled with it. */
describe("the demo", () => {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let context: TestContext;
  beforeAll(async () => {
    store = await openTestStore("embedded");
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await clearTables(store.db);
    context = await anOperationContext(store.db);
  });

  test("fills an empty store, answers a recorded failure in every tier, goes at once and does not come back", {
    timeout: 300_000,
  }, async () => {
    await loadDemo(context, seed, silent);
    const content = await readDemoContent(seed);
    const before = bodyOf(await readDemoStatus.call(context, {}));
    expect(before).toEqual({
      present: true,
      memories: content.lessons.length + content.decisions.length,
      lookups: content.lookups.length,
    });
    const log = await content.readLog("npm-eresolve-react", 2);
    const answer = bodyOf(await lookUpContext.call(context, { signature_source: log, project: "demo/shop" }));
    expect(answer.tier).toBe(1);
    expect(answer.lessons.map((lesson) => lesson.tier)).toContain(2);
    expect(answer.skills.length).toBeGreaterThan(0);

    // A second start adds nothing.
    const lookups = async () => bodyOf(await browseLookups.call(context, { limit: 100 })).items.length;
    const count = await lookups();
    await loadDemo(context, seed, silent);
    expect(await lookups()).toBe(count);

    expect(bodyOf(await removeDemo.call(context, {}))).toMatchObject({ removed: true });
    expect(bodyOf(await readDemoStatus.call(context, {}))).toEqual({ present: false, memories: 0, lookups: 0 });
    expect(await lookups()).toBe(0);
    expect(bodyOf(await browseCalibrations.call(context, {})).items).toEqual([]);
    expect(bodyOf(await lookUpContext.call(context, { signature_source: log })).lessons).toEqual([]);
    await loadDemo(context, seed, silent);
    expect(bodyOf(await readDemoStatus.call(context, {})).present).toBe(false);
  });

  test("stays out of a store that somebody uses", async () => {
    bodyOf(await remember.call(context, { project: "github.com/acme/shop", text: "Something of our own." }));
    await loadDemo(context, seed, silent);
    expect(bodyOf(await readDemoStatus.call(context, {})).present).toBe(false);
  });
});
