import { z } from "zod";
import { configuredFetch } from "#server/adapters/network/configured-fetch.ts";
import { BulkUpsertOutput } from "#server/contracts/contexts.ts";
import { SearchAnswer } from "#server/contracts/search.ts";
import type { BrainBoot, ContextBrain } from "#server/operations/ports.ts";

const mostAnswerBytes = 8 * 1_048_576;

/** Other servers may answer more than this, and it is ignored. */
const Boot = z.object({ repoMap: z.string(), invariants: z.array(z.string()), lessons: z.array(z.string()) });
const Recall = SearchAnswer.extend({ lessons: z.array(z.string()).default([]) }).nullable();

/** The team server refused, or answered something that is no answer. */
export class BrainFailed extends Error {
  override readonly name = "BrainFailed";
}

/**
 * A team server over its three endpoints. Only the configured address is asked: no redirects, bounded answers, and a
 * time limit from the caller's signal. Rejects on anything but a right answer; `bestEffortBrain` makes that harmless.
 */
export function contextqBrain({
  url,
  key,
  workspace,
}: {
  url: string;
  key: string | undefined;
  workspace: string;
}): ContextBrain {
  const base = url.replace(/\/+$/, "");
  const ask = configuredFetch(base, { maxBytes: mostAnswerBytes });

  async function post<Answer extends z.ZodType>(
    path: string,
    body: unknown,
    shape: Answer,
    signal: AbortSignal,
  ): Promise<z.output<Answer>> {
    const response = await ask(`${base}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new BrainFailed(`${path} answered ${response.status}.`);
    }
    const parsed = shape.safeParse(await response.json().catch(() => undefined));
    if (!parsed.success) throw new BrainFailed(`${path} answered something that is no answer.`);
    return parsed.data;
  }

  return {
    boot: (goal, repo, signal): Promise<BrainBoot> => post("/api/agent/boot", { goal, repo }, Boot, signal),
    recall: (query, signal) => post("/api/search", query, Recall, signal),
    async carry({ contexts, ...capsule }, signal) {
      const { runId, diffSha } = capsule;
      const body = { workspace, runId, diffSha, capsule, contexts };
      await post("/api/contexts/bulk-upsert", body, BulkUpsertOutput, signal);
    },
  };
}
