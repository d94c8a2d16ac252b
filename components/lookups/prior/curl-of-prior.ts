import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { curlOf } from "../curl-of.ts";

/** The request of a record as a `curl` command; null once its text is no longer kept. */
export function curlOfPrior({ request, session }: PriorRecord, origin: string): string | null {
  const { project, task_text, current_nodes, scope, top_k, budget } = request;
  if (task_text.text === null) return null;
  const given = { project, session, task_text: task_text.text, scope, top_k };
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return curlOf(origin, "/api/prior-context", {
    ...body,
    ...(current_nodes.length === 0 ? {} : { current_nodes }),
    budget,
  });
}
