import path from "node:path";
import { contextqBrain } from "#server/adapters/brain/contextq-brain.ts";
import { checkoutFiles } from "#server/adapters/checkout/checkout-files.ts";
import { randomIds } from "#server/adapters/clock/random-ids.ts";
import { systemClock } from "#server/adapters/clock/system-clock.ts";
import { openAiEmbedder } from "#server/adapters/embedder/openai-embedder.ts";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { pgBossQueue } from "#server/adapters/jobs/pg-boss-queue.ts";
import { readCapsuleJob } from "#server/adapters/jobs/read-capsule-job.ts";
import { readSummaryJob } from "#server/adapters/jobs/read-summary-job.ts";
import { nodeKeySecrets } from "#server/adapters/keys/node-key-secrets.ts";
import { languageServers } from "#server/adapters/language-server/language-servers.ts";
import { llmFileReranker } from "#server/adapters/llm/llm-file-reranker.ts";
import { llmSummariser } from "#server/adapters/llm/llm-summariser.ts";
import { pinoLog } from "#server/adapters/log/pino-log.ts";
import { storePriorCorpus } from "#server/adapters/retrieval/store-prior-corpus.ts";
import { storeRetrieval } from "#server/adapters/retrieval/store-retrieval.ts";
import { storeScopeCorpus } from "#server/adapters/retrieval/store-scope-corpus.ts";
import { maskSecrets } from "#server/adapters/secrets/mask-secrets.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { type OpenStore, sharedDatabase } from "#server/db/open-database.ts";
import { ensureWorkspace } from "#server/db/workspaces.ts";
import { keptRulesets } from "#server/domain/failure-signature/explain-failure.ts";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { localAccess, noAccess } from "#server/operations/access.ts";
import { deliverCapsule } from "#server/operations/deliver-capsule.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import type { CapsuleJob, Log } from "#server/operations/ports.ts";
import { summariseContext } from "#server/operations/summarise-context.ts";
import { type Config, readConfig } from "./config.ts";
import { defaultWorkspace } from "./default-workspace.ts";
import { needsKeys } from "./host-rule.ts";
import { indexFile } from "./index-file.ts";
import { packageRoot, whenceVersion } from "./package-root.ts";
import { storeTarget } from "./store-target.ts";
import { newWorkspaceSecret } from "./workspace-secret.ts";

export type Composition = {
  context: OperationContext;
  store: OpenStore;
  /** Brings the indexes of the legs up to the store, however long it takes. */
  prepareIndexes(): Promise<void>;
  /** Keeps the indexes in a file from time to time, so that the next start need not build them; until `close`. */
  keepIndexes(): void;
  /**
   * Has a model summarise what is carried, and brings it to the team's server, beside the callers and until `close`.
   * Does nothing where neither is configured.
   */
  keepJobs(): void;
  close(): Promise<void>;
};

/** How long a lookup waits for indexes that are behind; below the time limit of a leg, so that the answer says why. */
const indexPatienceMs = 500;

const keepIndexesEveryMs = 5 * 60_000;

/** How long a closing command, with all of its answer said, still tries to deliver what it carried. */
const partingMs = 3_000;

/** Opens the store and wires one process: the only place that knows which adapter stands behind which port. */
export async function compose(
  config: Config,
  { log = pinoLog(), report }: { log?: Log; report?: (line: string) => void } = {},
): Promise<Composition> {
  const store = await sharedDatabase(storeTarget(config), {
    migrationsFolder: path.join(packageRoot(), "drizzle", "migrations"),
    templateFolder: path.join(packageRoot(), "dist"),
    whenceVersion: whenceVersion(),
    startedAt: systemClock.now(),
    ...(report ? { report } : {}),
  });
  const workspaceId = defaultWorkspace;
  await inTransaction(store.db, (tx) =>
    ensureWorkspace(tx, { workspaceId, secret: newWorkspaceSecret(), createdAt: systemClock.now() }),
  );
  const embedder = config.embeddings && openAiEmbedder(config.embeddings);
  const retrieval = storeRetrieval({
    db: store.db,
    workspaceId,
    embedder,
    embedderTimeoutMs: defaultPolicy.embedder_timeout_ms,
    clock: systemClock,
    log,
    snapshotPath: indexFile(config, store, workspaceId),
    patienceMs: indexPatienceMs,
  });
  const keep = () =>
    retrieval.keep().catch((error: unknown) => {
      // Without the file the next start builds the indexes: slower, and nothing is lost.
      log.error({ error: error instanceof Error ? error.message : "unknown" }, "the indexes could not be kept");
    });
  let keeping: NodeJS.Timeout | undefined;
  let workers: { stop(): Promise<void> }[] | undefined;
  const servers = languageServers();
  const queued = { db: store.db, log };
  const context: OperationContext = {
    db: store.db,
    workspaceId,
    access: localAccess,
    clock: systemClock,
    newId: randomIds,
    retrieval,
    priorCorpus: storePriorCorpus(store.db, workspaceId, systemClock),
    repositories: gitRepositoryReader({
      workerFile: path.join(packageRoot(), "dist", "parse-worker.mjs"),
      packageFolder: packageRoot(),
      countTokens,
    }),
    checkoutFiles: checkoutFiles({
      workerFile: path.join(packageRoot(), "dist", "parse-worker.mjs"),
      packageFolder: packageRoot(),
    }),
    languageServers: servers,
    teamBrain: config.brain && contextqBrain({ ...config.brain, workspace: workspaceId }),
    scopeCorpus: storeScopeCorpus(store.db, workspaceId),
    rulesets: keptRulesets,
    embedder,
    fileReranker: config.llm && llmFileReranker(config.llm),
    summaryJobs: config.llm && pgBossQueue({ ...queued, name: "summary", retryLimit: 3, read: readSummaryJob }),
    // A team's server may be down for a night.
    capsuleJobs: config.brain && pgBossQueue({ ...queued, name: "capsule", retryLimit: 11, read: readCapsuleJob }),
    maskSecrets,
    keySecrets: nodeKeySecrets,
    countTokens,
    log,
    storePrompts: config.storePrompts,
    build: { version: whenceVersion(), store: store.kind, location: store.location, owner: store.owner },
    providers: config.providers,
  };
  const deliver = async (job: CapsuleJob, signal: AbortSignal) => {
    if (context.teamBrain) await deliverCapsule(context, context.teamBrain, job, signal);
  };
  return {
    context,
    store,
    async prepareIndexes() {
      await retrieval.prepare();
    },
    keepIndexes() {
      if (!keeping) void keep();
      keeping ??= setInterval(keep, keepIndexesEveryMs).unref();
    },
    keepJobs() {
      if (workers) return;
      const summariser = config.llm && llmSummariser(config.llm);
      workers = [
        summariser &&
          context.summaryJobs?.work(async (job, signal) => {
            await summariseContext(context, summariser, job, signal);
          }),
        context.capsuleJobs?.work(deliver),
      ].flatMap((worker) => worker ?? []);
    },
    async close() {
      clearInterval(keeping);
      await Promise.all(workers?.map((worker) => worker.stop()) ?? []);
      // A command is the only process there may be for a long time, so it tries once; what does not get there stays in the store.
      if (!workers) await context.capsuleJobs?.workOff(deliver, AbortSignal.timeout(partingMs));
      servers.close();
      await retrieval.embedded();
      await keep();
      await store.close();
    },
  };
}

declare global {
  // Next loads modules more than once (route handlers, pages, instrumentation); all copies must find one composition.
  var whenceComposition: Promise<Composition> | undefined;
}

/** The composition of this process, opened on first use. A failed start is forgotten, so that the next call tries again. */
export function sharedComposition(options: Parameters<typeof compose>[1] = {}): Promise<Composition> {
  globalThis.whenceComposition ??= Promise.resolve()
    .then(() => compose(readConfig(process.env), options))
    .catch((error: unknown) => {
      globalThis.whenceComposition = undefined;
      throw error;
    });
  return globalThis.whenceComposition;
}

/**
 * What a request starts with, whichever surface it comes by: everything on this machine, nothing on a server that listens
 * beyond it. There, only a key opens anything.
 */
export async function operationContext(): Promise<OperationContext> {
  const { context } = await sharedComposition();
  return needsKeys() ? { ...context, access: noAccess } : context;
}
