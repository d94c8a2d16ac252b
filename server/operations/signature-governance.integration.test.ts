import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/in-transaction.ts";
import { purgeProject } from "#server/db/purge-project.ts";
import { settleSignatures } from "#server/db/signature-groups.ts";
import { readStandings } from "#server/db/signatures.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { readLookup } from "./browse-lookups.ts";
import { browseSignatures } from "./browse-signatures.ts";
import { markSignature, mergeSignature, renameSignature } from "./change-signature.ts";
import { findSignatureNeighbours } from "./find-signature-neighbours.ts";
import { lookUpContext } from "./look-up-context.ts";
import { browseUnexplained } from "./manage-drafts.ts";
import { readSignature } from "./read-signature.ts";
import { remember } from "./remember.ts";
import { replayLookup } from "./replay-lookup.ts";
import { splitSignature } from "./split-signature.ts";
import { undoSignatureChange } from "./undo-signature-change.ts";

const project = "github.com/acme/shop";
const reason = "seen in review";
const codes = ["TS2304", "TS2305", "TS2307", "TS2322", "TS2339", "TS2345"];
const logOf = (code: string) => `src/cart.ts(1,1): error ${code}: Something is wrong with 'total'.\n`;
const idOf = (log: string) => {
  const explained = explainFailure({ text: log });
  if (explained.kind === "none") throw new Error(`no failure in ${log}`);
  return explained.id;
};
const [one, other, third] = [logOf("TS2304"), logOf("TS2305"), logOf("TS2307")];

describeEachStore("what people decide about a signature", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const teach = async (id: string, log: string) =>
    bodyOf(await remember.call(context, { project, id, text: `Lesson ${id} about it.`, signature_source: log }));
  const ask = async (log: string, more: Record<string, unknown> = {}) => {
    context.clock.advance(60_000);
    return bodyOf(await lookUpContext.call(context, { project, signature_source: log, ...more }));
  };
  const exactFor = async (log: string) =>
    (await ask(log)).lessons.filter(({ tier }) => tier === 1).map(({ id, seen_count }) => [id, seen_count]);
  const merge = async (from: string, into: string) =>
    bodyOf(await mergeSignature.call(context, { id: idOf(from), into: idOf(into), reason }));
  const undo = async (changeId: string) => bodyOf(await undoSignatureChange.call(context, { change_id: changeId }));

  describe("a merge", () => {
    test("lets tier 1 hit through either id and counts both; undone, each stands for itself again", async () => {
      await teach("of-one", one);
      await ask(other);
      const { change, signature_id: head } = await merge(other, one);
      expect(head).toBe(idOf(one));
      expect(change).toMatchObject({ kind: "merge", by: "local", reason, undone: null });
      const hit = await ask(other);
      expect(hit.lessons[0]).toMatchObject({ id: "of-one", tier: 1, matched_kind: "signature", seen_count: 3 });
      expect(hit.signature).toMatchObject({ id: idOf(other), parts: [{ hit: true, stands_for: idOf(one) }] });
      expect(
        bodyOf(await browseSignatures.call(context, {})).items.map(({ id, seen_count }) => [id, seen_count]),
      ).toEqual([[idOf(one), 3]]);
      const page = bodyOf(await readSignature.call(context, { id: idOf(other) }));
      expect(page.names.map(({ id, because }) => [id, because])).toEqual([
        [idOf(one), null],
        [idOf(other), "merged"],
      ]);

      const undone = await undo(change.id);
      expect(undone.change.undone).toMatchObject({ by: "local", reason: "undone" });
      expect(await exactFor(other)).toEqual([]);
      expect(await exactFor(one)).toEqual([["of-one", 2]]);
      expect(bodyOf(await browseSignatures.call(context, {})).items).toHaveLength(2);
    });

    test("counts as one failure where those seen often wait for a lesson", async () => {
      for (const log of [one, one, other, other, third, third]) await ask(log);
      const waiting = async () =>
        bodyOf(await browseUnexplained.call(context, { min_seen: 3 })).items.map(({ id, seen_count }) => [
          id,
          seen_count,
        ]);
      expect(await waiting()).toEqual([]);
      await merge(other, one);
      expect(await waiting()).toEqual([[idOf(one), 4]]);
      await teach("of-other", other);
      expect(await waiting()).toEqual([]);
    });

    test("a lesson written for a merged failure answers for the head too, and stays where it was after the undoing", async () => {
      await ask(one);
      await ask(other);
      const { change } = await merge(other, one);
      await teach("of-other", other);
      expect((await exactFor(one)).map(([id]) => id)).toEqual(["of-other"]);
      await undo(change.id);
      expect(await exactFor(one)).toEqual([]);
      expect((await exactFor(other)).map(([id]) => id)).toEqual(["of-other"]);
    });

    test("is refused with itself, twice, and with what nobody has seen", async () => {
      await ask(one);
      await ask(other);
      const refusal = async (id: string, into: string) => {
        const outcome = await mergeSignature.call(context, { id, into, reason });
        return outcome.ok ? "done" : [outcome.failure.code, outcome.failure.errors[0]?.path];
      };
      expect(await refusal(idOf(one), idOf(one))).toEqual(["CONFLICT", "into"]);
      expect(await refusal(idOf(one), idOf(third))).toEqual(["NOT_FOUND", "into"]);
      expect(await refusal(idOf(third), idOf(one))).toEqual(["NOT_FOUND", "id"]);
      await merge(other, one);
      expect(await refusal(idOf(other), idOf(one))).toEqual(["CONFLICT", "into"]);
      expect(await refusal(idOf(one), idOf(other))).toEqual(["CONFLICT", "into"]);
    });

    test("a key that only reads, or reads only some projects, decides nothing", async () => {
      await ask(one);
      await ask(other);
      for (const access of [
        { keyId: "reader", projects: "all" as const, canWrite: false },
        { keyId: "narrow", projects: [project], canWrite: true },
      ]) {
        const outcome = await mergeSignature.call({ ...context, access }, { id: idOf(one), into: idOf(other), reason });
        expect(outcome.ok ? "done" : outcome.failure.code).toBe("FORBIDDEN");
      }
    });

    test("does not touch what was recorded before: the old record replays to its old decision", async () => {
      await teach("of-one", one);
      const asked = await ask(other);
      const id = asked.lookup_id ?? "";
      const before = bodyOf(await readLookup.call(context, { id }));
      await merge(other, one);
      await markSignature.call(context, { id: idOf(one), mark: "noise", reason });
      expect(bodyOf(await readLookup.call(context, { id })).record).toEqual(before.record);
      expect(bodyOf(await replayLookup.call(context, { id }))).toMatchObject({ identical: true });
    });

    test("of many at once none makes a cycle: each failure has one head, and it stands for itself", async () => {
      for (const code of codes) await ask(logOf(code));
      const ids = codes.map((code) => idOf(logOf(code)));
      const pairs = ids.flatMap((id) => ids.filter((into) => into !== id).map((into) => ({ id, into })));
      const outcomes = await Promise.all(pairs.map((pair) => mergeSignature.call(context, { ...pair, reason })));
      // A group of n needs n - 1 merges; every other one must see that the two are one already.
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(ids.length - 1);
      const standings = await readStandings(store.db, context.workspaceId, ids);
      expect(new Set([...standings.values()].map(({ headId }) => headId)).size).toBe(1);
    });

    test("and undoings in any order, side by side, leave exactly what the changes that still hold say", async () => {
      for (const code of codes) await ask(logOf(code));
      const ids = codes.map((code) => idOf(logOf(code)));
      const steps = fc.sample(
        fc.array(fc.record({ from: fc.nat(5), into: fc.nat(5), undo: fc.nat(3) }), { minLength: 24, maxLength: 24 }),
        { numRuns: 1, seed: 7 },
      )[0];
      const standing: string[] = [];
      const run = async ({ from, into, undo: coin }: { from: number; into: number; undo: number }) => {
        const taken = coin === 0 ? standing.shift() : undefined;
        if (taken !== undefined) return undoSignatureChange.call(context, { change_id: taken });
        const made = await mergeSignature.call(context, { id: ids[from] ?? "", into: ids[into] ?? "", reason });
        if (made.ok) standing.push(made.value.body.change.id);
        return made;
      };
      for (let at = 0; at < (steps?.length ?? 0); at += 6) await Promise.all((steps ?? []).slice(at, at + 6).map(run));
      const held = await readStandings(store.db, context.workspaceId, ids);
      await inTransaction(store.db, async (tx) => {
        await nextChangeSeq(tx, context.workspaceId);
        await settleSignatures(tx, context.workspaceId, ids, ["v1"]);
      });
      expect(await readStandings(store.db, context.workspaceId, ids)).toEqual(held);
      for (const { headId } of held.values()) expect(held.get(headId)?.headId).toBe(headId);
    });
  });

  describe("a split", () => {
    const failed = (worker: string) => `ERROR worker ${worker} lost its lease\n`;
    const [billing, mail] = [
      failed("6f1c2a9e-1b1d-4a55-9d0a-0d6a3c1f2b11"),
      failed("0b7e7f6a-94a3-4c7e-8f21-5d1c9e8a7b22"),
    ];
    const split = async (more: Record<string, unknown> = {}) =>
      bodyOf(
        await splitSignature.call(context, {
          id: idOf(billing),
          contains: "0b7e7f6a-94a3",
          name: "mail worker",
          reason,
          ...more,
        }),
      );

    test("B02: takes out the failures whose log holds the words, with their lessons and the sightings that are still known", async () => {
      expect(idOf(mail)).toBe(idOf(billing));
      await teach("of-billing", billing);
      await teach("of-mail", billing);
      await ask(mail);
      await ask(mail);
      await ask(billing);
      const { change, sightings } = await split({ lessons: ["of-mail"] });
      expect(sightings).toEqual({ moved: 2, unknown: 0 });
      const answer = await ask(mail);
      expect(answer.lessons[0]).toMatchObject({ id: "of-mail", tier: 1, seen_count: 3 });
      expect(answer.lessons.filter(({ tier }) => tier === 1)).toHaveLength(1);
      expect(answer.signature?.id).toBe(change.other_id);
      expect(answer.signature?.notes.join()).toContain("was split from");
      expect(await exactFor(billing)).toEqual([["of-billing", 4]]);
      const variant = bodyOf(await readSignature.call(context, { id: change.other_id ?? "" }));
      expect(variant).toMatchObject({ name: "mail worker", split_from: idOf(billing), seen_count: 3 });

      // Undone, both count as one failure again; made again, the split finds its history.
      await undo(change.id);
      expect((await exactFor(mail)).sort()).toEqual([
        ["of-billing", 8],
        ["of-mail", 8],
      ]);
      const again = await split();
      expect(again.change.other_id).toBe(change.other_id);
      expect((await exactFor(mail)).map(([id]) => id)).toEqual(["of-mail"]);
      expect((await exactFor(billing)).map(([id]) => id)).toEqual(["of-billing"]);
    });

    test("a lesson written for what was taken out leads there", async () => {
      await ask(billing);
      await split();
      await teach("of-mail", mail);
      expect((await exactFor(mail)).map(([id]) => id)).toEqual(["of-mail"]);
      expect(await exactFor(billing)).toEqual([]);
    });

    test("is refused twice, without words, and with a lesson that is not of this failure; nothing is half done", async () => {
      await ask(billing);
      await teach("elsewhere", one);
      const refusal = async (input: Record<string, unknown>) => {
        const outcome = await splitSignature.call(context, { id: idOf(billing), reason, ...input });
        return outcome.ok ? "done" : [outcome.failure.code, outcome.failure.errors[0]?.path];
      };
      expect(await refusal({ contains: " " })).toEqual(["INVALID_INPUT", "contains"]);
      expect(await refusal({ contains: "x", lessons: ["elsewhere"] })).toEqual(["NOT_FOUND", "lessons"]);
      expect(bodyOf(await readSignature.call(context, { id: idOf(billing) })).changes).toEqual([]);
      await split();
      expect(await refusal({ contains: "0b7e7f6a-94a3" })).toEqual(["CONFLICT", "contains"]);
    });

    test("by words anywhere in the log parts failures whose own lines are equal", async () => {
      const staging = `deploying to staging\n${one}`;
      await teach("everywhere", one);
      const { change } = bodyOf(
        await splitSignature.call(context, { id: idOf(one), contains: "to staging", place: "log", reason }),
      );
      expect((await ask(staging)).signature?.id).toBe(change.other_id);
      expect((await ask(one)).signature?.id).toBe(idOf(one));
    });
  });

  describe("a mark", () => {
    test("noise: tier 1 abstains and says so, occurrences go on, the other parts of the log still hit", async () => {
      await teach("of-one", one);
      await teach("of-other", other);
      const { change } = bodyOf(await markSignature.call(context, { id: idOf(one), mark: "noise", reason }));
      const alone = await ask(one);
      expect(alone.lessons.some(({ tier }) => tier === 1)).toBe(false);
      expect(alone.signature?.notes.join()).toContain("marked as noise: tier 1 does not answer for it");
      expect(alone.signature?.parts).toMatchObject([{ hit: false, marks: ["noise"] }]);
      const both = await ask(`${one}${other}`);
      expect(both.lessons.filter(({ tier }) => tier === 1).map(({ id }) => id)).toEqual(["of-other"]);
      await undo(change.id);
      expect(await exactFor(one)).toEqual([["of-one", 4]]);
    });

    test("flaky: stands beside the hit, in the body and in words", async () => {
      await teach("of-one", one);
      bodyOf(await markSignature.call(context, { id: idOf(one), mark: "flaky", reason }));
      const answer = await ask(one);
      expect(answer.lessons[0]).toMatchObject({ id: "of-one", tier: 1, flaky: true });
      expect(answer.signature?.parts).toMatchObject([{ hit: true, marks: ["flaky"] }]);
      const { record } = bodyOf(await readLookup.call(context, { id: answer.lookup_id ?? "" }));
      expect(record.rendered).toContain("marked it as flaky");
    });

    test("is refused twice, and undone once", async () => {
      await ask(one);
      const { change } = bodyOf(await markSignature.call(context, { id: idOf(one), mark: "noise", reason }));
      const twice = await markSignature.call(context, { id: idOf(one), mark: "noise", reason });
      expect(twice.ok ? "done" : twice.failure.message).toContain(change.id);
      await undo(change.id);
      const again = await undoSignatureChange.call(context, { change_id: change.id });
      expect(again.ok ? "done" : again.failure.code).toBe("CONFLICT");
      const unknown = await undoSignatureChange.call(context, { change_id: "chg_none" });
      expect(unknown.ok ? "done" : unknown.failure.code).toBe("NOT_FOUND");
    });
  });

  test("a name is the newest that holds, and is found by the list", async () => {
    await ask(one);
    const name = async (text: string) =>
      bodyOf(await renameSignature.call(context, { id: idOf(one), name: text, reason })).change.id;
    const nameNow = async () => bodyOf(await readSignature.call(context, { id: idOf(one) })).name;
    await name("Missing total");
    context.clock.advance(1_000);
    const second = await name("The cart total");
    expect(await nameNow()).toBe("The cart total");
    expect(bodyOf(await browseSignatures.call(context, { q: "cart TOTAL" })).items).toHaveLength(1);
    await undo(second);
    expect(await nameNow()).toBe("Missing total");
  });

  test("a name is one line that can be seen, a reason says something, and a refusal names the field", async () => {
    await ask(one);
    const refusal = async (name: string, why = reason) => {
      const outcome = await renameSignature.call(context, { id: idOf(one), name, reason: why });
      return outcome.ok ? "done" : outcome.failure.errors;
    };
    for (const unseen of [" ", "\u200b\u2060", "\u202e", "\u00ad \ufeff"]) {
      expect(await refusal(unseen)).toEqual([{ path: "name", message: "must not be empty" }]);
      expect(await refusal("cart", unseen)).toEqual([{ path: "reason", message: "must not be empty" }]);
    }
    expect(await refusal("two\nlines")).toEqual([{ path: "name", message: "must be one line" }]);
    expect(await refusal("n".repeat(121))).toEqual([{ path: "name", message: "at most 120 code points" }]);
    expect(await refusal("مجموع السلة 🛒")).toBe("done");
  });

  test("the list filters, sorts and pages by what it shows, and knows the failures seen often without a lesson", async () => {
    await teach("of-one", one);
    for (const _ of "ab") await ask(one);
    for (const _ of "abcd") await ask(other);
    await ask(third);
    const list = async (input: Record<string, unknown>) => bodyOf(await browseSignatures.call(context, input));
    const idsOf = async (input: Record<string, unknown>) => (await list(input)).items.map(({ id }) => id);
    expect(await idsOf({})).toEqual([idOf(third), idOf(other), idOf(one)]);
    expect(await idsOf({ sort: "seen_count" })).toEqual([idOf(other), idOf(one), idOf(third)]);
    expect(await idsOf({ lessons: "without", min_seen: 3 })).toEqual([idOf(other)]);
    expect(await idsOf({ lessons: "with" })).toEqual([idOf(one)]);
    expect(await idsOf({ project: "github.com/acme/none" })).toEqual([]);
    const first = await list({ sort: "seen_count", limit: 2 });
    const rest = await list({ sort: "seen_count", limit: 2, cursor: first.next_cursor });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([idOf(other), idOf(one), idOf(third)]);
    const wrong = await browseSignatures.call(context, { sort: "last_seen", cursor: first.next_cursor });
    expect(wrong.ok ? "done" : wrong.failure.errors[0]?.path).toBe("cursor");
    const [row] = (await list({ lessons: "with" })).items;
    expect(row).toMatchObject({ seen_count: 3, lessons: 1, tier1: { lookups: 2, hits: 2 }, projects: [project] });
    expect(row?.days.at(-1)).toBe(3);
  });

  test("the neighbours of a failure come with the words in which they differ", async () => {
    for (const log of [one, other]) await ask(log);
    await ask("npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n");
    const { items } = bodyOf(await findSignatureNeighbours.call(context, { id: idOf(one) }));
    expect(items[0]).toMatchObject({ id: idOf(other) });
    expect(items[0]?.words.filter(({ side }) => side !== "both")).toEqual([
      { side: "here", text: "TS2304:" },
      { side: "there", text: "TS2305:" },
    ]);
  });

  test("purging a project removes the failures that only it has seen, with what was decided about them", async () => {
    await ask(one);
    await ask(other);
    await ask(other, { project: "github.com/acme/kept" });
    await merge(one, other);
    await renameSignature.call(context, { id: idOf(other), name: "kept", reason });
    await inTransaction(store.db, (tx) => purgeProject(tx, context.workspaceId, project));
    const page = bodyOf(await readSignature.call(context, { id: idOf(other) }));
    expect(page).toMatchObject({ name: "kept", seen_count: 1 });
    await inTransaction(store.db, (tx) => purgeProject(tx, context.workspaceId, "github.com/acme/kept"));
    const gone = await readSignature.call(context, { id: idOf(other) });
    expect(gone.ok ? "there" : gone.failure.code).toBe("NOT_FOUND");
  });
});
