import { spawn } from "node:child_process";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { recountFailures } from "#server/db/failure-counts.ts";
import { openPostgres } from "#server/db/open-postgres.ts";
import { startPostgres } from "#server/testing/postgres-server.ts";

/**
 * The pages over a large store: `node server/testing/evaluations/run.mjs server/testing/bench/bench-pages.ts`, after a
 * build. 50,000 memories and 100,000 attention records of 5 candidates on Postgres. For each list, warm: how long until
 * its first row is painted, and the longest task while it comes to life and while it is scrolled; then a floor dragged over 2,000 pairs. Tasks and
 * frames are those of the browser's own trace. Needs Chromium (`WHENCE_TEST_BROWSER`).
 */
const memories = 50_000;
const records = 100_000;
const root = process.cwd();

const say = (line: string) => process.stdout.write(`${line}\n`);

async function seed(url: string): Promise<void> {
  // A statement that makes 500,000 rows may take longer than one of the product.
  const { db, close } = openPostgres(url, { statementMs: 600_000, transactionMs: 600_000 });
  const words =
    "npm install fails because the peer dependency wants another react upgrade package lock cache runner docker group socket postgres migration duplicate key index typescript build error module resolution".split(
      " ",
    );
  const pick = (offset: number) =>
    sql.raw(
      `(array[${words.map((word) => `'${word}'`).join(",")}])[1 + (i * 7 + ${offset} * 13 + i / ${offset + 3}) % ${words.length}]`,
    );
  const said = sql.join(
    Array.from({ length: 24 }, (_, index) => pick(index)),
    sql` || ' ' || `,
  );
  await db.execute(sql`insert into projects (workspace_id, project_id, is_demo, created_at)
    select 'default', 'github.com/acme/repo-' || i, false, now() from generate_series(0, 19) i`);
  await db.execute(sql`insert into memories
    (workspace_id, memory_id, project_id, session_id, level, kind, tool, text, symptom, content_hash, change_seq, created_at)
    select 'default', 'mem_' || lpad(i::text, 8, '0'), 'github.com/acme/repo-' || i % 20, 's-' || i % 400, 'L1', 'lesson',
      (array['npm','tsc','docker','pytest','cargo'])[1 + i % 5], i || ' ' || ${said}, null, md5(i::text), i,
      now() - (i || ' minutes')::interval
    from generate_series(1, ${memories}) i`);
  await db.execute(sql`insert into supersessions (workspace_id, memory_id, successor_id, reason, created_at)
    select 'default', 'mem_' || lpad((i * 3)::text, 8, '0'), 'mem_' || lpad((i * 3 + 1)::text, 8, '0'), 'newer release', now() - (i || ' minutes')::interval
    from generate_series(1, 5000) i`);
  await db.execute(sql`insert into signatures
    (workspace_id, signature_id, version, tool, masked, mask_rules, read_under, head_id, created_at)
    select 'default', 'v1:' || md5(i::text), 'v1', 'npm', 'npm error code E' || i, '{}', 'v1', 'v1:' || md5(i::text), now()
    from generate_series(0, 199) i`);
  await db.execute(sql`insert into occurrences
    (workspace_id, signature_id, occurrence_id, project_id, source_kind, source_id, occurred_at)
    select 'default', 'v1:' || md5((i % 200)::text), 'occ_' || i, 'github.com/acme/repo-' || i % 20, 'lookup', 'att_' || lpad((i * 3)::text, 8, '0'), now() - (i || ' seconds')::interval * 75
    from generate_series(1, 33333) i`);
  const candidates = Array.from({ length: 5 }, (_, index) => ({
    kind: "memory",
    id: `mem_0000000${index + 1}`,
    project: "github.com/acme/repo-1",
    level: "L1",
    tier: 2,
    leg: "text",
    matched_kind: "text",
    raw_score: 0.6 - index / 20,
    score: 0.5 - index / 20,
    floor: 0.35,
    factors: {
      exact: 0.3,
      similar: 0.1,
      context: 0,
      complete: 0.2,
      breadth: 1.4,
      coverage: 0.4,
      passage: 0.3,
      adjacency: 0.2,
      cosine: 0.3,
    },
    fate: index < 3 ? "returned" : "below_floor",
    tokens: 120,
    replaces: [],
  }));
  const record = JSON.stringify({ operation: "memory.context", candidates, rendered: "x ".repeat(1_200) });
  await db.execute(sql`insert into attention_records
    (workspace_id, record_id, lookup_id, operation, evaluated_at, project_id, session_id, tool, tier, origin, summary,
      signature_id, found_count, returned_count, dropped_count, degraded_legs, budget_limit, budget_used, duration_ms, policy_version, record)
    select 'default', 'att_' || lpad(i::text, 8, '0'), 'lk_' || i % 40000, 'memory.context', now() - (i || ' seconds')::interval * 25,
      'github.com/acme/repo-' || i % 20, 's-' || i % 400, (array['npm','tsc','docker','pytest','cargo'])[1 + i % 5],
      nullif(i % 4, 0), 'asked', left(${said}, 200), case when i % 3 = 0 then 'v1:' || md5((i % 200)::text) end, 5, case when i % 4 = 0 then 0 else 3 end, i % 2,
      case when i % 50 = 0 then array['skills'] else '{}'::text[] end, 6000, 1000 + i % 5000, 5 + i % 90, 0, ${record}
    from generate_series(1, ${records}) i`);
  await db.execute(sql`insert into attention_memories (workspace_id, memory_id, record_id, lookup_id, was_returned)
    select 'default', 'mem_' || lpad((1 + (i * 5 + c * 977) % ${memories})::text, 8, '0'), 'att_' || lpad(i::text, 8, '0'), 'lk_' || i % 40000, c < 3
    from generate_series(1, ${records}) i, generate_series(0, 4) c on conflict do nothing`);
  await db.execute(sql`insert into attention_drops
    (workspace_id, record_id, position, project_id, kind, tier, item_id, tokens, needed_tokens, dropped_at)
    select 'default', 'att_' || lpad(i::text, 8, '0'), 0, 'github.com/acme/repo-' || i % 20, 'memory', 2 + i % 2,
      'mem_' || lpad((1 + i % 3000)::text, 8, '0'), 100 + i % 400, 6100 + i % 9000, now() - (i || ' seconds')::interval * 25
    from generate_series(1, ${records}, 2) i`);
  await db.execute(sql`update workspaces set corpus_seq = ${memories} where workspace_id = 'default'`);
  await recountFailures(db, "default", "all");
  await db.execute(sql`analyze`);
  await close();
}

/** Warm means that the indexes are complete, too; over an empty store there are none to wait for. */
async function startServer(databaseUrl: string, untilSaid: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = spawn(process.execPath, [path.join(root, "dist", "serve.mjs")], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      PORT: "0",
      DATABASE_URL: databaseUrl,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Serving on (http:\S+)/.exec(output)?.[1];
      if (found !== undefined && output.includes(untilSaid)) resolve(found);
    });
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
    },
  };
}

/** Milliseconds from the start of the navigation until the first frame that shows what is looked for. */
async function firstPaint(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () =>
          document.querySelector(wanted) === null
            ? requestAnimationFrame(look)
            : requestAnimationFrame(() => resolve(performance.now()));
        look();
      }),
    selector,
  );
}

type Traced = { longestMs: number; longestCpuMs: number; frames: number; seconds: number };

const TraceEvents = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

/**
 * What the main thread of the page did meanwhile: its longest task by the clock and by the processor (which a busy machine
 * stretches less), and how many different frames it handed over.
 */
async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Traced> {
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  const begun = performance.now();
  await act();
  const seconds = (performance.now() - begun) / 1000;
  const { traceEvents } = TraceEvents.parse(JSON.parse((await browser.stopTracing()).toString("utf8")));
  const laidOut = (pid: number, tid: number) =>
    traceEvents.some((event) => event.pid === pid && event.tid === tid && event.name === "Layout");
  const main = traceEvents.find(
    ({ name, args, pid, tid }) => name === "thread_name" && args?.name === "CrRendererMain" && laidOut(pid, tid),
  );
  const own = traceEvents.filter(({ pid, tid, ph }) => pid === main?.pid && tid === main.tid && ph === "X");
  const tasks = own.filter(({ name }) => name.endsWith("RunTask"));
  return {
    longestMs: Math.max(0, ...tasks.map(({ dur }) => dur ?? 0)) / 1000,
    longestCpuMs: Math.max(0, ...tasks.map(({ tdur }) => tdur ?? 0)) / 1000,
    frames: own.filter(({ name }) => name === "Commit").length,
    seconds,
  };
}

const inMs = ({ longestMs, longestCpuMs }: Traced) =>
  `${Math.round(longestMs)} ms (${Math.round(longestCpuMs)} of the processor)`;

/** Until the page listens to keys, and what it does then is done. */
async function comeToLife(page: Page): Promise<void> {
  await page.locator('[aria-keyshortcuts~="Control+K"]').waitFor();
  await page.waitForTimeout(500);
}

/** Scrolls a list through some 500 rows. Returns how far it came. */
async function scrollThrough(page: Page): Promise<number> {
  await page.mouse.move(700, 500);
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, 350);
    await page.waitForTimeout(50);
  }
  await page.waitForTimeout(300);
  const last = await page.locator("[aria-rowindex]").last().getAttribute("aria-rowindex");
  return Number(last ?? 0);
}

/** A run over 2,000 pairs whose two kinds overlap, so that every step of a drag lists others. */
async function makeCalibration(url: string): Promise<string> {
  const pairs = Array.from({ length: 2_000 }, (_, index) => ({
    task_text: `task ${Math.floor(index / 10)}`,
    memory_id: `mem_${String(1 + index).padStart(8, "0")}`,
    score: Number((0.01 + ((index * 7_919) % 1_000) / (index % 2 === 0 ? 1_200 : 4_000)).toFixed(4)),
    label: index % 2 === 0 ? "relevant" : "control",
  }));
  const answer = await fetch(`${url}/api/calibrations`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pairs }),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

/** Drags the floor to and fro for some two seconds, a step for each frame of a display of 60 Hz. */
async function dragFloor(page: Page): Promise<void> {
  const box = await page.getByRole("slider", { name: "Noise floor" }).boundingBox();
  if (box === null) throw new Error("The calibration page has no floor to drag.");
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 0; step < 120; step += 1) {
    await page.mouse.move(from.x + 150 * Math.sin(step / 12), from.y);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}

const postgres = await startPostgres();
try {
  const { db, close } = openPostgres(postgres.urlOf("postgres"));
  await db.execute(sql`create database whence_pages`);
  await close();
  const databaseUrl = postgres.urlOf("whence_pages");
  // The first start migrates; the second one reads what was seeded.
  await (await startServer(databaseUrl, "Serving on")).stop();
  const seeding = performance.now();
  await seed(databaseUrl);
  say(`seeded ${memories} memories and ${records} records in ${Math.round((performance.now() - seeding) / 1000)} s`);
  const server = await startServer(databaseUrl, "The indexes are complete.");
  const executablePath = process.env.WHENCE_TEST_BROWSER;
  const browser = await chromium.launch({ args: ["--no-sandbox"], ...(executablePath ? { executablePath } : {}) });
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 860 }, timezoneId: "Europe/Berlin" });
    const lists = [
      { path: "/lookups", row: "[data-row-index]" },
      { path: "/lookups?tool=npm", row: "[data-row-index]" },
      { path: "/lookups?q=docker", row: "[data-row-index]" },
      { path: "/memories", row: "[data-row-index]" },
      { path: "/memories?q=duplicate", row: "[data-row-index]" },
      { path: "/memories?state=superseded", row: "[data-row-index]" },
      { path: "/supersession", row: "[data-row-index]" },
      { path: "/failures", row: "[data-row-index]" },
    ];
    for (const { path: at, row } of lists) {
      await firstPaint(page, `${server.url}${at}`, row);
      let warm = 0;
      const alive = await traced(browser, page, async () => {
        warm = await firstPaint(page, `${server.url}${at}`, row);
        await comeToLife(page);
      });
      let rows = 0;
      const scrolled = await traced(browser, page, async () => {
        rows = await scrollThrough(page);
      });
      say(
        `${at}: first rows after ${Math.round(warm)} ms; longest task until it is alive ${inMs(alive)}; scrolled to row ${rows}, longest task ${inMs(scrolled)}`,
      );
    }
    await page.goto(`${server.url}/calibration/${await makeCalibration(server.url)}`);
    await page.getByRole("slider", { name: "Noise floor" }).waitFor();
    await page.waitForTimeout(1_000);
    const drag = await traced(browser, page, () => dragFloor(page));
    say(
      `a drag over 2,000 pairs: ${(drag.frames / drag.seconds).toFixed(0)} frames a second (${drag.frames} in ${drag.seconds.toFixed(1)} s), longest task ${inMs(drag)}`,
    );
    const others = [
      { path: "/?range=30d", sign: "#tiers" },
      { path: "/budget?range=30d", sign: "#most-dropped" },
      { path: "/memories/mem_00000004", sign: "#surfaced" },
      { path: "/settings", sign: "#policies" },
    ];
    for (const { path: at, sign } of others) {
      await firstPaint(page, `${server.url}${at}`, sign);
      say(`${at}: painted after ${Math.round(await firstPaint(page, `${server.url}${at}`, sign))} ms`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
} finally {
  await postgres.stop();
}
