import { sql } from "drizzle-orm";
import type { OperationContext } from "#server/operations/operation.ts";
import type { Scenario, SeedTools } from "./scenario.ts";

export type SeedLink = { path: string; shows: string };

/**
 * Fills an empty store with a scenario and returns the pages to look at. Same scenario, same `day`: same store, apart from
 * what the operating system decides. Times lie before the end of `day`, so that pages which show recent weeks have something.
 */
export async function runScenario(scenario: Scenario, context: OperationContext, day: Date): Promise<SeedLink[]> {
  // The markers around untrusted text hang on the secret, so it must be the same as well.
  await context.db.execute(
    sql`update workspaces set secret = ${"5eed".repeat(16)} where workspace_id = ${context.workspaceId}`,
  );
  const newId = countingIds();
  const links: SeedLink[] = [];
  const tools: SeedTools = {
    context,
    async run(operation, input, { minutesAgo = 0, durationMs = 12, patienceMs, retrieval = context.retrieval } = {}) {
      const outcome = await operation.call(
        {
          ...context,
          newId,
          retrieval,
          clock: clockAt(new Date(day.getTime() - minutesAgo * 60_000), durationMs, patienceMs),
          log: { info: () => {}, error: () => {} },
        },
        input,
      );
      if (!outcome.ok) {
        throw new Error(`${operation.name}: ${outcome.failure.message} ${JSON.stringify(outcome.failure.errors)}`);
      }
      return outcome.value.body;
    },
    link: (path, shows) => links.push({ path, shows }),
  };
  await scenario.fill(tools);
  return links;
}

/** The first look says 0, every later one the same duration: how a machine is loaded must not show in a scenario. */
function clockAt(at: Date, durationMs: number, patienceMs: number | undefined): OperationContext["clock"] {
  let hasStarted = false;
  return {
    now: () => at,
    elapsed() {
      if (hasStarted) return durationMs;
      hasStarted = true;
      return 0;
    },
    after(_ms, call) {
      if (patienceMs === undefined) return () => {};
      const timer = setTimeout(call, patienceMs);
      return () => clearTimeout(timer);
    },
  };
}

function countingIds(): (prefix: string) => string {
  const last = new Map<string, number>();
  return (prefix) => {
    const next = (last.get(prefix) ?? 0) + 1;
    last.set(prefix, next);
    return `${prefix}_seed${String(next).padStart(6, "0")}`;
  };
}
