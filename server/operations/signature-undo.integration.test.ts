import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { copySightings } from "#drizzle/seed/copy-rows.ts";
import { findMiscounted } from "#server/db/store-invariants.ts";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { readLookup } from "./browse-lookups.ts";
import { browseSignatures } from "./browse-signatures.ts";
import { markSignature, mergeSignature, renameSignature } from "./change-signature.ts";
import { lookUpContext } from "./look-up-context.ts";
import { readSignature } from "./read-signature.ts";
import { remember } from "./remember.ts";
import { splitSignature } from "./split-signature.ts";
import { undoSignatureChange } from "./undo-signature-change.ts";

const project = "github.com/acme/shop";
const reason = "seen in review";
const types = (code: string) => `src/cart.ts(1,1): error ${code}: Something is wrong with 'total'.\n`;
const lease = (worker: string) => `ERROR worker ${worker} lost its lease\n`;
const staging = (log: string) => `deploying to staging\n${log}`;
const [billing, mail] = [lease("6f1c2a9e-1b1d-4a55-9d0a-0d6a3c1f2b11"), lease("0b7e7f6a-94a3-4c7e-8f21-5d1c9e8a7b22")];
const [one, other] = [types("TS2304"), types("TS2305")];
const logs = [one, other, staging(one), staging(other), one + other, staging(one + other), billing, mail];
const words = [
  { contains: "to staging", place: "log" as const },
  { contains: "TS2304", place: "log" as const },
  { contains: "0b7e7f6a-94a3", place: "failure" as const },
  { contains: "Something", place: "failure" as const },
];

const Act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant("merge" as const), from: fc.nat(20), into: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("split" as const),
      of: fc.nat(20),
      by: fc.nat(words.length - 1),
      withLessons: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("rename" as const), of: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("mark" as const),
      of: fc.nat(20),
      mark: fc.constantFrom("flaky" as const, "noise" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("undo" as const), change: fc.nat(20) }) },
);
type Act = typeof Act extends fc.Arbitrary<infer Made> ? Made : never;

describeEachStore("what people decided about signatures, taken back", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const ask = async (log: string) => {
    context.clock.advance(60_000);
    return bodyOf(await lookUpContext.call(context, { project, signature_source: log }));
  };
  const teach = async (id: string, log: string) =>
    bodyOf(await remember.call(context, { project, id, text: `Lesson ${id} about it.`, signature_source: log }));
  const merge = async (from: string, into: string) =>
    bodyOf(await mergeSignature.call(context, { id: idOf(from), into: idOf(into), reason }));
  const split = async (log: string, contains: string, more: Record<string, unknown> = {}) =>
    bodyOf(await splitSignature.call(context, { id: idOf(log), contains, reason, ...more }));
  const undo = async (changeId: string) => bodyOf(await undoSignatureChange.call(context, { change_id: changeId }));
  const seen = async () =>
    new Map(
      bodyOf(await browseSignatures.call(context, { limit: 100 })).items.map(({ id, seen_count }) => [id, seen_count]),
    );

  test("in any order, leave every failure with the sightings, lessons, names and marks that it had before", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Act, { minLength: 3, maxLength: 9 }),
        fc.array(fc.nat(20), { minLength: 20, maxLength: 20 }),
        async (acts, order) => {
          await store.clear();
          context = await anOperationContext(store.db);
          for (const [index, log] of logs.entries()) {
            await ask(log);
            if (index % 2 === 0) await teach(`m${index}`, log);
          }
          const before = await whatStands(context);
          for (const act of acts) {
            context.clock.advance(1_000);
            await take(context, act);
            expect(await findMiscounted(store.db, context.workspaceId)).toEqual({ count: 0, examples: [] });
          }
          for (const turn of order) {
            const standing = await standingChanges(context);
            const change = standing[turn % Math.max(1, standing.length)];
            if (change === undefined) break;
            await undo(change);
          }
          for (const change of await standingChanges(context)) await undo(change);
          expect(await whatStands(context)).toEqual(before);
          expect(await findMiscounted(store.db, context.workspaceId)).toEqual({ count: 0, examples: [] });
        },
      ),
      { numRuns: 3 },
    );
  }, 60_000);

  describe("a merge undone under a split", () => {
    test("takes its sightings and lessons back out of what the split made", async () => {
      await ask(staging(one));
      await ask(other);
      await teach("of-one", staging(one));
      const merged = await merge(one, other);
      const { change, sightings } = await split(other, "to staging", { place: "log", lessons: ["of-one"] });
      expect(sightings).toEqual({ moved: 1, unknown: 0 });
      await undo(merged.change.id);
      expect((await seen()).get(idOf(one))).toBe(2);
      expect(bodyOf(await readSignature.call(context, { id: idOf(one) })).lessons.map(({ id }) => id)).toEqual([
        "of-one",
      ]);
      await undo(change.id);
      expect(await seen()).toEqual(
        new Map([
          [idOf(other), 1],
          [idOf(one), 2],
        ]),
      );
    });

    test("takes back what was seen while both held", async () => {
      await ask(one);
      await ask(other);
      const merged = await merge(one, other);
      await split(other, "to staging", { place: "log" });
      await ask(staging(one));
      await ask(staging(one + other));
      await undo(merged.change.id);
      expect((await seen()).get(idOf(one))).toBe(3);
    });
  });

  test("a split sorts the sightings of all that its failure stands for, each by its own words", async () => {
    await ask(one);
    await ask(other);
    await merge(one, other);
    const { sightings } = await split(other, "TS2304");
    expect(sightings).toEqual({ moved: 1, unknown: 0 });
    expect((await ask(one)).signature?.parts).toMatchObject([{ id: expect.not.stringContaining(idOf(one)) }]);
  });

  test("a log with two failures that are one goes over to a split once", async () => {
    await ask(one + other);
    await merge(one, other);
    const { sightings, change } = await split(other, "TS2304", { place: "log" });
    expect(sightings?.moved).toBe(1);
    await ask(one + other);
    expect(await seen()).toEqual(new Map([[change.other_id, 2]]));
  });

  test("a split says of how many sightings it could not read the log, beyond those that it sorts", async () => {
    const { lookup_id } = await ask(staging(one));
    const { record } = bodyOf(await readLookup.call(context, { id: lookup_id ?? "" }));
    await copySightings(store.db, record.id, { count: 204, days: 3, projects: [project] });
    const { sightings } = await split(one, "to staging", { place: "log" });
    expect(sightings).toEqual({ moved: 200, unknown: 5 });
    expect((await seen()).get(idOf(one))).toBe(5);
  });
});

function idOf(log: string): string {
  const explained = explainFailure({ text: log });
  if (explained.kind === "none") throw new Error(`no failure in ${log}`);
  return explained.id;
}

async function anyHead(context: TestContext, number: number) {
  const { items } = bodyOf(await browseSignatures.call(context, { limit: 100 }));
  const ids = items.map(({ id }) => id).sort();
  return ids[number % Math.max(1, ids.length)];
}

/** An act that is refused is no act: the sequences are drawn blindly. */
async function take(context: TestContext, act: Act): Promise<void> {
  switch (act.what) {
    case "merge": {
      const [id, into] = [await anyHead(context, act.from), await anyHead(context, act.into)];
      if (id !== undefined && into !== undefined) await mergeSignature.call(context, { id, into, reason });
      return;
    }
    case "split": {
      const id = await anyHead(context, act.of);
      if (id === undefined) return;
      const lessons = act.withLessons
        ? bodyOf(await readSignature.call(context, { id })).lessons.map((lesson) => lesson.id)
        : [];
      await splitSignature.call(context, { id, ...words[act.by], lessons, name: "taken out", reason });
      return;
    }
    case "rename": {
      const id = await anyHead(context, act.of);
      if (id !== undefined) await renameSignature.call(context, { id, name: `name ${act.of}`, reason });
      return;
    }
    case "mark": {
      const id = await anyHead(context, act.of);
      if (id !== undefined) await markSignature.call(context, { id, mark: act.mark, reason });
      return;
    }
    case "undo": {
      const standing = await standingChanges(context);
      const change = standing[act.change % Math.max(1, standing.length)];
      if (change !== undefined) await undoSignatureChange.call(context, { change_id: change });
    }
  }
}

async function standingChanges({ db }: TestContext): Promise<string[]> {
  const changes = await db.query.signatureChanges.findMany({
    where: (row, { isNull }) => isNull(row.undoneAt),
    orderBy: (row, { asc }) => asc(row.changeId),
  });
  return changes.map(({ changeId }) => changeId);
}

/** What the pages show of every failure. */
async function whatStands(context: TestContext) {
  const { items } = bodyOf(await browseSignatures.call(context, { limit: 100 }));
  const shown = [];
  for (const item of items) {
    const page = bodyOf(await readSignature.call(context, { id: item.id }));
    shown.push({ ...item, lessonIds: page.lessons.map(({ id }) => id), days: page.days });
  }
  return shown;
}
