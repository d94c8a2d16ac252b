import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { packageRoot } from "#server/compose/package-root.ts";
import type { Database } from "#server/db/database.ts";
import { recountFailures } from "#server/db/failure-counts.ts";
import { withoutTransactionLimit } from "#server/db/guarded-pglite.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { browseSignatures } from "#server/operations/browse-signatures.ts";
import { findSignatureNeighbours } from "#server/operations/find-signature-neighbours.ts";
import { browseUnexplained } from "#server/operations/manage-drafts.ts";
import { readSignature } from "#server/operations/read-signature.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { startPostgres } from "#server/testing/postgres-server.ts";
import { median, type Subject } from "./measure.ts";

/**
 * The failures page over many sightings, warm, on both engines: `node server/testing/evaluations/run.mjs server/testing/bench/bench-failures.ts`.
 * A sighting in fifty is of a new failure, and every second of the one that comes up most; one failure in ten was merged into another.
 *
 *   --sizes 1000,10000   numbers of sightings
 *   --on embedded        one engine alone
 */
const { values: options } = parseArgs({
  options: { sizes: { type: "string", default: "1000,10000,100000" }, on: { type: "string" } },
});
const sizes = options.sizes.split(",").map(Number);
type Engine = "embedded" | "postgres";
const allEngines: readonly Engine[] = ["embedded", "postgres"];
const engines = allEngines.filter((kind) => options.on === undefined || options.on === kind);
/** What a warm call may take. */
const targetMs = 200;
const workspaceId = "test";
const say = (line: string) => process.stdout.write(`${line}\n`);
const openOptions = {
  migrationsFolder: path.join(packageRoot(), "drizzle", "migrations"),
  templateFolder: path.join(packageRoot(), "dist"),
  whenceVersion: "bench",
  startedAt: new Date("2026-07-02T10:00:00Z"),
};

const measured = new Map<string, number[]>();
for (const size of sizes) {
  for (const engine of engines) {
    const times = await (engine === "embedded" ? onEmbedded(size) : onPostgres(size));
    for (const [name, ms] of times) {
      const row = `${engine.padEnd(9)} ${name}`;
      measured.set(row, [...(measured.get(row) ?? []), ms]);
    }
    say(`${engine}, ${size} sightings: ${[...times].map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`).join(", ")}`);
  }
}
say(`Median of a warm call in ms at ${sizes.join(", ")} sightings (target: below ${targetMs})`);
for (const [row, times] of measured) {
  const isSlow = times.some((ms) => ms > targetMs);
  say(
    `  ${row.padEnd(48)}${times.map((ms) => ms.toFixed(1).padStart(9)).join("")}${isSlow ? "   over the target" : ""}`,
  );
}

async function onEmbedded(size: number): Promise<Map<string, number>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-bench-"));
  const store = await openDatabase({ dataDir }, openOptions);
  try {
    return await measureOn(store.db, size, "embedded");
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(size: number): Promise<Map<string, number>> {
  const server = await startPostgres();
  const store = await openDatabase({ databaseUrl: server.urlOf("postgres") }, openOptions);
  try {
    return await measureOn(store.db, size, "postgres");
  } finally {
    await store.close();
    await server.stop();
  }
}

async function measureOn(db: Database, size: number, engine: Engine): Promise<Map<string, number>> {
  const context = await anOperationContext(db, { workspaceId });
  const answered = async (answer: Promise<{ ok: boolean }>) => {
    const given = await answer;
    if (!given.ok) throw new Error(`Refused: ${JSON.stringify(given)}`);
  };
  await withoutTransactionLimit(() => fill(db, size));
  const subjects: Subject[] = [
    {
      name: "list, newest first",
      run: () => answered(browseSignatures.call(context, { sort: "last_seen", limit: 50 })),
    },
    {
      name: "list, most seen first",
      run: () => answered(browseSignatures.call(context, { sort: "seen_count", limit: 50 })),
    },
    {
      name: "list of one tool without lessons",
      run: () =>
        answered(browseSignatures.call(context, { sort: "last_seen", tool: "tsc", lessons: "without", limit: 50 })),
    },
    {
      name: "list of one project",
      run: () =>
        answered(browseSignatures.call(context, { sort: "last_seen", project: "github.com/acme/repo-3", limit: 50 })),
    },
    {
      name: "list that holds a word",
      run: () => answered(browseSignatures.call(context, { sort: "last_seen", q: "e17", limit: 50 })),
    },
    { name: "unexplained", run: () => answered(browseUnexplained.call(context, { min_seen: 3, limit: 50 })) },
    {
      name: "detail of the most seen",
      run: () => answered(readSignature.call(context, { id: idOf(0), example: "window" })),
    },
    {
      name: "nearest neighbours",
      run: () => answered(findSignatureNeighbours.call(context, { id: idOf(0), limit: 10 })),
    },
  ];
  const times = new Map<string, number>();
  for (const subject of subjects) times.set(subject.name, await medianMs(subject, engine));
  return times;
}

/**
 * Median of nine warm calls. The embedded engine works in this process, so that its processor time says what a call costs, whatever else the
 * machine does; of Postgres only the time on the wall is known here.
 */
async function medianMs({ run }: Subject, engine: Engine): Promise<number> {
  const taken: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const started = performance.now();
    const before = process.cpuUsage();
    await run(turn);
    const { user, system } = process.cpuUsage(before);
    if (turn >= 3) taken.push(engine === "embedded" ? (user + system) / 1_000 : performance.now() - started);
  }
  return median(taken);
}

function idOf(number: number): string {
  return `v1:${String(number).padStart(64, "0")}`;
}

async function fill(db: Database, size: number): Promise<void> {
  const failures = Math.max(20, size / 50);
  const id = (number: string) => sql.raw(`'v1:' || lpad((${number})::text, 64, '0')`);
  await db.execute(sql`insert into projects (workspace_id, project_id, is_demo, created_at)
    select ${workspaceId}, 'github.com/acme/repo-' || i, false, '2026-05-01' from generate_series(0, 19) i`);
  await db.execute(sql`insert into signatures
      (workspace_id, signature_id, version, tool, masked, mask_rules, read_under, head_id, created_at)
    select ${workspaceId}, ${id("i")}, 'v1', (array['npm','tsc','docker','pytest','cargo'])[1 + i % 5],
      'error E' || i || ': the step ' || i % 37 || ' could not read ' || md5(i::text) || ' of <n> entries', '{position,number}', 'v1',
      case when i % 10 = 9 then ${id("i - 1")} else ${id("i")} end, '2026-05-01'
    from generate_series(0, ${failures - 1}::int) i`);
  // Of two sightings one is of the failure that comes up most.
  const seenAs = id(`case when i % 2 = 0 then 0 else (i * 7919) % ${failures} end`);
  await db.execute(sql`insert into occurrences
      (workspace_id, signature_id, own_id, occurrence_id, project_id, session_id, source_kind, source_id, occurred_at)
    select ${workspaceId}, ${seenAs}, ${seenAs}, 'occ_' || lpad(i::text, 8, '0'), 'github.com/acme/repo-' || i % 20, 's-' || i % 400, 'lookup', 'att_' || lpad(i::text, 8, '0'),
      timestamptz '2026-07-02 09:00Z' - i * interval '50 seconds'
    from generate_series(0, ${size - 1}::int) i`);
  await db.execute(sql`insert into attention_records
      (workspace_id, record_id, lookup_id, operation, evaluated_at, project_id, session_id, tool, tier, origin, summary, signature_id,
        found_count, returned_count, dropped_count, degraded_legs, budget_limit, budget_used, duration_ms, policy_version, record)
    select workspace_id, source_id, 'lk_' || occurrence_id, 'memory.context', occurred_at, project_id, session_id, 'npm',
      1 + length(occurrence_id) % 2, 'asked', 'a failure', signature_id, 1, 1, 0, '{}', 6000, 100, 5, 0, '{}'
    from occurrences where workspace_id = ${workspaceId}`);
  await db.execute(sql`insert into memories
      (workspace_id, memory_id, project_id, session_id, level, kind, tool, text, content_hash, change_seq, created_at)
    select ${workspaceId}, 'mem_' || i, 'github.com/acme/repo-' || i % 20, 's-' || i % 400, 'L1', 'lesson', 'npm', 'lesson ' || i, md5(i::text),
      i + 1, '2026-05-01'
    from generate_series(0, ${failures / 2}::int) i`);
  await db.execute(sql`insert into memory_signatures (workspace_id, signature_id, own_id, memory_id, is_primary)
    select ${workspaceId}, ${id("i * 2")}, ${id("i * 2")}, 'mem_' || i, true from generate_series(0, ${failures / 2 - 1}::int) i`);
  await recountFailures(db, workspaceId, "all");
  await db.execute(sql`analyze`);
}
