import { beforeEach, expect, test } from "vitest";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { browseLookups, readLookup } from "./browse-lookups.ts";
import { browseMemories } from "./browse-memories.ts";
import { lookUpContext } from "./look-up-context.ts";
import { applyPolicy, savePolicy } from "./manage-policies.ts";
import { purge } from "./purge.ts";
import { readSignature } from "./read-signature.ts";
import { remember } from "./remember.ts";

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

describeEachStore("purging", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    // How long a leg may take on a busy machine is not what these tests are about.
    const { version } = bodyOf(await savePolicy.call(context, { fields: { leg_timeout_ms: 60_000 }, note: "tests" }));
    bodyOf(await applyPolicy.call(context, { version }));
    for (const session of ["s-1", "s-2"]) {
      const text = `Of ${session}: the package is called left-pad.`;
      bodyOf(await remember.call(context, { project, session, id: session, text, signature_source: log }));
    }
    bodyOf(await lookUpContext.call(context, { project, session: "s-1", signature_source: log }));
    bodyOf(
      await lookUpContext.call(context, { project: "github.com/acme/other", session: "o", signature_source: log }),
    );
  });
  const everything = async () => {
    const lookups = bodyOf(await browseLookups.call(context, {})).items;
    const records = await Promise.all(lookups.map(({ record_id }) => readLookup.call(context, { id: record_id })));
    return JSON.stringify([bodyOf(await browseMemories.call(context, {})), records.map(bodyOf)]);
  };

  test("a dry run says what would go and removes nothing", async () => {
    const before = await everything();
    const answer = bodyOf(await purge.call(context, { project, session: "s-1", dry_run: true }));
    expect(answer).toMatchObject({ purged: false, memories: 1, lookups: 1 });
    expect(await everything()).toBe(before);
  });

  test("a session goes with all its texts, also out of the records of others, and nothing else goes", async () => {
    expect(await everything()).toContain("Of s-1");
    bodyOf(await purge.call(context, { project, session: "s-1" }));
    const left = await everything();
    expect(left).not.toContain("Of s-1");
    expect(left).toContain("Of s-2");
    const asked = bodyOf(await lookUpContext.call(context, { project, signature_source: log }));
    expect(asked.lessons.map(({ id }) => id)).toEqual(["s-2"]);
    expect(await purge.call(context, { project, session: "s-1" })).toMatchObject({ failure: { code: "NOT_FOUND" } });
  });

  test("the log of a failure goes with the project or session that met it, and the next one to meet it fills it again", async () => {
    const kept = "github.com/acme/kept";
    const logAt = (file: string) =>
      `/home/ada/secret-plan/${file}:3\nsrc/cart.ts(1,1): error TS2304: Cannot find name 'x'.\n`;
    const meet = async (where: Record<string, string>, file: string) =>
      bodyOf(await lookUpContext.call(context, { ...where, signature_source: logAt(file) })).signature?.id ?? "";
    for (const [purged, file] of [
      [{ project: "github.com/acme/gone", session: "s-9" }, "one"],
      [{ project: "github.com/acme/gone" }, "two"],
    ] as const) {
      const id = await meet({ project: "github.com/acme/gone", session: "s-9" }, file);
      await meet({ project: kept }, `kept-${file}`);
      const example = async () => bodyOf(await readSignature.call(context, { id })).raw_example;
      expect(await example()).toContain(`/${file}:3`);
      bodyOf(await purge.call(context, purged));
      expect(await example()).toBe("");
      expect(await store.db.query.signatureExamples.findMany()).not.toContainEqual(
        expect.objectContaining({ text: expect.stringContaining("secret-plan") }),
      );
      await meet({ project: kept }, `again-${file}`);
      expect(await example()).toContain(`again-${file}`);
      bodyOf(await purge.call(context, { project: kept }));
    }
  });

  test("a project goes whole, and a key for another project cannot tell whether it is there", async () => {
    const stranger = { ...context, access: { ...context.access, projects: ["github.com/acme/other"] } };
    const refused = await purge.call(stranger, { project });
    expect(refused).toMatchObject({ ok: false, failure: { code: "NOT_FOUND" } });
    const unknown = await purge.call(stranger, { project: "github.com/acme/none" });
    expect(JSON.stringify(unknown).replaceAll("acme/none", "acme/shop")).toBe(JSON.stringify(refused));
    bodyOf(await purge.call(context, { project }));
    expect(await everything()).not.toMatch(/Of s-[12]/);
    expect(bodyOf(await browseMemories.call(context, {})).items).toEqual([]);
  });
});
