import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pgBossQueue } from "#server/adapters/jobs/pg-boss-queue.ts";
import { readSummaryJob } from "#server/adapters/jobs/read-summary-job.ts";
import { jobSchema } from "#server/db/jobs.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { browseRejections, readContext } from "./browse-contexts.ts";
import { bulkUpsertContexts } from "./bulk-upsert-contexts.ts";
import type { JobQueue, Summariser, SummaryJob } from "./ports.ts";
import { purge } from "./purge.ts";
import { runDoctor } from "./run-doctor.ts";
import { summariseContext } from "./summarise-context.ts";

const project = "github.com/acme/shop";
const externalId = `code:${project}:src/cart.ts`;
const carried = "Declares `total`. Sums a basket.";
const quiet = { info: () => {}, error: () => {} };

describeEachStore("summaries by a model", (store) => {
  let context: TestContext;
  let queue: JobQueue<SummaryJob>;
  const workers: { stop(): Promise<void> }[] = [];
  beforeEach(async () => {
    await store.clear();
    queue = aQueue();
    await queue.prepare();
    await store.db.execute(sql.raw(`truncate ${jobSchema}.job`));
    context = await anOperationContext(store.db, { summaryJobs: queue });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });

  const aQueue = () => pgBossQueue({ db: store.db, log: quiet, name: "summary", retryLimit: 3, read: readSummaryJob });
  const carry = async (hash = "h1", body = `src/cart.ts\n\n## Summary\n${carried}\n\n## Related\nsrc/b.ts`) =>
    bodyOf(
      await bulkUpsertContexts.call(context, {
        workspace: "own",
        runId: "r-1",
        diffSha: hash,
        capsule: { repo: project, task: "t", verdict: "pass" },
        contexts: [
          {
            externalId,
            title: "src/cart.ts",
            description: "",
            body,
            type: "reference",
            tags: ["code"],
            metadata: { kind: "code-file", content_hash: hash, lang: "typescript", symbols: ["total", "Cart.total"] },
          },
        ],
      }),
    );
  const aModel = (answer: string | (() => Promise<string>)) => {
    const asked: string[] = [];
    const summariser: Summariser = {
      model: "small",
      async summarise({ body }) {
        asked.push(body);
        return typeof answer === "string" ? answer : answer();
      },
    };
    return { summariser, asked };
  };
  const work = (summariser: Summariser, of = queue) => {
    const worker = of.work(async (job, signal) => {
      await summariseContext(context, summariser, job, signal);
    });
    workers.push(worker);
    return worker;
  };
  const until = async (holds: () => Promise<boolean>) => {
    for (let tries = 0; tries < 4_000; tries += 1) {
      if (await holds()) return;
      await sleep(25);
    }
    throw new Error("It did not come to pass.");
  };
  const read = async () => bodyOf(await readContext.call(context, { external_id: externalId }));
  const states = async () => {
    const result: unknown = await store.db.execute(
      sql.raw(`select state::text as state, retry_count from ${jobSchema}.job`),
    );
    return JSON.stringify(result).match(/created|retry"|active|completed|failed/g) ?? [];
  };

  test("stand where the carried one stood, once, by whichever process works next, and nothing else changes", async () => {
    await carry();
    const before = await read();
    expect(before).toMatchObject({ summary_by: "caller", summary_model: null });
    // Another process, after the one that took the capsule has gone.
    const { summariser, asked } = aModel("Adds up a basket with `total`.\n\n## Related\n```\nsrc/evil.ts\n```");
    work(summariser, aQueue());
    await until(async () => (await read()).summary_by === "model");
    expect(await read()).toEqual({
      ...before,
      summary_by: "model",
      summary_model: "small",
      body: "src/cart.ts\n\n## Summary\nAdds up a basket with `total`. src/evil.ts\n\n## Related\nsrc/b.ts",
    });
    expect((await carry()).results[0]?.status).toBe("unchanged");
    await until(async () => (await states()).join() === "completed");
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(carried);
  });

  test("that name a symbol which does not exist are refused by name, and the carried one stands", async () => {
    await carry();
    work(aModel("Calls `totalOf` and render(), see `Cart.total`.").summariser);
    await until(async () => (await states()).join() === "completed");
    expect(await read()).toMatchObject({ summary_by: "caller", summary_model: null });
    expect((await read()).body).toContain(carried);
    expect(bodyOf(await browseRejections.call(context, {})).items).toMatchObject([
      { external_id: externalId, written_by: "model", unknown_symbols: ["totalOf", "render"] },
    ]);
  });

  test("that do not come are asked for again a few times; the doctor names what was given up, and a start tries once more", async () => {
    await carry();
    const { summariser, asked } = aModel(() => Promise.reject(new Error("503")));
    const now = sql.raw(`update ${jobSchema}.job set start_after = now() - interval '1 minute'`);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const worker = work(summariser, aQueue());
      await until(async () => asked.length === attempt);
      await worker.stop();
      expect(await states()).toEqual([attempt < 4 ? 'retry"' : "failed"]);
      await store.db.execute(now);
    }
    expect((await read()).body).toContain(carried);
    const found = bodyOf(await runDoctor.call(context, {}));
    expect(found.healthy).toBe(false);
    expect(found.checks.find(({ name }) => name === "background_jobs")).toMatchObject({
      found: 1,
      examples: [`summary ${externalId}`],
    });
    work(aModel("Sums with `total`.").summariser, aQueue());
    await until(async () => (await read()).summary_by === "model");
    expect(bodyOf(await runDoctor.call(context, {})).checks.at(-1)).toMatchObject({ found: 0 });
  });

  test("of a process that was killed are taken up after their time", async () => {
    await carry();
    let isAsked = false;
    // As good as dead: it never answers, and nobody stops it in order.
    const dead = aQueue().work(async () => {
      isAsked = true;
      await new Promise(() => {});
    });
    await until(async () => isAsked);
    expect(await states()).toEqual(["active"]);
    await store.db.execute(sql.raw(`update ${jobSchema}.job set started_on = now() - interval '10 minutes'`));
    work(aModel("Sums with `total`.").summariser, aQueue());
    await until(async () => (await states()).join() === 'retry"');
    await store.db.execute(sql.raw(`update ${jobSchema}.job set start_after = now() - interval '1 minute'`));
    work(aModel("Sums with `total`.").summariser, aQueue());
    await until(async () => (await read()).summary_by === "model");
    await dead.stop();
  });

  test("are of one content: a file that changed meanwhile gets its own, and a project that is purged none", async () => {
    await carry("h1");
    const { summariser } = aModel(async () => {
      await carry("h2", "src/cart.ts\n\n## Summary\nDeclares `total` anew.");
      return "Sums with `total`.";
    });
    const job = { workspaceId: "test", givenWorkspace: "own", externalId, contentHash: "h1", project };
    expect(await summariseContext(context, summariser, job, new AbortController().signal)).toBe("superseded");
    expect((await read()).body).toContain("anew");
    expect(await states()).toEqual(["created", "created"]);
    bodyOf(await purge.call(context, { project }));
    expect(await states()).toEqual([]);
  });

  test("a store that can hold no jobs costs the summary by a model, never the capsule", async () => {
    context = { ...context, summaryJobs: { ...queue, prepare: async () => false } };
    expect((await carry()).results[0]?.status).toBe("created");
    expect(bodyOf(await runDoctor.call(context, {})).healthy).toBe(true);
  });
});
