import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { attentionRecords, occurrences, outcomes, sessionEvents } from "#drizzle/schema/schema.ts";
import { judgeFollowThrough, passWithinMs } from "#server/domain/follow-through/judge-follow-through.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { countFollowThrough, listFollowEvents } from "./follow-through.ts";

const workspaceId = "w";
const begin = Date.parse("2026-07-01T00:00:00Z");
const hourMs = 60 * 60 * 1000;
/** Few of each, so that times, sessions, projects and failures meet often; hours reach over the edge of what a pass may take. */
const At = fc.integer({ min: 0, max: 60 }).map((hours) => new Date(begin + hours * hourMs));
const Session = fc.constantFrom("s-1", "s-2");
const MaybeProject = fc.constantFrom("p-1", "p-2", null);
const Failure = fc.constantFrom("v1:a", "v1:b");
const Lookup = fc.record({
  at: At,
  sessionId: fc.constantFrom("s-1", "s-2", null),
  projectId: MaybeProject,
  signatureId: fc.option(Failure),
  origin: fc.constantFrom("asked" as const, "injected" as const),
  returned: fc.constantFrom(0, 1, 3),
});
const Sighting = fc.record({ at: At, sessionId: Session, projectId: MaybeProject, signatureId: Failure });
const Judgement = fc.record({
  at: At,
  sessionId: Session,
  projectId: MaybeProject,
  verdict: fc.constantFrom("pass" as const, "fail" as const),
});
const Told = fc.record({
  at: At,
  sessionId: Session,
  projectId: fc.constantFrom("p-1", "p-2"),
  kind: fc.constantFrom("run" as const, "edit" as const),
  verdict: fc.constantFrom("pass" as const, "fail" as const, null),
  signatureId: fc.option(Failure),
  isAsked: fc.boolean(),
});
const Store = fc.record({
  lookups: fc.array(Lookup, { minLength: 1, maxLength: 14 }),
  sightings: fc.array(Sighting, { maxLength: 6 }),
  judgements: fc.array(Judgement, { maxLength: 6 }),
  told: fc.array(Told, { maxLength: 8 }),
});
type Drawn = typeof Store extends fc.Arbitrary<infer Value> ? Value : never;

describeEachStore("the follow-through of many lookups", (store) => {
  beforeEach(() => store.clear());

  test("is what judging each of them by its own later events says, for all, for one project and for one origin", async () => {
    await fc.assert(
      fc.asyncProperty(Store, async (drawn) => {
        await store.clear();
        await fill(drawn);
        for (const project of [null, "p-1"]) {
          for (const origin of [undefined, "asked" as const]) {
            const since = new Date(begin + 12 * hourMs);
            const counted = await countFollowThrough(store.db, workspaceId, {
              readable: "all",
              project,
              origin,
              since,
              passWithinMs,
            });
            expect(counted).toEqual(await judgedOneByOne({ project, origin, since }));
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  async function fill({ lookups, sightings, judgements, told }: Drawn): Promise<void> {
    await store.db.insert(attentionRecords).values(
      lookups.map(({ at, returned, ...lookup }, index) => ({
        ...lookup,
        workspaceId,
        recordId: `att_${index}`,
        lookupId: `lk_${index}`,
        operation: "memory.context" as const,
        evaluatedAt: at,
        summary: "",
        foundCount: returned,
        returnedCount: returned,
        droppedCount: 0,
        degradedLegs: [],
        budgetLimit: 1,
        budgetUsed: 1,
        durationMs: 1,
        policyVersion: 0,
        record: "{}",
      })),
    );
    // Each lookup's own sighting, and those of others.
    const own = lookups.flatMap(({ at, sessionId, projectId, signatureId }, index) =>
      signatureId === null
        ? []
        : [{ at, sessionId, projectId, signatureId, sourceId: `att_${index}`, requestId: null }],
    );
    const others = sightings.map((one, index) => ({ ...one, sourceId: `other_${index}`, requestId: null }));
    const asked = told.flatMap(({ at, sessionId, projectId, signatureId, isAsked }, index) =>
      isAsked && signatureId !== null
        ? [{ at, sessionId, projectId, signatureId, sourceId: `asked_${index}`, requestId: `key event-${index}` }]
        : [],
    );
    const seen = [...own, ...others, ...asked];
    if (seen.length > 0) {
      await store.db.insert(occurrences).values(
        seen.map(({ at, ...one }, index) => ({
          ...one,
          ownId: one.signatureId,
          workspaceId,
          occurrenceId: `occ_${index}`,
          sourceKind: "lookup" as const,
          occurredAt: at,
        })),
      );
    }
    if (judgements.length > 0) {
      await store.db.insert(outcomes).values(
        judgements.map(({ at, ...one }, index) => ({
          ...one,
          workspaceId,
          outcomeId: `out_${index}`,
          memoryId: "mem",
          rationale: "",
          recordedAt: at,
        })),
      );
    }
    if (told.length > 0) {
      await store.db.insert(sessionEvents).values(
        told.map(({ at, isAsked: _, ...one }, ordinal) => ({
          ...one,
          workspaceId,
          eventId: `event-${ordinal}`,
          ordinal,
          files: [],
          occurredAt: at,
        })),
      );
    }
  }

  async function judgedOneByOne(filter: { project: string | null; origin: string | undefined; since: Date }) {
    const counts = new Map<string, { passed: number; failedAgain: number; notPassed: number; nothingLater: number }>();
    for (const row of await store.db.select().from(attentionRecords)) {
      if (row.sessionId === null || row.evaluatedAt < filter.since) continue;
      if (filter.project !== null && row.projectId !== filter.project) continue;
      if (filter.origin !== undefined && row.origin !== filter.origin) continue;
      const events = await listFollowEvents(store.db, { ...row, sessionId: row.sessionId }, 1_000);
      const { kind } = judgeFollowThrough(
        { atMs: row.evaluatedAt.getTime(), returned: row.returnedCount },
        events.map((event) => ({
          atMs: event.at.getTime(),
          verdict: event.verdict,
          isSameFailure: event.signatureId !== null && event.signatureId === row.signatureId,
        })),
      );
      if (kind === "nothing_returned") continue;
      const own = counts.get(row.origin) ?? { passed: 0, failedAgain: 0, notPassed: 0, nothingLater: 0 };
      counts.set(row.origin, own);
      if (kind === "passed") own.passed += 1;
      else if (kind === "failed_again") own.failedAgain += 1;
      else if (kind === "not_passed") own.notPassed += 1;
      else own.nothingLater += 1;
    }
    return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([origin, own]) => ({ origin, ...own }));
  }
});
