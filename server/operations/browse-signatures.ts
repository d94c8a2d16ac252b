import { z } from "zod";
import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import {
  CountNewerSignaturesInput,
  CountNewerSignaturesOutput,
  ListSignaturesInput,
  ListSignaturesOutput,
  SignatureFacetsOutput,
  sparklineDays,
} from "#server/contracts/signatures.ts";
import {
  countFirstTier,
  countSeenSince,
  type FailureListRow,
  type FailurePosition,
  type FailureSort,
  listFailureFacets,
  listFailures,
} from "#server/db/failures.ts";
import { signatureMarks } from "#server/domain/signature-groups/signature-change.ts";
import { readableProjects } from "./access.ts";
import { defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

const dayMs = 24 * 60 * 60 * 1000;

export const browseSignatures = defineRead({
  name: "signature.list",
  summary: "Failures, the one seen last first, or the one seen most often.",
  input: ListSignaturesInput,
  output: ListSignaturesOutput,
  async run(context, input) {
    const { db, workspaceId } = context;
    const after = decodePosition(input.cursor, input.sort);
    if (!after.ok) return after;
    const project = await standingProject(context, input.project);
    const readable = readableProjects(
      context.access,
      project === null ? { scope: "all-projects" } : { scope: "project", project },
    );
    const today = startOfDay(context.clock.now());
    const rows = await listFailures(db, workspaceId, {
      readable,
      project: project ?? undefined,
      tool: input.tool?.toLowerCase(),
      q: input.q,
      mark: input.mark,
      lessons: input.lessons,
      minSeen: input.min_seen,
      sort: input.sort,
      after: after.value,
      limit: input.limit + 1,
      daysSince: new Date(today - (sparklineDays - 1) * dayMs),
    });
    const page = rows.slice(0, input.limit);
    const ids = page.map((row) => row.signatureId);
    const firstTier = await countFirstTier(db, workspaceId, ids, readable);
    const last = page.at(-1);
    return succeed({
      items: page.map((row) => ({
        id: row.signatureId,
        tool: row.tool,
        name: row.name,
        preview: row.preview,
        marks: marksOf(row),
        seen_count: row.seenCount,
        first_seen: row.firstSeen.toISOString(),
        last_seen: row.lastSeen.toISOString(),
        projects: row.projects,
        lessons: row.lessons,
        drafts: row.drafts,
        days: daily(row.days, today),
        tier1: firstTier.get(row.signatureId) ?? { lookups: 0, hits: 0 },
      })),
      next_cursor: rows.length > input.limit && last ? encodePosition(last, input.sort) : null,
    });
  },
});

export const listSignatureFacets = defineRead({
  name: "signature.facets",
  summary: "Tools and projects that the list of failures can be filtered by.",
  input: z.object({}),
  output: SignatureFacetsOutput,
  async run({ db, workspaceId, access }) {
    return succeed(await listFailureFacets(db, workspaceId, readableProjects(access, { scope: "all-projects" })));
  },
});

export const countNewerSignatures = defineRead({
  name: "signature.countNewer",
  summary: "How many failures were seen since a moment.",
  input: CountNewerSignaturesInput,
  output: CountNewerSignaturesOutput,
  async run(context, input) {
    const project = await standingProject(context, input.project);
    const count = await countSeenSince(context.db, context.workspaceId, {
      readable: readableProjects(
        context.access,
        project === null ? { scope: "all-projects" } : { scope: "project", project },
      ),
      since: input.since === null ? new Date(0) : new Date(input.since),
      project: project ?? undefined,
      tool: input.tool?.toLowerCase(),
    });
    return succeed({ count });
  },
});

export function marksOf(row: { isFlaky: boolean; isNoise: boolean }) {
  return signatureMarks.filter((mark) => (mark === "flaky" ? row.isFlaky : row.isNoise));
}

function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / dayMs) * dayMs;
}

/** One number a day, the last one today; days without a sighting are 0. */
function daily(counted: ReadonlyMap<string, number>, today: number): number[] {
  const counts = Array.from({ length: sparklineDays }, () => 0);
  for (const [day, count] of counted) {
    const index = sparklineDays - 1 - Math.round((today - Date.parse(`${day}T00:00:00Z`)) / dayMs);
    if (index >= 0 && index < sparklineDays) counts[index] = (counts[index] ?? 0) + count;
  }
  return counts;
}

const SortValue = {
  last_seen: z.iso.datetime(),
  first_seen: z.iso.datetime(),
  seen_count: z.string().regex(/^[0-9]{1,15}$/),
} as const satisfies Record<FailureSort, z.ZodType>;

function encodePosition(row: FailureListRow, sort: FailureSort): string {
  const value = {
    last_seen: row.lastSeen.toISOString(),
    first_seen: row.firstSeen.toISOString(),
    seen_count: String(row.seenCount),
  }[sort];
  return Buffer.from(JSON.stringify([sort, value, row.signatureId])).toString("base64url");
}

/** A cursor holds the order that it was made in: under another one it would leave rows out. */
function decodePosition(cursor: string | undefined, sort: FailureSort): Outcome<FailurePosition | undefined> {
  if (cursor === undefined) return succeed(undefined);
  try {
    const read = z
      .tuple([z.literal(sort), SortValue[sort], z.string()])
      .safeParse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    if (read.success) return succeed({ value: read.data[1], signatureId: read.data[2] });
  } catch {
    // Falls through to the refusal: what is not JSON is no cursor of ours either.
  }
  return fail("INVALID_INPUT", "cursor: is not one that this list gave out in this order.", [
    { path: "cursor", message: "must be a next_cursor of this list, with the same sort" },
  ]);
}
