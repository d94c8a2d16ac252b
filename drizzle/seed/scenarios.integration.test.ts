import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { browseLookups, readLookup } from "#server/operations/browse-lookups.ts";
import { browseMemories } from "#server/operations/browse-memories.ts";
import { browseSignatures } from "#server/operations/browse-signatures.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { remember } from "#server/operations/remember.ts";
import { runDoctor } from "#server/operations/run-doctor.ts";
import { anOperationContext, bodyOf } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { copyLookup, copyMemory, copySightings } from "./copy-rows.ts";
import { runScenario } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";

const folder = fileURLToPath(new URL("scenarios", import.meta.url));
/** These take as long as all others together: the demo has a test of its own, and rows are copied by a test below. */
const long = new Set(["demo", "many-rows", "often-seen"]);
const names = readdirSync(folder)
  .map((file) => path.basename(file, ".ts"))
  .filter((name) => !long.has(name));
const day = new Date("2026-07-02T00:00:00Z");

async function scenarioNamed(name: string): Promise<Scenario> {
  const loaded: { scenario: Scenario } = await import(path.join(folder, `${name}.ts`));
  return loaded.scenario;
}

describeEachStore("seed scenarios", (store) => {
  let context: OperationContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  test.each(names)(
    "%s fills an empty store, names its pages, and breaks no invariant but the one it is about",
    async (name) => {
      const scenario = await scenarioNamed(name);
      const links = await runScenario(scenario, context, day);
      expect(scenario.summary).not.toBe("");
      expect(links.length).toBeGreaterThan(0);
      for (const { path: to, shows } of links) {
        expect(to).toMatch(/^\/(?!.*(?:undefined|null)(?:$|[/?&]))/);
        expect(shows).not.toBe("");
      }
      const broken = bodyOf(await runDoctor.call(context, {})).checks.filter(({ found }) => found > 0);
      expect(broken.map((check) => check.name)).toEqual(name === "failed" ? ["records_parse"] : []);
    },
  );

  test("copied rows are rows of their own: each is listed, opens, and breaks no invariant", async () => {
    bodyOf(await remember.call(context, { project: "github.com/acme/shop", id: "pin", text: "Pin react." }));
    bodyOf(await lookUpContext.call(context, { project: "github.com/acme/shop", task: "pin react" }));
    await copyLookup(store.db, "att_000001", 30);
    await copyMemory(store.db, "pin", 30);
    expect(bodyOf(await browseLookups.call(context, { limit: 100 })).items).toHaveLength(31);
    expect(bodyOf(await browseMemories.call(context, { limit: 100 })).items).toHaveLength(31);
    const one = bodyOf(await readLookup.call(context, { id: "att_copy0000030" }));
    expect(one.record.id).toBe("att_copy0000030");
    expect(bodyOf(await runDoctor.call(context, {})).healthy).toBe(true);
  });

  test("copied sightings are of lookups of their own, spread over the projects, and break no invariant", async () => {
    const project = "github.com/acme/shop";
    const signature_source = "src/cart.ts(3,5): error TS2304: Cannot find name 'tax'.\n";
    bodyOf(await lookUpContext.call(context, { project, signature_source }));
    await copySightings(store.db, "att_000001", { count: 30, days: 10, projects: [project, "github.com/acme/site"] });
    const [failure] = bodyOf(await browseSignatures.call(context, {})).items;
    expect(failure).toMatchObject({
      seen_count: 31,
      projects: [project, "github.com/acme/site"],
      tier1: { lookups: 31 },
    });
    expect(bodyOf(await readLookup.call(context, { id: "att_seen0000030" })).record.id).toBe("att_seen0000030");
    expect(bodyOf(await runDoctor.call(context, {})).healthy).toBe(true);
  });

  test("the same scenario on the same day gives the same lookups", async () => {
    const scenario = await scenarioNamed("superseded");
    const first = await runScenario(scenario, context, day);
    await store.clear();
    expect(await runScenario(scenario, await anOperationContext(store.db), day)).toEqual(first);
  });
});
