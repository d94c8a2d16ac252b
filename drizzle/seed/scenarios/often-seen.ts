import { readLookup } from "#server/operations/browse-lookups.ts";
import { markSignature, renameSignature } from "#server/operations/change-signature.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { remember } from "#server/operations/remember.ts";
import { copySightings } from "../copy-rows.ts";
import type { Scenario } from "../scenario.ts";

const projects = ["github.com/acme/shop", "github.com/acme/warehouse-api", "github.com/acme/site"];
const [shop = ""] = projects;
const sightings = 10_000;

const often = [
  "2026-07-02T09:14:07.114Z ##[group]Run npm run test:integration",
  "> shop@3.2.1 test:integration",
  "> vitest run --project integration",
  "",
  " FAIL  test/orders/checkout.integration.test.ts > checkout > reserves stock for order 8f14e45f-ceea-467f-a83c-001122334455",
  "Error: connect ECONNREFUSED 127.0.0.1:54321",
  " ❯ TCPConnectWrap.afterConnect [as oncomplete] node:net:1611:16",
  " ❯ reserve /home/runner/work/shop/shop/src/orders/reserve.ts:88:14",
  "",
  " Test Files  1 failed | 41 passed (42)",
  "      Tests  1 failed | 388 passed (389)",
  "   Duration  18.44s",
  "##[error]Process completed with exit code 1.",
  "",
].join("\n");

/** Failures as a busy week brings them: alike enough to be neighbours, and none the same as another. */
const kinds: readonly [count: number, logOf: (number: number) => string][] = [
  [
    24,
    (n) =>
      `src/orders/line-${n}.ts(${10 + n},7): error TS${[2304, 2322, 2339, 2345][n % 4]}: Property 'total${n % 5}' does not exist on type 'Order${n % 7}'.\n`,
  ],
  [12, (n) => `npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/@acme%2flib-${n}\n`],
  [
    12,
    (n) =>
      `Traceback (most recent call last):\n  File "/srv/app/jobs/job_${n}.py", line ${n}, in run\n    load()\nKeyError: 'tariff_${n}'\n`,
  ],
  [8, (n) => `error[E0308]: mismatched types\n --> crates/pricing/src/rule_${n}.rs:${n}:5\n`],
];

export const scenario: Scenario = {
  summary: "One failure seen ten thousand times in three projects over sixty days, among many others.",
  async fill({ run, link, context }) {
    let minutesAgo = 4_000;
    for (const [count, logOf] of kinds) {
      for (let number = 0; number < count; number++) {
        minutesAgo -= 31;
        const project = projects[number % projects.length];
        await run(lookUpContext, { project, signature_source: logOf(number) }, { minutesAgo });
        if (number % 6 === 0) {
          const text = `The build of case ${number} fails until the generated types are made anew.`;
          await run(remember, { project, text, signature_source: logOf(number) }, { minutesAgo: minutesAgo - 1 });
        }
      }
    }
    for (const text of [
      "Start the database first: npm run db:up waits until it listens, the test does not.",
      "On runners of the second pool the port is taken by the proxy; set PGPORT=5433 there.",
    ]) {
      await run(remember, { project: shop, text, signature_source: often }, { minutesAgo: 90 });
    }
    const { signature, lookup_id } = await run(
      lookUpContext,
      { project: shop, signature_source: often, tool: "github-actions", session: "run-1" },
      { minutesAgo: 5 },
    );
    const id = signature?.id ?? "";
    const { record } = await run(readLookup, { id: lookup_id });
    await copySightings(context.db, record.id, { count: sightings - 3, days: 60, projects });
    const reason = "seen in review";
    await run(renameSignature, { id, name: "Test database is not up", reason }, { minutesAgo: 4 });
    await run(markSignature, { id, mark: "flaky", reason: "goes away on a second run" }, { minutesAgo: 3 });
    link("/failures", "many failures, one of them seen ten thousand times");
    link("/failures?sort=seen_count", "the one seen most often first");
    link(`/failures/${id}`, "where it was seen, over sixty days and three projects");
    link(`/lookups/${lookup_id}`, "a lookup whose tool was named otherwise than the log reads");
  },
};
