import type { z } from "zod";
import type { Failure, Outcome } from "#server/contracts/failure-codes.ts";
import { fail } from "#server/contracts/failure-codes.ts";
import type { Provider } from "#server/contracts/settings.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { insertAnswer, readAnswer } from "#server/db/idempotency.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { StoreOwner } from "#server/db/store-owner.ts";
import type { Ruleset } from "#server/domain/failure-signature/ruleset.ts";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { type Access, isIdentified, unidentified } from "./access.ts";
import { callMetrics } from "./call-metrics.ts";
import { countCall } from "./count-call.ts";
import { admitInput } from "./input-border.ts";
import type {
  CapsuleJob,
  CheckoutFiles,
  Clock,
  ContextBrain,
  CountTokens,
  Embedder,
  FileReranker,
  IdSource,
  JobQueue,
  KeySecrets,
  LanguageServers,
  Log,
  PriorCorpus,
  RepositoryReader,
  Retrieval,
  ScopeCorpus,
  SecretMasker,
  SummaryJob,
} from "./ports.ts";
import { storeTrouble } from "./store-trouble.ts";
import type { ErasedTool, ToolDeclaration } from "./tool-declaration.ts";

/** What every call is given. Built once per process by `server/compose`, narrowed per caller by `access`. */
export type OperationContext = {
  db: Database;
  workspaceId: string;
  access: Access;
  clock: Clock;
  newId: IdSource;
  retrieval: Retrieval;
  priorCorpus: PriorCorpus;
  repositories: RepositoryReader;
  checkoutFiles: CheckoutFiles;
  languageServers: LanguageServers;
  /** A team server beside this store; null unless configured. */
  teamBrain: ContextBrain | null;
  scopeCorpus: ScopeCorpus;
  /** The rules of signatures, the current version first, then those whose signatures are still known. */
  rulesets: readonly [Ruleset, ...Ruleset[]];
  embedder: Embedder | null;
  fileReranker: FileReranker | null;
  /** Contexts that a model is to summarise; null unless one is configured. */
  summaryJobs: JobQueue<SummaryJob> | null;
  /** Capsules on their way to the team's server; null unless one is configured. */
  capsuleJobs: JobQueue<CapsuleJob> | null;
  maskSecrets: SecretMasker;
  keySecrets: KeySecrets;
  countTokens: CountTokens;
  log: Log;
  /** `off` keeps only the hash of request texts in attention records. */
  storePrompts: boolean;
  build: {
    version: string;
    store: "embedded" | "postgres";
    /** The data folder, or the address of the database without its password. */
    location: string;
    /** The process that has the store open: this one. */
    owner(): StoreOwner;
  };
  /** What the environment set up beside the store, without its secrets. */
  providers: readonly Provider[];
};

/** Keeps the first answer to a request id, in the transaction of the effect. Does nothing for a call without an id. */
export type KeepAnswer = (tx: Transaction, answer: { status: number; text: string }) => Promise<void>;

export type CallContext = OperationContext & {
  requestId: string | null;
  /** Repairs made to the input at the border, for the answer's `notes`. */
  borderNotes: string[];
  keepAnswer: KeepAnswer;
};
export type WriteContext = Omit<CallContext, "db"> & { tx: Transaction };

type Declaration<Input extends z.ZodType, Output extends z.ZodType> = {
  /** `noun.verb`, the tRPC path. */
  name: string;
  summary: string;
  input: Input;
  output: Output;
  /** HTTP status of a success; 200 if absent. */
  status?: 200 | 201;
  /** Makes it an MCP tool. */
  tool?: ToolDeclaration<z.output<Output>>;
};

export type OperationKind = "read" | "lookup" | "write";

/** An answer as its caller gets it: `text` holds the exact bytes, `body` is what they parse to. */
export type Answer<Body> = { status: number; body: Body; text: string; replayed: boolean };

export type Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  name: string;
  summary: string;
  kind: OperationKind;
  input: Input;
  output: Output;
  status: number;
  tool: ErasedTool | null;
  /** Parses, repairs, masks, authorises, runs, checks the answer. `rawInput` may be anything at all. */
  call(context: OperationContext, rawInput: unknown): Promise<Outcome<Answer<z.output<Output>>>>;
};

/** A refusal inside a transaction: thrown to roll it back, caught at the operation's edge and turned back into a value. */
class Refusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Another call with this request id committed first. */
export class RequestIdTaken extends Error {}

const running = new Set<string>();

/** Reads the store and changes nothing. */
export function defineRead<Input extends z.ZodType, Output extends z.ZodType>(
  declaration: Declaration<Input, Output> & {
    run(context: CallContext, input: z.output<Input>): Promise<Outcome<z.output<Output>>>;
  },
): Operation<Input, Output> {
  return finish("read", declaration, (context, input) => declaration.run(context, input));
}

/** Answers from the store and keeps an attention record of what it decided; opens its own transaction for that. */
export function defineLookup<Input extends z.ZodType, Output extends z.ZodType>(
  declaration: Declaration<Input, Output> & {
    run(context: CallContext, input: z.output<Input>): Promise<Outcome<z.output<Output>>>;
  },
): Operation<Input, Output> {
  return finish("lookup", declaration, (context, input) => declaration.run(context, input));
}

/**
 * Changes the store. The effect, and the answer kept for a retry, are one transaction.
 * `prepare` does what must not hold a transaction open: reading indexes, explaining a log.
 */
export function defineWrite<Input extends z.ZodType, Output extends z.ZodType, Prepared>(
  declaration: Declaration<Input, Output> & {
    prepare(context: CallContext, input: z.output<Input>): Promise<Outcome<Prepared>>;
    run(context: WriteContext, input: z.output<Input>, prepared: Prepared): Promise<Outcome<z.output<Output>>>;
  },
): Operation<Input, Output> {
  const status = declaration.status ?? 200;
  return finish("write", declaration, async (context, input) => {
    if (!context.access.canWrite) return fail("FORBIDDEN", "This key may read only.");
    const prepared = await declaration.prepare(context, input);
    if (!prepared.ok) return prepared;
    const { db, ...inside } = context;
    try {
      return await inTransaction(db, async (tx) => {
        const outcome = await declaration.run({ ...inside, tx }, input, prepared.value);
        if (!outcome.ok) throw new Refusal(outcome.failure);
        await context.keepAnswer(tx, { status, text: JSON.stringify(declaration.output.parse(outcome.value)) });
        return outcome;
      });
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, failure: error.failure };
      throw error;
    }
  });
}

/** Changes the store in a transaction of its own, where it may turn out only inside that nothing is to be kept. */
export function defineOwnWrite<Input extends z.ZodType, Output extends z.ZodType>(
  declaration: Declaration<Input, Output> & {
    run(context: CallContext, input: z.output<Input>): Promise<Outcome<z.output<Output>>>;
  },
): Operation<Input, Output> {
  return finish("write", declaration, async (context, input) => {
    if (!context.access.canWrite) return fail("FORBIDDEN", "This key may read only.");
    return declaration.run(context, input);
  });
}

/** For a write that needs nothing beforehand. */
export async function nothingToPrepare(): Promise<Outcome<null>> {
  return { ok: true, value: null };
}

function finish<Input extends z.ZodType, Output extends z.ZodType>(
  kind: OperationKind,
  declaration: Declaration<Input, Output>,
  run: (context: CallContext, input: z.output<Input>) => Promise<Outcome<z.output<Output>>>,
): Operation<Input, Output> {
  const { name, summary, input, output, status = 200 } = declaration;

  async function call(context: OperationContext, rawInput: unknown): Promise<Outcome<Answer<z.output<Output>>>> {
    const startedMs = context.clock.elapsed();
    const seconds = () => (context.clock.elapsed() - startedMs) / 1_000;
    try {
      const outcome = await answerCall(context, rawInput);
      callMetrics().record(name, { code: outcome.ok ? "OK" : outcome.failure.code, seconds: seconds() });
      if (outcome.ok) callMetrics().recordAnswer(name, outcome.value.body);
      return outcome;
    } catch (error) {
      const trouble = await storeTrouble(context, error);
      callMetrics().record(name, { code: trouble?.failure.code ?? "INTERNAL", seconds: seconds() });
      if (trouble === null) throw error;
      return trouble;
    }
  }

  async function answerCall(context: OperationContext, rawInput: unknown): Promise<Outcome<Answer<z.output<Output>>>> {
    if (!isIdentified(context.access)) return unidentified;
    const quota = countCall(context);
    if (quota?.isExceeded) {
      const { failure } = fail("RATE_LIMITED", `More than ${quota.limit} calls within a minute.`);
      return { ok: false, failure: { ...failure, retryAfterSeconds: 1 } };
    }
    const admitted = await admitInput(rawInput, context.maskSecrets, (value) => input.safeParse(value));
    if (!admitted.ok) return admitted;
    const { value, notes } = admitted.value;
    const requestId = requestIdOf(value);
    if (requestId === null) {
      return answer(await run({ ...context, requestId, borderNotes: notes, keepAnswer: async () => {} }, value));
    }

    const key = { workspaceId: context.workspaceId, keyId: context.access.keyId, operation: name, requestId };
    const bodyHash = sha256Hex(canonicalJson(withoutRequestId(value)));
    const earlier = await earlierAnswer(context.db, key, bodyHash);
    if (earlier) return earlier;

    const runningKey = JSON.stringify(key);
    if (running.has(runningKey)) {
      const refused = fail("CONFLICT", "The first call with this request id is still running.", [
        { path: "request_id", message: "is still in use; try again shortly" },
      ]);
      return { ok: false, failure: { ...refused.failure, retryAfterSeconds: 1 } };
    }
    running.add(runningKey);
    try {
      const keepAnswer: KeepAnswer = async (tx, kept) => {
        const wasFirst = await insertAnswer(tx, { ...key, ...kept, bodyHash, createdAt: context.clock.now() });
        if (!wasFirst) throw new RequestIdTaken();
      };
      return answer(await run({ ...context, requestId, borderNotes: notes, keepAnswer }, value));
    } catch (error) {
      if (!(error instanceof RequestIdTaken)) throw error;
      const first = await earlierAnswer(context.db, key, bodyHash);
      if (first) return first;
      throw error;
    } finally {
      running.delete(runningKey);
    }
  }

  function answer(outcome: Outcome<z.output<Output>>): Outcome<Answer<z.output<Output>>> {
    if (!outcome.ok) return outcome;
    // An answer outside its contract is our own bug, so it throws.
    const body = output.parse(outcome.value);
    return { ok: true, value: { status, body, text: JSON.stringify(body), replayed: false } };
  }

  async function earlierAnswer(
    db: Database,
    key: { workspaceId: string; keyId: string; operation: string; requestId: string },
    bodyHash: string,
  ): Promise<Outcome<Answer<z.output<Output>>> | null> {
    const kept = await readAnswer(db, key);
    if (!kept) return null;
    if (kept.bodyHash !== bodyHash) {
      return fail("KEY_REUSED", "This request id was used with another body.", [
        { path: "request_id", message: "belongs to another request" },
      ]);
    }
    return {
      ok: true,
      value: { status: kept.status, body: output.parse(JSON.parse(kept.text)), text: kept.text, replayed: true },
    };
  }

  return { name, summary, kind, input, output, status, tool: eraseTool(declaration.tool, output), call };
}

function eraseTool<Output extends z.ZodType>(
  tool: ToolDeclaration<z.output<Output>> | undefined,
  output: Output,
): ErasedTool | null {
  if (!tool) return null;
  const { inWords, ...rest } = tool;
  return { ...rest, inWords: inWords ? (body, tools) => inWords(output.parse(body), tools) : null };
}

function requestIdOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("request_id" in value)) return null;
  return typeof value.request_id === "string" ? value.request_id : null;
}

function withoutRequestId(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([field]) => field !== "request_id"));
}
