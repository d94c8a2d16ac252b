import { beforeEach, expect, test } from "vitest";
import { anOperationContext, bodyOf } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { lookUpContext } from "./look-up-context.ts";
import type { Embedder } from "./ports.ts";
import { remember } from "./remember.ts";

const project = "github.com/acme/shop";
const letters = "abcdefghijklmnopqrstuvwxyz";

/** Every text has a direction of its own, so that vectors alone would find nothing: what is found was found by its words. */
const scattered: Embedder = {
  model: "scattered",
  embed: async (texts) => texts.map((text) => Float32Array.from([text.length % 7, text.length % 11, 1])),
};

describeEachStore("A25: five hundred writes, each followed by its lookup", (store) => {
  beforeEach(() => store.clear());

  for (const embedder of [null, scattered]) {
    test(`what was acknowledged is found by signature and by words at once, ${embedder ? "with" : "without"} vectors`, async () => {
      const context = await anOperationContext(store.db, { embedder });
      const ask = async (input: Record<string, unknown>) =>
        bodyOf(await lookUpContext.call(context, { project, ...input }));
      for (let n = 0; n < 500; n += 1) {
        const name = `part-${letters[n % 26]}${letters[Math.floor(n / 26)]}`;
        const log = `npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/${name}\nnpm error 404  '${name}@*' is not in this registry.\n`;
        const text = `The package ${name} was renamed; lesson number ${n}.`;
        const { id } = bodyOf(await remember.call(context, { project, text, signature_source: log }));
        const exact = (await ask({ signature_source: log })).lessons.filter((lesson) => lesson.tier === 1);
        expect(exact.map((lesson) => lesson.id)).toEqual([id]);
        expect((await ask({ task: text })).lessons.map((lesson) => lesson.id)).toContain(id);
      }
    });
  }
});
