import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { handle } from "#server/api/http/handle.ts";
import { decodeLog } from "#server/domain/failure-signature/decode-log.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import pairs from "#server/testing/cases/B-pairs.json" with { type: "json" };
import { describeEachStore } from "#server/testing/stores.ts";
import { browseSignatures } from "./browse-signatures.ts";
import { explainSignature } from "./explain-signature.ts";
import { lookUpContext } from "./look-up-context.ts";
import { readSignature } from "./read-signature.ts";
import { remember } from "./remember.ts";

const project = "github.com/acme/shop";
const Answer = z.object({ signature: z.object({ id: z.string() }).nullable() });

function membersOf(name: string): string[] {
  const members = pairs.find(({ set }) => set === name)?.members;
  if (!members) throw new Error(`no set ${name}`);
  return members;
}

describeEachStore("reported cases of failures that a store holds", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const ask = async (log: string, more: Record<string, unknown> = {}) =>
    bodyOf(await lookUpContext.call(context, { project, signature_source: log, ...more }));
  const post = (body: string) =>
    handle(
      new Request("http://localhost/memory/context", {
        method: "POST",
        headers: { host: "localhost", "content-type": "application/json" },
        body,
      }),
      { context: async () => context, hosts: { names: new Set() } },
    );

  test("B01: the whole set is one signature, seen as often as the set has members", async () => {
    const members = membersOf("same-1");
    const ids = [];
    for (const log of members) ids.push((await ask(log)).signature?.id);
    expect(new Set(ids).size).toBe(1);
    const listed = bodyOf(await browseSignatures.call(context, {})).items;
    expect(listed.map(({ id, seen_count }) => [id, seen_count])).toEqual([[ids[0], members.length]]);
    // A lesson of it says the same to whoever meets the failure next.
    bodyOf(
      await remember.call(context, { project, id: "lease", text: "Renew the lease.", signature_source: members[0] }),
    );
    expect((await ask(members[2] ?? "")).lessons[0]).toMatchObject({ id: "lease", seen_count: members.length + 2 });
  });

  test("B02: one by default, apart by a key of the caller, and both say what was masked by which rule", async () => {
    const [billing = "", search = ""] = membersOf("id-matters");
    bodyOf(await remember.call(context, { project, id: "any", text: "Wait for the sync.", signature_source: billing }));
    expect((await ask(search)).lessons.map(({ id, tier }) => [id, tier])).toContainEqual(["any", 1]);
    const keyed = await ask(search, { signature_key: "search" });
    expect(keyed.lessons.filter(({ tier }) => tier === 1)).toEqual([]);
    expect(keyed.signature?.id).not.toBe((await ask(search)).signature?.id);
    const page = bodyOf(await readSignature.call(context, { id: keyed.signature?.id }));
    expect(page).toMatchObject({ signature_key: "search", masked: "sync task <instance> has not finished" });
    expect(page.masks.map(({ rule, raw }) => [rule, raw])).toEqual([["truncated_id", "search(77aa...)"]]);
    const explained = bodyOf(await explainSignature.call(context, { text: billing }));
    expect(explained).toMatchObject({
      masked: "sync task <instance> has not finished",
      masks: [{ rule: "truncated_id" }],
    });
  });

  test("B17: bytes that are no text give a signature, show as placeholders and read back as they were stored", async () => {
    const bytes = readFileSync(new URL("../testing/cases/B17-bytes.log", import.meta.url));
    const { text } = decodeLog(bytes);
    const response = await post(JSON.stringify({ project, signature_source: text }));
    expect(response.status).toBe(200);
    const { signature } = Answer.parse(await response.json());
    const page = bodyOf(await readSignature.call(context, { id: signature?.id, example: "whole" }));
    expect(page.raw_example).toBe(text);
    expect(page.raw_example).toContain("got \u2400\u0001\u0002 want abc");
    expect(page.raw?.text).toContain("\u2400\u2401\u2402");
    expect(page.masked.replaceAll("\n", "")).not.toMatch(/[\0-\x1f\x7f-\x9f\uFFFE\uFFFF]/);
    expect((await ask(text)).signature?.id).toBe(signature?.id);
  });

  test("B17: NUL, half characters, noncharacters and control bytes that arrive in JSON are no fault of the database", async () => {
    for (const [index, written] of ["\\u0000", "\\ud800", "\\ufffe", "\\ufeff", "\\u0007"].entries()) {
      const log = `TypeError: got ${written} want abc\\n    at read (src/bin-${index}.ts:3:1)\\n`;
      const response = await post(`{"project":"${project}","signature_source":"${log}"}`);
      expect([written, response.status]).toEqual([written, 200]);
      const { signature } = Answer.parse(await response.json());
      expect(signature?.id).toMatch(/^v1:/);
      const page = bodyOf(await readSignature.call(context, { id: signature?.id, example: "whole" }));
      expect((await ask(page.raw_example)).signature?.id).toBe(signature?.id);
    }
  });
});
