import { beforeEach, expect, test } from "vitest";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { lookUpContext } from "./look-up-context.ts";
import { remember } from "./remember.ts";

const project = "github.com/acme/shop";
const failure = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";
const limitBytes = 1_048_576;

/** Each rung as long as asked for, with the failure at its end, as a log has it. */
const ladders: [string, (bytes: number) => string][] = [
  ["ordinary lines", (bytes) => padded("2026-07-01T10:00:00Z info compiled src/module.ts in 12 ms\n", bytes)],
  ["one line without an end", (bytes) => padded("x", bytes, "\n")],
  ["nothing but blanks", (bytes) => padded(" ", bytes, "\n")],
  ["colour codes", (bytes) => padded("\u001b[31merror\u001b[0m ", bytes, "\n")],
  ["letters beyond ASCII", (bytes) => padded("ошибка сборки модуля\n", bytes)],
];

describeEachStore("size ladder of a log", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    bodyOf(await remember.call(context, { project, id: "fix", text: "It is left-pad.", signature_source: failure }));
  });

  test.each(ladders)(
    "%s: every size up to the limit is answered with its failure, one byte more is refused",
    async (name, make) => {
      const taken: string[] = [];
      for (const bytes of [1_000, 10_000, 100_000, limitBytes]) {
        const started = performance.now();
        const answer = bodyOf(await lookUpContext.call(context, { project, signature_source: make(bytes) }));
        taken.push(`${bytes} B ${Math.round(performance.now() - started)} ms`);
        expect(answer.tier, `${name}, ${bytes} B`).toBe(1);
        expect(answer.lessons[0]?.id).toBe("fix");
      }
      process.stdout.write(`${store.kind}, ${name}: ${taken.join(", ")}\n`);
      const refused = await lookUpContext.call(context, { project, signature_source: `${make(limitBytes)}x` });
      expect(refused).toMatchObject({ ok: false, failure: { code: expect.stringMatching(/INVALID_INPUT|TOO_LARGE/) } });
    },
  );
});

/** Exactly this many bytes of UTF-8: `filler` again and again, then the failure. */
function padded(filler: string, bytes: number, end = ""): string {
  const fillerBytes = Buffer.byteLength(filler);
  const room = bytes - Buffer.byteLength(failure) - Buffer.byteLength(end);
  const repeats = Math.max(0, Math.floor(room / fillerBytes));
  const rest = Math.max(0, room - repeats * fillerBytes);
  return `${filler.repeat(repeats)}${"\n".repeat(rest)}${end}${failure}`;
}
