import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { readLookup } from "./browse-lookups.ts";
import { browseSignatures } from "./browse-signatures.ts";
import { explainSignature } from "./explain-signature.ts";
import { lookUpContext } from "./look-up-context.ts";
import { remember } from "./remember.ts";

const project = "github.com/acme/shop";
const corpus = new URL("../../drizzle/seed/failures/", import.meta.url);
const passed = "\u2713 src/cart.test.ts (3 tests) 12ms\nTests  3 passed (3)\n";
const failed = "src/cart.ts(3,5): error TS2304: Cannot find name 'tax'.\n";

/** Recorded logs without a failure, and why each holds none. */
const recorded = { "none-cancelled": "cancelled", "none-footer-only": "footer_only" } as const;
const reasonOf = new Map<string, string>(Object.entries(recorded));
const logs = readdirSync(new URL("logs-none/", corpus)).map((name, place) => ({
  name,
  log: readFileSync(new URL(`logs-none/${name}/run-${(place % 3) + 1}.log`, corpus), "utf8"),
  reason: reasonOf.get(name) ?? "passed",
}));

describeEachStore("a lookup with a log that holds no failure", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  test("abstains in tier 1, says why, and counts no sighting, whatever lessons stand in the store", async () => {
    // A lesson that was left with the very log must not be what an exact signature would have found.
    for (const { name, log, reason } of logs) {
      const text = `The runner of ${name} was told to stop; run the job again.`;
      const written = bodyOf(await remember.call(context, { project, text, signature_source: log }));
      expect([name, written.signature]).toEqual([name, null]);
      const answer = bodyOf(await lookUpContext.call(context, { project, signature_source: log }));
      expect([name, answer.signature, answer.tier === 1]).toEqual([name, null, false]);
      expect(answer.lessons.filter((lesson) => lesson.matched_kind === "signature")).toEqual([]);
      expect(answer.notes).toContain(`No signature: ${reason.replaceAll("_", " ")}.`);
      expect(bodyOf(await explainSignature.call(context, { text: log }))).toMatchObject({ id: null, reason });
    }
    expect(bodyOf(await browseSignatures.call(context, {})).items).toEqual([]);
  });

  test("the record of it keeps the reason, and the tier-1 leg is not blamed for finding nothing", async () => {
    const answer = bodyOf(await lookUpContext.call(context, { project, signature_source: passed }));
    expect(answer.degraded).toEqual([]);
    expect(answer.notes).toEqual(["No signature: passed."]);
    expect(JSON.stringify(bodyOf(await readLookup.call(context, { id: answer.lookup_id })))).toContain(
      "no failure in the log: passed",
    );
  });

  test("the same log with one failing line more is found by its signature", async () => {
    await remember.call(context, {
      id: "tax",
      project,
      text: "Import tax from the money module.",
      signature_source: failed,
    });
    const ask = async (log: string) =>
      bodyOf(await lookUpContext.call(context, { project, signature_source: log })).lessons.map(({ id, tier }) => [
        id,
        tier,
      ]);
    expect((await ask(passed)).filter(([, tier]) => tier === 1)).toEqual([]);
    expect(await ask(passed + failed)).toContainEqual(["tax", 1]);
  });
});
