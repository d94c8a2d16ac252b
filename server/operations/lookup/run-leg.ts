import { type Clock, IndexNotReady, type LegAnswer, type LegHit } from "#server/operations/ports.ts";

export type LegFailure = "timeout" | "failed" | "nonsense" | "indexing";
export type LegOutcome<Result> =
  | { status: "answered"; result: Result; durationMs: number; note: null }
  | { status: LegFailure; durationMs: number; note: string };

/** A leg's answer does not have the shape that a leg promises. */
export class NonsenseAnswer extends Error {}

/**
 * Runs one leg by itself: whatever it does (throw, hang, answer nonsense), the caller gets a value within `timeoutMs`.
 * The signal is aborted when the time is over, so that a leg that listens can stop.
 */
export async function runLeg<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  { timeoutMs, clock }: { timeoutMs: number; clock: Clock },
): Promise<LegOutcome<Result>> {
  const started = clock.elapsed();
  const controller = new AbortController();
  let cancel = () => {};
  const overdue = new Promise<"timeout">((resolve) => {
    cancel = clock.after(timeoutMs, () => resolve("timeout"));
  });
  // An async wrapper also catches what the leg throws before its first await.
  const running = (async () => ({ result: await run(controller.signal) }))();
  try {
    const first = await Promise.race([running, overdue]);
    const durationMs = clock.elapsed() - started;
    if (first === "timeout") {
      controller.abort();
      // The late answer or failure of an abandoned leg must not become an unhandled rejection.
      running.catch(() => {});
      return { status: "timeout", durationMs, note: `no answer within ${timeoutMs} ms` };
    }
    return { status: "answered", result: first.result, durationMs, note: null };
  } catch (error) {
    return {
      status: failureOf(error),
      durationMs: clock.elapsed() - started,
      // The class only: a message may hold data.
      note: error instanceof Error ? error.name : "unknown error",
    };
  } finally {
    cancel();
  }
}

function failureOf(error: unknown): LegFailure {
  if (error instanceof IndexNotReady) return "indexing";
  return error instanceof NonsenseAnswer ? "nonsense" : "failed";
}

/** Throws `NonsenseAnswer` unless every hit has an id and a raw score in [0, 1] and every factor is a finite number. */
export function checkAnswer(answer: unknown): LegAnswer {
  if (!isObject(answer) || !Array.isArray(answer.hits)) throw new NonsenseAnswer("not an answer");
  const embedder = embedderStates.find((state) => state === answer.embedder);
  if (!embedder) throw new NonsenseAnswer("no state of the embedder");
  return { embedder, hits: answer.hits.map(checkHit) };
}

const embedderStates = ["off", "answered", "timeout", "failed", "nonsense"] as const;

function checkHit(hit: unknown): LegHit {
  if (!isObject(hit)) throw new NonsenseAnswer("not a hit");
  const { id, rawScore } = hit;
  if (typeof id !== "string" || id === "") throw new NonsenseAnswer("no id");
  if (typeof rawScore !== "number" || !(rawScore >= 0 && rawScore <= 1)) throw new NonsenseAnswer("no score");
  const factors: Record<string, number> = {};
  for (const [name, value] of Object.entries(isObject(hit.factors) ? hit.factors : {})) {
    if (typeof value !== "number" || !Number.isFinite(value)) throw new NonsenseAnswer("no number");
    factors[name] = value;
  }
  return { id, rawScore, factors };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
