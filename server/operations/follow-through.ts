import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import {
  FollowThroughInput,
  FollowThroughOutput,
  FollowThroughRateInput,
  FollowThroughRateOutput,
  ShownLookupInput,
  ShownLookupOutput,
} from "#server/contracts/follow-through.ts";
import { GetLookupOutput } from "#server/contracts/lookups.ts";
import { type AttentionRow, findAttention, listReturnedMemories } from "#server/db/attention.ts";
import { countFollowThrough, type FollowEvent, listFollowEvents } from "#server/db/follow-through.ts";
import { judgeFollowThrough, passWithinMs } from "#server/domain/follow-through/judge-follow-through.ts";
import { namedFiles } from "#server/domain/follow-through/named-files.ts";
import { mayRead, readableProjects } from "./access.ts";
import { type CallContext, defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

const note = "An association: what followed may have come about without the lookup.";
const definition =
  "Lookups with at least one returned item whose session recorded a pass within 24 hours and not the same signature again, over lookups with at least one returned item and any later event.";
const shownEvents = 100;

/** What came after a lookup in its session: outcomes, the same failure again or not, files touched that it named. */
export const readFollowThrough = defineRead({
  name: "lookup.followThrough",
  summary: "What followed a lookup in its session: outcomes, the same failure again, files that it named.",
  input: FollowThroughInput,
  output: FollowThroughOutput,
  async run(context, { id }) {
    const found = await findReadable(context, id);
    if (!found.ok) return found;
    const row = found.value;
    const events = row.sessionId === null ? [] : await eventsAfter(context, { ...row, sessionId: row.sessionId });
    const isSame = (event: FollowEvent) => event.signatureId !== null && event.signatureId === row.signatureId;
    const judged = judgeFollowThrough(
      { atMs: row.evaluatedAt.getTime(), returned: row.returnedCount },
      events.map((event) => ({ atMs: event.at.getTime(), verdict: event.verdict, isSameFailure: isSame(event) })),
    );
    const memories = await listReturnedMemories(context.db, context.workspaceId, row.recordId);
    return succeed({
      record_id: row.recordId,
      lookup_id: row.lookupId,
      kind: judged.kind,
      passed_at: instantOf(judged.passedAtMs),
      failed_again_at: instantOf(judged.failedAgainAtMs),
      events: events.slice(0, shownEvents).map((event) => ({
        at: event.at.toISOString(),
        kind: event.kind,
        verdict: event.verdict,
        command: event.command,
        signature_id: event.signatureId,
        is_same_failure: isSame(event),
        memory_id: event.memoryId,
      })),
      files: namedFiles(
        events.flatMap((event) => event.files),
        memories.filter(({ projectId }) => mayRead(context.access, projectId)),
      ),
      note,
    });
  },
});

export const readFollowThroughRate = defineRead({
  name: "lookup.followThroughRate",
  summary: "How often a session passed after a lookup that gave it something, and did not fail the same way again.",
  input: FollowThroughRateInput,
  output: FollowThroughRateOutput,
  async run(context, { project: slug, origin, days }) {
    const project = await standingProject(context, slug);
    const counts = await countFollowThrough(context.db, context.workspaceId, {
      readable: readableProjects(
        context.access,
        project === null ? { scope: "all-projects" } : { scope: "project", project },
      ),
      project,
      origin,
      since: new Date(context.clock.now().getTime() - days * 24 * 60 * 60 * 1_000),
      passWithinMs,
    });
    const sum = (pick: (row: (typeof counts)[number]) => number) => counts.reduce((total, row) => total + pick(row), 0);
    const passed = sum((row) => row.passed);
    const failedAgain = sum((row) => row.failedAgain);
    const notPassed = sum((row) => row.notPassed);
    const counted = passed + failedAgain + notPassed;
    return succeed({
      rate: counted === 0 ? null : passed / counted,
      passed,
      counted,
      failed_again: failedAgain,
      not_passed: notPassed,
      nothing_later: sum((row) => row.nothingLater),
      days,
      by_origin: counts.map((row) => ({
        origin: row.origin,
        passed: row.passed,
        counted: row.passed + row.failedAgain + row.notPassed,
      })),
      definition,
      note,
    });
  },
});

/** The rendered block of a lookup, as MCP, hooks and the command line put it before a model. */
export const readShownLookup = defineRead({
  name: "lookup.shown",
  summary: "The rendered block of a lookup: what a model was shown.",
  input: ShownLookupInput,
  output: ShownLookupOutput,
  async run(context, { id }) {
    const found = await findReadable(context, id);
    if (!found.ok) return found;
    const record = GetLookupOutput.shape.record.parse(JSON.parse(found.value.record));
    const rendered = record.rendered;
    return succeed({
      record_id: found.value.recordId,
      lookup_id: found.value.lookupId,
      rendered: typeof rendered === "string" ? rendered : "",
    });
  },
});

async function findReadable({ db, workspaceId, access }: CallContext, id: string): Promise<Outcome<AttentionRow>> {
  const row = await findAttention(db, workspaceId, id);
  if (row && (access.projects === "all" || mayRead(access, row.projectId))) return succeed(row);
  return fail("NOT_FOUND", `No lookup ${id}.`, [{ path: "id", message: "is not known here" }]);
}

/** Bounded far above what a session brings about, so that a runaway one costs a page and not the server. */
async function eventsAfter({ db, workspaceId }: CallContext, row: AttentionRow & { sessionId: string }) {
  return listFollowEvents(db, { ...row, workspaceId }, 5_000);
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
