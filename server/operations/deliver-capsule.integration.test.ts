import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localBrain } from "#server/adapters/brain/local-brain.ts";
import { pgBossQueue } from "#server/adapters/jobs/pg-boss-queue.ts";
import { readCapsuleJob } from "#server/adapters/jobs/read-capsule-job.ts";
import { executeText } from "#server/db/execute-text.ts";
import { jobSchema } from "#server/db/jobs.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { browseCapsules, browseContexts, readContext } from "./browse-contexts.ts";
import { bulkUpsertContexts } from "./bulk-upsert-contexts.ts";
import { findOperation } from "./catalogue.ts";
import { deliverCapsule } from "./deliver-capsule.ts";
import type { CapsuleJob, CarriedCapsule, ContextBrain, JobQueue } from "./ports.ts";
import { purge } from "./purge.ts";
import { runDoctor } from "./run-doctor.ts";

const project = "github.com/acme/shop";
const idOf = (path: string) => `code:${project}:${path}`;
const quiet = { info: () => {}, error: () => {} };
const token = `ghp_${"a1B2".repeat(9)}`;

describeEachStore("capsules on their way to the team's server", (store) => {
  let context: TestContext;
  let team: TestContext;
  let queue: JobQueue<CapsuleJob>;
  const workers: { stop(): Promise<void> }[] = [];
  beforeEach(async () => {
    await store.clear();
    queue = aQueue();
    await queue.prepare();
    await store.db.execute(sql.raw(`truncate ${jobSchema}.job`));
    context = await anOperationContext(store.db, { capsuleJobs: queue });
    team = await anOperationContext(store.db, { workspaceId: "team" });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });

  const aQueue = () => pgBossQueue({ db: store.db, log: quiet, name: "capsule", retryLimit: 11, read: readCapsuleJob });
  const entry = (path: string, summary = "Declares `total`.", hash = "h1") => ({
    externalId: idOf(path),
    title: path,
    description: "",
    body: `${path}\n\n## Summary\n${summary}`,
    type: "reference",
    tags: ["code"],
    metadata: { kind: "code-file", content_hash: hash, lang: "typescript", symbols: ["total"] },
  });
  const carry = async (more: object = {}) =>
    bodyOf(
      await bulkUpsertContexts.call(context, {
        ...{ workspace: "own", runId: "r-1", diffSha: "d1" },
        capsule: { repo: project, task: `Round prices with ${token}`, verdict: "pass", filesTouched: ["src/cart.ts"] },
        contexts: [entry("src/cart.ts"), entry("src/wrong.ts", "Calls `inventedName`.")],
        ...more,
      }),
    );
  /** A second Whence over its own workspace, which notes what it was brought. */
  const aTeam = (before: (brought: number) => void = () => {}) => {
    const brought: CarriedCapsule[] = [];
    const answering = localBrain(async (name, input) => {
      const outcome = await findOperation(name)?.call(team, input);
      if (!outcome) throw new Error(`no operation ${name}`);
      return outcome.ok ? { ok: true, value: outcome.value.body } : outcome;
    });
    const brain: Pick<ContextBrain, "carry"> = {
      async carry(capsule, signal) {
        brought.push(capsule);
        before(brought.length);
        await answering.carry(capsule, signal);
      },
    };
    return { brain, brought };
  };
  const deliverTo = (brain: Pick<ContextBrain, "carry">) => async (job: CapsuleJob, signal: AbortSignal) => {
    await deliverCapsule(context, brain, job, signal);
  };
  const work = (brain: Pick<ContextBrain, "carry">, of = aQueue()) => {
    const worker = of.work(deliverTo(brain));
    workers.push(worker);
    return worker;
  };
  const jobs = async () =>
    (
      await executeText(
        store.db,
        `select state::text as state, extract(epoch from start_after - now())::int as pause from ${jobSchema}.job`,
      )
    ).rows;
  const states = async () => (await jobs()).map(({ state }) => state);
  const until = async (holds: () => Promise<boolean>) => {
    for (let tries = 0; tries < 4_000; tries += 1) {
      if (await holds()) return;
      await sleep(10);
    }
    throw new Error("It did not come to pass.");
  };
  const now = sql.raw(`update ${jobSchema}.job set start_after = now() - interval '1 minute'`);

  test("the caller waits for nobody; another process brings it there, masked and without what the gate refused", async () => {
    expect((await carry()).results.map(({ status }) => status)).toEqual(["created", "rejected"]);
    expect(await states()).toEqual(["created"]);
    const { brain, brought } = aTeam();
    work(brain);
    await until(async () => (await states()).join() === "completed");
    expect(brought).toHaveLength(1);
    expect(brought[0]).toMatchObject({ runId: "r-1", diffSha: "d1", repo: project, verdict: "pass" });
    expect(brought[0]?.contexts).toEqual([entry("src/cart.ts")]);
    expect(JSON.stringify(brought)).not.toContain(token);
    expect(bodyOf(await browseContexts.call(team, {})).items).toMatchObject([{ path: "src/cart.ts" }]);
    expect(bodyOf(await browseCapsules.call(team, {})).items).toMatchObject([{ run_id: "r-1", files_touched: 1 }]);
  });

  test("what is carried again unchanged is not sent again, and what changed is", async () => {
    await carry();
    await carry();
    expect(await states()).toEqual(["created"]);
    const { brain, brought } = aTeam();
    work(brain, queue);
    await until(async () => (await states()).join() === "completed");
    await carry();
    expect(await states()).toEqual(["completed"]);
    await carry({ contexts: [entry("src/cart.ts", "Sums with `total`.", "h2")] });
    await until(async () => (await states()).join() === "completed,completed");
    expect(brought.map(({ contexts }) => contexts.map(({ metadata }) => metadata.content_hash))).toEqual([
      ["h1"],
      ["h2"],
    ]);
  });

  test("an attempt that died after the team's server had taken it is made again, and writes nothing there", async () => {
    await carry();
    const { brain, brought } = aTeam();
    // As good as dead: it delivers, and is gone before it could say so.
    const dead = aQueue().work(async (job, signal) => {
      await deliverCapsule(context, brain, job, signal);
      await new Promise(() => {});
    });
    await until(async () => bodyOf(await browseCapsules.call(team, {})).items.length === 1);
    const read = async () => bodyOf(await readContext.call(team, { external_id: idOf("src/cart.ts") }));
    const before = await read();
    await store.db.execute(sql.raw(`update ${jobSchema}.job set started_on = now() - interval '10 minutes'`));
    const next = work(brain);
    await until(async () => (await states()).join() === "retry");
    await next.stop();
    await store.db.execute(now);
    work(brain);
    await until(async () => (await states()).join() === "completed");
    expect(brought).toHaveLength(2);
    expect(await read()).toEqual(before);
    await dead.stop();
  });

  test("a team's server that is away is tried again after ever longer pauses, for a night; then the doctor names the run", async () => {
    await carry();
    const away = { carry: () => Promise.reject(new Error("ECONNREFUSED")) };
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await queue.workOff(deliverTo(away), new AbortController().signal);
      const [job] = await jobs();
      expect(job?.state).toBe(attempt < 12 ? "retry" : "failed");
      if (attempt < 12) pauses.push(Number(job?.pause));
      await store.db.execute(now);
    }
    for (const [at, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(14 * 2 ** at);
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(8 * 3_600);
    const { checks } = bodyOf(await runDoctor.call(context, {}));
    expect(checks.find(({ name }) => name === "background_jobs")).toMatchObject({ examples: ["capsule r-1"] });
    // Whoever starts a server may have put it right.
    const { brain, brought } = aTeam();
    work(brain);
    await until(async () => (await states()).join() === "completed");
    expect(brought).toHaveLength(1);
  });

  test("a command that ends tries once; one that carried nothing touches no job", async () => {
    await carry();
    const { brain, brought } = aTeam();
    await aQueue().workOff(deliverTo(brain), new AbortController().signal);
    expect(brought).toHaveLength(0);
    const hanging = { carry: () => new Promise<void>(() => {}) };
    await queue.workOff(deliverTo(hanging), AbortSignal.timeout(50));
    expect(await states()).toEqual(["retry"]);
    await store.db.execute(now);
    await queue.workOff(deliverTo(brain), new AbortController().signal);
    expect(brought).toHaveLength(1);
  });

  test("what others bring to this server stays here, and a capsule that is gone is not sent", async () => {
    const access = { keyId: "k", projects: "all" as const, canWrite: true };
    const ofOthers = { ...context, access };
    bodyOf(
      await bulkUpsertContexts.call(ofOthers, {
        workspace: "w",
        runId: "r-2",
        diffSha: "d",
        contexts: [entry("a.ts")],
      }),
    );
    expect(await states()).toEqual([]);
    await carry();
    bodyOf(await purge.call(context, { project }));
    expect(await states()).toEqual([]);
    const job = { workspaceId: "test", givenWorkspace: "own", runId: "r-1", diffSha: "d1", externalIds: [], project };
    const { brain, brought } = aTeam();
    expect(await deliverCapsule(context, brain, job, new AbortController().signal)).toBe("gone");
    expect(brought).toEqual([]);
  });

  test("a store that can hold no jobs costs the delivery, never the capsule", async () => {
    context = { ...context, capsuleJobs: { ...queue, prepare: async () => false } };
    expect((await carry()).results[0]?.status).toBe("created");
  });
});
