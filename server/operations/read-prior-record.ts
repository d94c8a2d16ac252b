import type { PriorRecord } from "#server/domain/selection/prior-record.ts";

/**
 * A stored record of prior context. What wrote it was `priorRecordOf`, and rows are append-only, so its shape is taken
 * on trust; a replay says where its numbers do not come out again.
 */
export function readPriorRecord(json: string): PriorRecord {
  return JSON.parse(json);
}
