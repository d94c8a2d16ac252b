import { beforeEach, describe, expect, test } from "vitest";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import { type Ruleset, rulesets } from "#server/domain/failure-signature/ruleset.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { readLookup } from "./browse-lookups.ts";
import { browseSignatures } from "./browse-signatures.ts";
import { mergeSignature } from "./change-signature.ts";
import { lookUpContext } from "./look-up-context.ts";
import { readSignature } from "./read-signature.ts";
import { recomputeSignatures } from "./recompute-signatures.ts";
import { remember } from "./remember.ts";

const project = "github.com/acme/shop";
const first = rulesets.v1;

/** Ten failures that the changed rule reads in another way (a port is only a port), and ten that it does not touch. */
const services = Array.from(
  { length: 10 },
  (_, index) => `Error: connect ECONNREFUSED 127.0.0.1:5432\n    at load (src/store-${index}.js:1:1)\n`,
);
const types = Array.from(
  { length: 10 },
  (_, index) => `src/file-${index}.ts(1,1): error TS2304: Cannot find name 'x'.\n`,
);
const logs = [...services, ...types];

const portsOnly: Ruleset = {
  ...first,
  version: "v2",
  masks: first.masks.map((rule) =>
    rule.name === "ipv4"
      ? { ...rule, replace: (match) => ({ from: 0, to: match[0].length, placeholder: "<host>:<port>" }) }
      : rule,
  ),
};
/** A finer version: ids that v1 masks stay. */
const idsKept: Ruleset = { ...first, version: "v2", masks: first.masks.filter(({ name }) => name !== "uuid") };
/** A coarser version: every word of the service is one. */
const servicesJoined: Ruleset = {
  ...first,
  version: "v2",
  masks: [
    {
      name: "service-word",
      placeholder: "<service>",
      reason: "a test's own",
      tradeOff: "joins them",
      profiles: ["prose", "message"],
      needs: /alpha|beta/,
      pattern: /\b(?:alpha|beta)\b/g,
    },
    ...first.masks,
  ],
};

function idUnder(ruleset: Ruleset, text: string): string {
  const explained = explainWith(ruleset, { cleaned: cleanLog(text) });
  if (explained.kind === "none") throw new Error(`no failure in ${text}`);
  return explained.id;
}

describeEachStore("a change of the rules", (store) => {
  let before: TestContext;
  beforeEach(async () => {
    await store.clear();
    before = await anOperationContext(store.db);
  });

  const under = (...versions: [Ruleset, ...Ruleset[]]): TestContext => ({ ...before, rulesets: versions });
  const teach = async (context: TestContext, id: string, log: string) =>
    bodyOf(await remember.call(context, { project, id, text: `Lesson ${id} about it.`, signature_source: log }));
  const ask = async (context: TestContext, log: string) => {
    before.clock.advance(60_000);
    return bodyOf(await lookUpContext.call(context, { project, signature_source: log }));
  };
  const exactFor = async (context: TestContext, log: string) =>
    (await ask(context, log)).lessons.filter(({ tier }) => tier === 1).map(({ id }) => id);
  const recomputeAll = async (context: TestContext, limit = 100) => {
    const steps = [];
    for (let done = false; !done; ) {
      const step = bodyOf(await recomputeSignatures.call(context, { limit }));
      steps.push(step);
      done = step.is_done;
    }
    return steps;
  };

  test("B07: twenty known failures answer before, during and after the recomputing, and their counts go on", async () => {
    for (const [index, log] of logs.entries()) await teach(before, `m${index}`, log);
    const after = under(portsOnly, first);

    const seenBy = async () => {
      const seen = [];
      for (const [index, log] of logs.entries()) {
        const { lessons, signature } = await ask(after, log);
        expect([index, lessons[0]?.id, lessons[0]?.tier]).toEqual([index, `m${index}`, 1]);
        expect(signature?.id).toBe(idUnder(portsOnly, log));
        expect(signature?.parts[0]?.hit).toBe(true);
        seen.push(lessons[0]?.seen_count);
      }
      return new Set(seen);
    };
    expect(await seenBy()).toEqual(new Set([2]));
    const [step] = await Promise.all([recomputeSignatures.call(after, { limit: 7 })]);
    expect(bodyOf(step)).toEqual({ version: "v2", read: 7, linked: 7, kept: 0, is_done: false });
    expect(await seenBy()).toEqual(new Set([3]));
    const rest = await recomputeAll(after, 7);
    expect(rest.map(({ linked }) => linked)).toEqual([7, 6]);
    expect(await seenBy()).toEqual(new Set([4]));
    expect(await recomputeAll(after)).toEqual([{ version: "v2", read: 0, linked: 0, kept: 0, is_done: true }]);

    const old = idUnder(first, services[0] ?? "");
    const page = bodyOf(await readSignature.call(after, { id: old }));
    expect(page).toMatchObject({ asked_id: old, id: idUnder(portsOnly, services[0] ?? ""), seen_count: 4 });
    expect(page.names.map(({ version, because }) => [version, because])).toEqual([
      ["v2", null],
      ["v1", "rules_changed"],
    ]);
    expect(page.lessons.map(({ id }) => id)).toEqual(["m0"]);
    expect(bodyOf(await browseSignatures.call(after, { limit: 100 })).items).toHaveLength(20);
  }, 60_000);

  test("a batch that is cut off leaves nothing half done, and the next one goes on from there", async () => {
    for (const [index, log] of types.slice(0, 6).entries()) await teach(before, `m${index}`, log);
    const after = under(portsOnly, first);
    let calls = 0;
    const dying: TestContext = {
      ...after,
      clock: {
        ...before.clock,
        now: () => {
          calls += 1;
          if (calls > 5) throw new Error("killed");
          return before.clock.now();
        },
      },
    };
    await expect(recomputeSignatures.call(dying, { limit: 100 })).rejects.toThrow("killed");
    for (const [index, log] of types.slice(0, 6).entries()) {
      const page = bodyOf(await readSignature.call(after, { id: idUnder(first, log) }));
      expect([index, page.version, page.names.length]).toEqual([index, "v1", 1]);
    }
    expect(await recomputeAll(after, 4)).toEqual([
      { version: "v2", read: 4, linked: 4, kept: 0, is_done: false },
      { version: "v2", read: 2, linked: 2, kept: 0, is_done: true },
    ]);
    expect((await ask(after, types[0] ?? "")).lessons[0]).toMatchObject({ id: "m0", tier: 1, seen_count: 2 });
  });

  test("two processes that recompute at once link each signature once", async () => {
    for (const [index, log] of types.entries()) await teach(before, `m${index}`, log);
    const after = under(portsOnly, first);
    const runs = await Promise.all([recomputeAll(after, 3), recomputeAll(after, 3), recomputeAll(after, 4)]);
    expect(runs.flat().reduce((sum, { linked }) => sum + linked, 0)).toBe(types.length);
    for (const [index, log] of types.entries()) {
      expect(await exactFor(after, log)).toEqual([`m${index}`]);
    }
  });

  describe("finer rules", () => {
    const one = "ERROR worker 6f1c2a9e-1b1d-4a55-9d0a-0d6a3c1f2b11 lost its lease\n";
    const other = "ERROR worker 0b7e7f6a-94a3-4c7e-8f21-5d1c9e8a7b22 lost its lease\n";

    test("part what the old rules joined: once its example is read again, the old id catches no other log", async () => {
      expect(idUnder(first, one)).toBe(idUnder(first, other));
      expect(idUnder(idsKept, one)).not.toBe(idUnder(idsKept, other));
      await teach(before, "about-one", one);
      const after = under(idsKept, first);
      // Before that nobody knows which of the two the old id stands for, so it still answers for both.
      expect(await exactFor(after, other)).toEqual(["about-one"]);
      await recomputeAll(after);
      expect(await exactFor(after, one)).toEqual(["about-one"]);
      expect(await exactFor(after, other)).toEqual([]);
    });
  });

  describe("coarser rules", () => {
    const alpha = "ERROR the alpha service refused the token\n";
    const beta = "ERROR the beta service refused the token\n";

    test("join what the old rules parted, with the sightings and the lessons of both", async () => {
      await teach(before, "of-alpha", alpha);
      await teach(before, "of-beta", beta);
      await ask(before, alpha);
      const after = under(servicesJoined, first);
      expect(idUnder(servicesJoined, alpha)).toBe(idUnder(servicesJoined, beta));
      await recomputeAll(after);
      const { lessons } = await ask(after, beta);
      expect(lessons.map(({ id, tier, seen_count }) => [id, tier, seen_count]).sort()).toEqual([
        ["of-alpha", 1, 4],
        ["of-beta", 1, 4],
      ]);
    });

    test("a merge that people made holds on, whatever the new ids are", async () => {
      const [third, fourth] = [types[0] ?? "", services[0] ?? ""];
      await teach(before, "of-type", third);
      await ask(before, fourth);
      bodyOf(
        await mergeSignature.call(before, {
          id: idUnder(first, fourth),
          into: idUnder(first, third),
          reason: "one cause",
        }),
      );
      const after = under(portsOnly, first);
      await recomputeAll(after);
      const page = bodyOf(await readSignature.call(after, { id: idUnder(first, fourth) }));
      expect(page.id).toBe(idUnder(portsOnly, third));
      expect(page.names).toHaveLength(4);
      expect((await ask(after, fourth)).lessons[0]).toMatchObject({ id: "of-type", tier: 1, seen_count: 3 });
    });
  });

  test("a failure that the new rules no longer see keeps answering under its old id", async () => {
    const log = types[0] ?? "";
    await teach(before, "kept", log);
    const blind: Ruleset = { ...first, version: "v2", recognisers: [] };
    expect(await recomputeAll(under(blind, first))).toEqual([
      { version: "v2", read: 1, linked: 0, kept: 1, is_done: true },
    ]);
    // The next version sees it again, and finds the old id by the old rules.
    const seeing = under({ ...portsOnly, version: "v3" }, first);
    expect(await exactFor(seeing, log)).toEqual(["kept"]);
  });

  test("each part of a log is linked to the part at the same place", async () => {
    const log = `${types[0]}${types[1]}${services[0]}`;
    await ask(before, log);
    const after = under(portsOnly, first);
    await recomputeAll(after);
    for (const single of [types[0], types[1], services[0]]) {
      const page = bodyOf(await readSignature.call(after, { id: idUnder(first, single ?? "") }));
      expect([page.id, page.seen_count]).toEqual([idUnder(portsOnly, single ?? ""), 1]);
    }
  });

  test("what was recorded before stays as it was, and replays", async () => {
    await teach(before, "known", types[0] ?? "");
    const { lookup_id: lookupId } = await ask(before, types[0] ?? "");
    const was = bodyOf(await readLookup.call(before, { id: lookupId ?? "" }));
    const after = under(portsOnly, first);
    await recomputeAll(after);
    expect(bodyOf(await readLookup.call(after, { id: lookupId ?? "" })).record).toEqual(was.record);
  });
});
