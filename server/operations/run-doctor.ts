import type { z } from "zod";
import { succeed } from "#server/contracts/failure-codes.ts";
import { DoctorOutput, type doctorChecks, Nothing } from "#server/contracts/service.ts";
import { findDamagedPages } from "#server/db/damaged-pages.ts";
import type { Database } from "#server/db/database.ts";
import { findFailedJobs } from "#server/db/jobs.ts";
import { readActive } from "#server/db/memories.ts";
import {
  type Breach,
  countMemories,
  countRows,
  filterSuperseded,
  findCycles,
  findDanglingLinks,
  findLostMemories,
  findLostSignatures,
  findMiscounted,
  findStaleAnswers,
  findUncountedLookups,
  listRecordTexts,
  listSupersededIds,
  mostExamples,
} from "#server/db/store-invariants.ts";
import { readStoreVersion } from "#server/db/store-version.ts";
import { refuseNarrow } from "./access.ts";
import { isReadableRecord } from "./is-readable-record.ts";
import { type CallContext, defineRead } from "./operation.ts";

type CheckName = (typeof doctorChecks)[number];

/** Rows read at a time: a record may take hundreds of kilobytes. */
const pageRows = 50;

/**
 * Examines the whole store and says what to do about each finding. Changes nothing. Takes as long as reading every
 * attention record takes, page by page, so that a server goes on answering meanwhile.
 */
export const runDoctor = defineRead({
  name: "service.doctor",
  summary: "Examine the store: owner, versions, counts, invariants, and what to do about each finding.",
  input: Nothing,
  output: DoctorOutput,
  async run(context) {
    const refused = refuseNarrow(context.access, "An examination of the store");
    if (refused) return refused;
    return succeed(await examine(context));
  },
});

async function examine(context: CallContext): Promise<z.infer<typeof DoctorOutput>> {
  const { db, workspaceId, build } = context;
  const counts = await countRows(db, workspaceId);
  const memories = await countMemories(db, workspaceId);
  const version = await readStoreVersion(db);
  const owner = build.owner();
  const checks: z.infer<typeof DoctorOutput>["checks"] = [];
  for (const { name, rule, remedy, find } of examinations) {
    const { count, examples } = await find(context);
    checks.push({ name, found: count, examples, rule, remedy: count === 0 ? null : remedy });
  }
  return {
    healthy: checks.every(({ found }) => found === 0),
    version: build.version,
    store: { kind: build.store, location: build.location, ...version },
    owner: { pid: owner.pid, started_at: owner.startedAt, host: owner.host, url: owner.url },
    counts: {
      ...counts,
      memories_active: memories.active,
      memories_superseded: memories.superseded,
      memories_drafts: memories.drafts,
      memories_deleted: memories.deleted,
    },
    checks,
  };
}

type Examination = { name: CheckName; rule: string; remedy: string; find(context: CallContext): Promise<Breach> };

const restore =
  "Stop the server and run `whence repair`: it works on a copy and keeps the original. If it finds the store sound, " +
  "go back to the newest dump with `whence repair --from DUMP`, and report this: it is a fault of Whence.";

const examinations: readonly Examination[] = [
  {
    name: "pages",
    rule: "Every page of the embedded store has the checksum that it was written with.",
    remedy:
      "Stop the server and run `whence repair`: it works on a copy, keeps the original, and says which rows could not be read. " +
      "Then look at the disk: it is the likely cause.",
    async find({ build }) {
      // A Postgres server looks after its own.
      const found = build.store === "embedded" ? await findDamagedPages(build.location) : [];
      return { count: found.length, examples: found.slice(0, mostExamples) };
    },
  },
  {
    name: "supersession_cycles",
    rule: "No memory replaces itself, directly or by others.",
    remedy: "Undo one link of each cycle with `whence undo ID`; the memories named here answer nothing until then.",
    find: ({ db, workspaceId }) => findCycles(db, workspaceId),
  },
  {
    name: "superseded_in_answers",
    rule: "What every read goes through gives no superseded memory.",
    remedy: restore,
    find: findSupersededAmongActive,
  },
  {
    name: "stale_records",
    rule: "No lookup returned a memory after it had been superseded or deleted.",
    remedy:
      "Open these lookups on the dashboard: a session was given text that had been replaced. A clock that was set back " +
      "looks the same. If it was not, report this: it is a fault of Whence.",
    find: ({ db, workspaceId }) => findStaleAnswers(db, workspaceId),
  },
  {
    name: "dangling_links",
    rule: "Every link names memories that are in the store.",
    remedy: "Undo the links named here with `whence undo ID`, or store the missing memory again under its id.",
    find: async ({ db, workspaceId }) =>
      joined([await findDanglingLinks(db, workspaceId), await findLostMemories(db, workspaceId)]),
  },
  {
    name: "occurrences",
    rule: "Every sighting belongs to a known failure, and every lookup with a failure was counted.",
    remedy: restore,
    find: async ({ db, workspaceId }) =>
      joined([await findLostSignatures(db, workspaceId), await findUncountedLookups(db, workspaceId)]),
  },
  {
    name: "failure_counts",
    rule: "What lists of failures are sorted by is what a recount of their sightings says.",
    remedy:
      "Stop the server and run `whence repair`, which counts anew; on Postgres load a dump of it into a new database. Until then " +
      "these failures stand in the wrong place of their list. Report this: it is a fault of Whence.",
    find: ({ db, workspaceId }) => findMiscounted(db, workspaceId),
  },
  {
    name: "records_parse",
    rule: "Every attention record can be read back, so that every decision can be explained.",
    remedy: restore,
    find: ({ db, workspaceId }) => findUnreadableRecords(db, workspaceId),
  },
  {
    name: "indexes",
    rule: "The search indexes stand where the store stands.",
    remedy:
      "Wait until the indexes are complete, or restart the server; they are derived from the store and hold nothing of their own.",
    find: async ({ retrieval }) => {
      const isCurrent = await retrieval.sync().then(
        () => true,
        () => false,
      );
      return { count: isCurrent ? 0 : 1, examples: [] };
    },
  },
  {
    name: "background_jobs",
    rule: "Every background job was done, or is still being tried.",
    remedy:
      "See whether the endpoint in WHENCE_LLM_URL (summary) or the server in WHENCE_BRAIN_URL (capsule) answers with its key, " +
      "and restart the server: it tries each of these once more. Until then the summaries that were carried stand, and the " +
      "capsules are in this store alone.",
    find: ({ db, workspaceId }) => findFailedJobs(db, workspaceId),
  },
];

async function findSupersededAmongActive({ db, workspaceId }: CallContext): Promise<Breach> {
  const found: string[] = [];
  for (let after = ""; ; ) {
    const ids = await listSupersededIds(db, workspaceId, { after, limit: 1_000 });
    const active = await readActive(db, workspaceId, ids, "all");
    found.push(
      ...(await filterSuperseded(
        db,
        workspaceId,
        active.map(({ memory }) => memory.memoryId),
      )),
    );
    const last = ids.at(-1);
    if (last === undefined || ids.length < 1_000) break;
    after = last;
  }
  return { count: found.length, examples: found.slice(0, mostExamples) };
}

async function findUnreadableRecords(db: Database, workspaceId: string): Promise<Breach> {
  const found: string[] = [];
  for (let after = ""; ; ) {
    const page = await listRecordTexts(db, workspaceId, { after, limit: pageRows });
    for (const { recordId, record } of page) if (!isReadableRecord(record)) found.push(recordId);
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) break;
    after = last.recordId;
  }
  return { count: found.length, examples: found.slice(0, mostExamples) };
}

function joined(breaches: readonly Breach[]): Breach {
  return {
    count: breaches.reduce((sum, { count }) => sum + count, 0),
    examples: breaches.flatMap(({ examples }) => examples).slice(0, mostExamples),
  };
}
