import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { attentionRecords, failureCounts, failureDays, occurrences, signatures } from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { recountStore } from "#server/db/failure-counts.ts";
import { findMiscounted } from "#server/db/store-invariants.ts";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { rulesets } from "#server/domain/failure-signature/ruleset.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { changedRuleset } from "#server/testing/changed-ruleset.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { browseSignatures } from "./browse-signatures.ts";
import { mergeSignature } from "./change-signature.ts";
import { deleteMemory } from "./delete-memory.ts";
import { lookUpContext } from "./look-up-context.ts";
import { purge } from "./purge.ts";
import { readSignature } from "./read-signature.ts";
import { recomputeSignatures } from "./recompute-signatures.ts";
import { remember } from "./remember.ts";
import { splitSignature } from "./split-signature.ts";
import { sweepRetention } from "./sweep-retention.ts";
import { undoSignatureChange } from "./undo-signature-change.ts";

const dayMs = 24 * 60 * 60 * 1000;
const projects = ["github.com/acme/shop", "github.com/acme/site"];
const types = (code: string) => `src/cart.ts(1,1): error ${code}: Something is wrong with 'total'.\n`;
const lease = (worker: string) => `ERROR worker ${worker} lost its lease\n`;
const logs = [
  types("TS2304"),
  types("TS2305"),
  // One log that shows two failures: where the two are one, it was one sighting.
  types("TS2304") + types("TS2305"),
  lease("6f1c2a9e-1b1d-4a55-9d0a-0d6a3c1f2b11"),
  lease("0b7e7f6a-94a3-4c7e-8f21-5d1c9e8a7b22"),
  // The changed rules call these two one failure.
  "Error: connect ECONNREFUSED 127.0.0.1:5432\n    at load (src/store.js:1:1)\n",
  "Error: connect ECONNREFUSED 127.0.0.1:6379\n    at load (src/store.js:1:1)\n",
];

const Log = fc.nat(logs.length - 1);
const Step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant("look up" as const),
      log: Log,
      project: fc.option(fc.constantFrom(...projects), { nil: undefined }),
      session: fc.constantFrom("s-1", "s-2"),
      requestId: fc.option(fc.constantFrom("r-1", "r-2"), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("teach" as const), log: Log, project: fc.constantFrom(...projects) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("merge" as const), from: fc.nat(20), into: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("split" as const), of: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("undo" as const), change: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("recompute" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("age" as const), days: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("delete" as const), memory: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("purge" as const),
      project: fc.constantFrom(...projects),
      session: fc.option(fc.constantFrom("s-1", "s-2"), { nil: undefined }),
    }),
  },
);
type Step = typeof Step extends fc.Arbitrary<infer Made> ? Made : never;

describeEachStore("kept counts of failures", (store) => {
  beforeEach(() => store.clear());

  test("equal a recount of sightings and lookups after any sequence of what changes either, also of several at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 12, maxLength: 18 }), async (steps) => {
        await store.clear();
        const context = await anOperationContext(store.db);
        for (let at = 0; at < steps.length; at += 3) {
          await Promise.all(steps.slice(at, at + 3).map((step) => take(context, step)));
        }
        expect(await keptIn(store.db)).toEqual(await recountOf(store.db));
        expect(await findMiscounted(store.db, context.workspaceId)).toEqual({ count: 0, examples: [] });
        await recountStore(store.db);
        expect(await keptIn(store.db)).toEqual(await recountOf(store.db));
      }),
      { numRuns: 5 },
    );
  });

  test("of a log that shows two failures count once where the two are one, in list and page alike", async () => {
    const context = await anOperationContext(store.db);
    const [one = "", other = "", both = ""] = logs;
    for (const log of [one, other, both, both])
      await take(context, {
        what: "look up",
        log: logs.indexOf(log),
        project: projects[0],
        session: "s-1",
        requestId: undefined,
      });
    const counts = async () =>
      bodyOf(await browseSignatures.call(context, { sort: "seen_count" })).items.map(({ seen_count, days, tier1 }) => [
        seen_count,
        days.at(-1),
        tier1.lookups,
      ]);
    expect(await counts()).toEqual([
      [3, 3, expect.any(Number)],
      [3, 3, expect.any(Number)],
    ]);
    bodyOf(await mergeSignature.call(context, { id: idOf(other), into: idOf(one), reason: "the same" }));
    expect(await counts()).toEqual([[4, 4, 4]]);
    const page = bodyOf(await readSignature.call(context, { id: idOf(one), example: "window" }));
    expect(page).toMatchObject({ seen_count: 4, days: [{ day: "2026-07-02", project: projects[0], count: 4 }] });
  });

  test("that differ from a recount are found with their failures, and made anew", async () => {
    const context = await anOperationContext(store.db);
    await take(context, { what: "look up", log: 0, project: projects[0], session: "s-1", requestId: undefined });
    await take(context, { what: "look up", log: 1, project: projects[0], session: "s-1", requestId: undefined });
    const right = await keptIn(store.db);
    await store.db.update(failureCounts).set({ seenCount: 7 });
    expect(await findMiscounted(store.db, context.workspaceId)).toEqual({
      count: 2,
      examples: [idOf(logs[0] ?? ""), idOf(logs[1] ?? "")].sort(),
    });
    await store.db.delete(failureDays);
    await recountStore(store.db);
    expect(await keptIn(store.db)).toEqual(right);
  });
});

function idOf(log: string): string {
  const explained = explainFailure({ text: log });
  if (explained.kind === "none") throw new Error(`no failure in ${log}`);
  return explained.id;
}

/** A step that has nothing to work on is no step: the sequences are drawn blindly. */
async function take(context: TestContext, step: Step): Promise<void> {
  const { db, clock } = context;
  const reason = "drawn";
  switch (step.what) {
    case "look up": {
      clock.advance(60_000);
      const { project, session, requestId: request_id } = step;
      const answer = await lookUpContext.call(context, {
        ...(project === undefined ? {} : { project, session }),
        ...(request_id === undefined ? {} : { request_id: `${request_id}-${step.log}-${project}-${session}` }),
        signature_source: logs[step.log],
      });
      // One that could not be written says so here, and would hide what it met.
      if (answer.ok) expect(answer.value.body.degraded).toEqual([]);
      else expect(answer.failure.code).toBe("CONFLICT");
      return;
    }
    case "teach":
      bodyOf(
        await remember.call(context, {
          project: step.project,
          text: `Lesson ${context.newId("act")} about it.`,
          signature_source: logs[step.log],
        }),
      );
      return;
    case "merge": {
      const [id, into] = [await anyId(db, step.from), await anyId(db, step.into)];
      if (id !== undefined && into !== undefined) await mergeSignature.call(context, { id, into, reason });
      return;
    }
    case "split": {
      const id = await anyId(db, step.of);
      if (id !== undefined) await splitSignature.call(context, { id, contains: "0b7e7f6a-94a3", reason });
      return;
    }
    case "undo": {
      const changes = await db.query.signatureChanges.findMany({ orderBy: (row, { asc }) => asc(row.changeId) });
      const change = changes[step.change % Math.max(1, changes.length)];
      if (change) await undoSignatureChange.call(context, { change_id: change.changeId });
      return;
    }
    case "recompute": {
      bodyOf(await recomputeSignatures.call({ ...context, rulesets: [changedRuleset, rulesets.v1] }, { limit: 3 }));
      return;
    }
    case "age":
      clock.advance(step.days * dayMs);
      bodyOf(await sweepRetention.call(context, { limit: 2 }));
      return;
    case "delete": {
      const memories = await db.query.memories.findMany({ orderBy: (row, { asc }) => asc(row.memoryId) });
      const memory = memories[step.memory % Math.max(1, memories.length)];
      if (memory) await deleteMemory.call(context, { id: memory.memoryId });
      return;
    }
    case "purge":
      await purge.call(context, {
        project: step.project,
        ...(step.session === undefined ? {} : { session: step.session }),
      });
  }
}

async function anyId(db: Database, number: number): Promise<string | undefined> {
  const rows = await db.select({ id: signatures.signatureId }).from(signatures).orderBy(signatures.signatureId);
  return rows[number % Math.max(1, rows.length)]?.id;
}

type Counts = { seen: number; first: string | null; last: string | null; lookups: number; hits: number };

async function keptIn(db: Database) {
  const counts = await db.select().from(failureCounts);
  const days = await db.select().from(failureDays);
  return {
    counts: inOrder(
      counts.map((row): [string, Counts] => [
        `${row.headId} ${row.projectId}`,
        {
          seen: row.seenCount,
          first: row.firstSeen?.toISOString() ?? null,
          last: row.lastSeen?.toISOString() ?? null,
          lookups: row.lookups,
          hits: row.tier1Hits,
        },
      ]),
    ),
    days: inOrder(days.map((row): [string, number] => [`${row.headId} ${row.projectId} ${row.day}`, row.seenCount])),
  };
}

/** Counted here, row by row, and not as the store counts. */
async function recountOf(db: Database): ReturnType<typeof keptIn> {
  const heads = new Map((await db.select().from(signatures)).map((row) => [row.signatureId, row.headId]));
  const counts = new Map<string, Counts>();
  const days = new Map<string, number>();
  const at = (key: string) => {
    const known = counts.get(key) ?? { seen: 0, first: null, last: null, lookups: 0, hits: 0 };
    counts.set(key, known);
    return known;
  };
  const scopes = (project: string | null) => (project === null ? [""] : ["", project]);
  const counted = new Set<string>();
  for (const row of await db.select().from(occurrences).orderBy(occurrences.occurredAt)) {
    const head = heads.get(row.signatureId);
    if (head === undefined || counted.has(`${head} ${row.sourceId}`)) continue;
    counted.add(`${head} ${row.sourceId}`);
    const time = row.occurredAt.toISOString();
    for (const scope of scopes(row.projectId)) {
      const own = at(`${head} ${scope}`);
      own.seen += 1;
      own.first ??= time;
      own.last = time;
      const day = `${head} ${scope} ${time.slice(0, 10)}`;
      days.set(day, (days.get(day) ?? 0) + 1);
    }
  }
  for (const row of await db.select().from(attentionRecords)) {
    const head = row.signatureId === null ? undefined : heads.get(row.signatureId);
    if (head === undefined) continue;
    for (const scope of scopes(row.projectId)) {
      const own = at(`${head} ${scope}`);
      own.lookups += 1;
      if (row.tier === 1) own.hits += 1;
    }
  }
  return { counts: inOrder([...counts]), days: inOrder([...days]) };
}

function inOrder<Value>(entries: [string, Value][]): [string, Value][] {
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
