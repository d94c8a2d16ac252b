import { z } from "zod";
import type { Outcome } from "#server/contracts/failure-codes.ts";
import { SearchOutput } from "#server/contracts/search.ts";
import type { ContextBrain } from "#server/operations/ports.ts";

const Boot = z.object({ repoMap: z.string(), invariants: z.array(z.string()), lessons: z.array(z.string()) });

/** The default brain: this machine's store, asked through the same operations as everybody asks. No network. */
export function localBrain(call: (operation: string, input: unknown) => Promise<Outcome<unknown>>): ContextBrain {
  async function answerOf(operation: string, input: unknown): Promise<unknown> {
    const outcome = await call(operation, input);
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return outcome.value;
  }
  return {
    boot: async (goal, repo) => Boot.parse(await answerOf("agent.boot", { goal, repo })),
    recall: async (query) => SearchOutput.parse(await answerOf("agent.recall", query)),
    async carry({ contexts, ...capsule }) {
      const { runId, diffSha } = capsule;
      await answerOf("contexts.bulkUpsert", { workspace: "default", runId, diffSha, capsule, contexts });
    },
  };
}
