import { nodeKeySecrets } from "#server/adapters/keys/node-key-secrets.ts";
import { storePriorCorpus } from "#server/adapters/retrieval/store-prior-corpus.ts";
import { storeRetrieval } from "#server/adapters/retrieval/store-retrieval.ts";
import { storeScopeCorpus } from "#server/adapters/retrieval/store-scope-corpus.ts";
import { maskSecrets } from "#server/adapters/secrets/mask-secrets.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { fail, type Outcome } from "#server/contracts/failure-codes.ts";
import type { Database } from "#server/db/database.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { ensureWorkspace } from "#server/db/workspaces.ts";
import { keptRulesets } from "#server/domain/failure-signature/explain-failure.ts";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { localAccess } from "#server/operations/access.ts";
import type { Answer, OperationContext } from "#server/operations/operation.ts";
import type { Log } from "#server/operations/ports.ts";
import { countingIds, type FixedClock, fixedClock } from "./fixed-clock.ts";

export type TestContext = OperationContext & { clock: FixedClock };

const silent: Log = { info: () => {}, error: () => {} };

/** A context over a test store: the product's own adapters, with a clock that stands still and ids that count. */
export async function anOperationContext(
  db: Database,
  overrides: Partial<OperationContext> = {},
): Promise<TestContext> {
  const workspaceId = overrides.workspaceId ?? "test";
  const clock = fixedClock("2026-07-02T10:00:00.000Z");
  await inTransaction(db, (tx) =>
    ensureWorkspace(tx, { workspaceId, secret: "00".repeat(32), createdAt: clock.now() }),
  );
  const embedder = overrides.embedder ?? null;
  return {
    db,
    workspaceId,
    access: localAccess,
    newId: countingIds(),
    retrieval: storeRetrieval({
      db,
      workspaceId,
      embedder,
      embedderTimeoutMs: defaultPolicy.embedder_timeout_ms,
      clock,
      log: silent,
    }),
    priorCorpus: storePriorCorpus(db, workspaceId, clock),
    scopeCorpus: storeScopeCorpus(db, workspaceId),
    languageServers: { expand: async () => ({ files: [], notes: [] }), close: () => {} },
    teamBrain: null,
    checkoutFiles: {
      read: async () => [],
      writeRunFile: async () => fail("INTERNAL", "This test writes to no checkout."),
    },
    repositories: {
      identify: async () => fail("NOT_FOUND", "This test reads no repository."),
      index: async () => fail("NOT_FOUND", "This test reads no repository."),
    },
    rulesets: keptRulesets,
    embedder,
    fileReranker: null,
    summaryJobs: null,
    capsuleJobs: null,
    maskSecrets,
    keySecrets: nodeKeySecrets,
    countTokens,
    log: silent,
    storePrompts: true,
    build: {
      version: "0.0.0-test",
      store: "embedded",
      location: "/test",
      owner: () => ({ pid: 1, startedAt: "2026-07-02T10:00:00.000Z", host: "test", url: null }),
    },
    providers: [],
    ...overrides,
    clock,
  };
}

/** The body of an answer that must have come; otherwise the refusal becomes the test's error. */
export function bodyOf<Body>(outcome: Outcome<Answer<Body>>): Body {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
  return outcome.value.body;
}
